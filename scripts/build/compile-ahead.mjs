import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseAst } from "rolldown/parseAst";

/** What most runs do: what these replies have it call is what is compiled ahead. */
const REPLIES = [
  {
    calls: [
      { name: "list_files", input: {} },
      { name: "read_file", input: { path: "a.txt" } },
      { name: "search_code", input: { pattern: "one" } },
    ],
  },
  { calls: [{ name: "write_file", input: { path: "b.txt", content: "one\n" } }] },
  { calls: [{ name: "edit_file", input: { path: "a.txt", edits: [{ old_string: "one", new_string: "two" }] } }] },
  { calls: [{ name: "shell", input: { command: "cat a.txt | head -1 > c.txt && echo done" } }] },
  { text: "Done." },
];
/** In such a run thousands are called; with few of them something has gone another way. */
const CALLED_MIN = 1_000;

/**
 * Has the engine compile with a chunk the functions that a run calls. What is compiled with it Node keeps for the next start; what is compiled
 * when it is first called it compiles at each start anew, which took a sixth of one.
 * A chunk that imports itself stays as it is: there a function may be called before the chunk begins.
 * @param output  what the bundler wrote there
 */
export function compileAhead(folder, output) {
  const called = calledInRun(folder);
  const all = [...called.values()].reduce((sum, starts) => sum + starts.size, 0);
  if (all < CALLED_MIN) throw new Error(`A run of what was built called ${all} functions, fewer than ${CALLED_MIN}.`);
  const chunks = new Map(output.filter(({ type }) => type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  for (const [name, starts] of called) {
    if (!chunks.has(name) || importsItself(name, chunks)) continue;
    const path = join(folder, name);
    writeFileSync(path, withCompiledAhead(readFileSync(path, "utf8"), starts));
  }
}

/** By whatever it imports before it begins. */
function importsItself(name, chunks) {
  const imported = new Set(chunks.get(name).imports);
  // A set that grows is gone through to its end.
  for (const one of imported) for (const next of chunks.get(one)?.imports ?? []) imported.add(next);
  return imported.has(name);
}

/** @returns for each file of the folder where the functions begin that were called */
function calledInRun(folder) {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "waymark-built-")));
  const [work, home, coverage] = ["work", "home", "coverage"].map((name) => join(place, name));
  try {
    for (const path of [work, home]) mkdirSync(path);
    writeFileSync(join(work, "a.txt"), "one\n");
    const script = join(home, "script.json");
    writeFileSync(script, JSON.stringify(REPLIES));
    // What the sandbox of this machine has to do is not what that of another has.
    const flags = ["--permission-mode", "bypassPermissions", "--sandbox", "off"];
    const run = spawnSync(
      process.execPath,
      [resolve(folder, "main.js"), "-p", "go", "-m", `scripted/${script}`, ...flags],
      {
        cwd: work,
        env: { PATH: process.env.PATH, HOME: home, WAYMARK_HOME: join(home, "waymark"), NODE_V8_COVERAGE: coverage },
        encoding: "utf8",
      },
    );
    const hasRun = run.stdout === "Done.\n" && readFileSync(join(work, "c.txt"), "utf8") === "two\n";
    if (!hasRun) throw new Error(`What was built does not run: ${run.stdout}${run.stderr}`);
    return readCoverage(coverage, folder);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function readCoverage(coverage, folder) {
  const base = pathToFileURL(join(realpathSync(folder), "/")).href;
  const called = new Map();
  for (const file of readdirSync(coverage))
    for (const { url, functions } of JSON.parse(readFileSync(join(coverage, file), "utf8")).result) {
      if (!url.startsWith(base)) continue;
      const name = url.slice(base.length);
      const starts = called.get(name) ?? new Set();
      for (const { ranges } of functions) if (ranges[0].count > 0) starts.add(ranges[0].startOffset);
      called.set(name, starts);
    }
  return called;
}

/**
 * The same code, with parentheses around the functions that begin there: the engine takes each for one that is called at once. Those that are
 * declared at the top become values, before everything else, as declared functions are.
 */
export function withCompiledAhead(code, starts) {
  const { body } = parseAst(code);
  const isMeant = ({ start }) => starts.has(start);
  const declared = body.flatMap((node, index) => (node.type === "FunctionDeclaration" && isMeant(node) ? [index] : []));
  // What a method is begins with its parameters, and is none that may stand alone.
  const isAlone = ({ type, start }) => type === "ArrowFunctionExpression" || code[start] !== "(";
  const expressions = functionsIn(body).filter((node) => isMeant(node) && isAlone(node));
  const marked = withParentheses(code, expressions);
  const statements = parseAst(marked).body;
  let first = "";
  let rest = "";
  let from = 0;
  for (const index of declared) {
    const { start, end, id } = statements[index];
    first += `var ${id.name}=(${marked.slice(start, id.start)}${marked.slice(id.end, end)});`;
    rest += marked.slice(from, start);
    from = end;
  }
  return first + rest + marked.slice(from);
}

function functionsIn(node) {
  if (node === null || typeof node !== "object") return [];
  const inside = Object.values(node).flatMap(functionsIn);
  return /^(?:ArrowFunction|Function)Expression$/.test(node.type ?? "") ? [node, ...inside] : inside;
}

function withParentheses(code, functions) {
  const marks = functions.flatMap(({ start, end }) => [
    [start, "("],
    [end, ")"],
  ]);
  let done = "";
  let from = 0;
  for (const [at, mark] of marks.sort(([one], [other]) => one - other)) {
    done += code.slice(from, at) + mark;
    from = at;
  }
  return done + code.slice(from);
}
