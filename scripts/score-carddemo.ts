// `npm run score:carddemo -- DIR`: the rows of the scoreboard that AWS CardDemo decides, each beside the figure of the original.
// DIR is a checkout of aws-samples/aws-mainframe-modernization-carddemo; nothing of it is copied. Needs a build for the times.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { type CodeIndex, openCodeIndex } from "../src/adapters/code-index/code-intelligence.ts";
import { Estate } from "../src/engines/citadel/graph/estate.ts";
import type { Graph, GraphEdge } from "../src/engines/citadel/model.ts";
import type { QueryInput, QueryVerb } from "../src/engines/citadel/queries/run-query.ts";
import { judgeCitations } from "../test/citations.ts";
import { type CobolCounts, countCobol, countDatasets } from "./count-sources.ts";

interface Row {
  readonly metric: string;
  readonly original: string;
  readonly here: string;
  readonly isBetter: boolean;
}

const signal = new AbortController().signal;
const [given] = process.argv.slice(2);
if (given === undefined || !existsSync(given)) {
  console.error("Give the folder of a CardDemo checkout: npm run score:carddemo -- DIR");
  process.exit(2);
}
const folder = realpathSync(resolve(given));
const root = existsSync(join(folder, "app")) ? join(folder, "app") : folder;
const cacheFolder = mkdtempSync(join(tmpdir(), "waymark-score-"));
const index = openCodeIndex({ root, cacheFolder });
try {
  const graph = await index.graph({ signal });
  const rows = [
    ...coverage(graph),
    ...transfers(graph),
    ...verbs(graph),
    datasets(graph),
    ...(await callers(index)),
    ...(await dead(index)),
    samePerformed(graph),
    citations(graph),
    ...times(),
    ...(await inProcess(index)),
  ];
  print(rows);
  process.exitCode = rows.every((row) => row.isBetter) ? 0 : 1;
} finally {
  index.close();
  rmSync(cacheFolder, { recursive: true, force: true });
}

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map((row) => row.metric.length)) + 2;
  console.log(`      ${"metric".padEnd(width)}${"original".padEnd(24)}here`);
  for (const { metric, original, here, isBetter } of rows)
    console.log(`${isBetter ? "ok    " : "MISS  "}${metric.padEnd(width)}${original.padEnd(24)}${here}`);
}

/** Files that hold source: data, documents and placeholders are none. */
function coverage(graph: Graph): Row[] {
  const sources = globSync("**/*.*", { cwd: root }).filter(
    (path) =>
      !/\.(?:md|png|ps|ebcdic|txt|dat|gitkeep|template|init|zip|drawio|jpg|csv|sh|xmi)$/i.test(path) &&
      !/(?:^|\/)\./.test(path),
  );
  const read = new Set(graph.files.filter((file) => file.parse !== "failed").map((file) => file.path));
  const found = sources.filter((path) => read.has(path));
  const full = graph.files.filter((file) => file.parse === "full").length;
  return [
    {
      metric: "1 source files understood",
      original: "181 of 210",
      here: `${found.length} of ${sources.length}, ${full} without a remark`,
      isBetter: found.length / sources.length > 181 / 210,
    },
  ];
}

function cics(graph: Graph, ...commands: string[]): GraphEdge[] {
  return graph.edges.filter(
    (edge) => edge.detail?.["exec"] === "CICS" && commands.includes(String(edge.detail["command"])),
  );
}

function places(edges: readonly GraphEdge[]): Set<string> {
  return new Set(edges.map((edge) => `${edge.file}:${edge.line}`));
}

function transfers(graph: Graph): Row[] {
  const all = places(cics(graph, "XCTL", "LINK"));
  const resolved = places(cics(graph, "XCTL", "LINK").filter((edge) => edge.to !== undefined));
  const row = { metric: "2 CICS XCTL and LINK resolved to a program", original: "0 of 33" };
  return [
    {
      ...row,
      here: `${resolved.size} of ${all.size}`,
      isBetter: resolved.size >= 30 && resolved.size / all.size > 0.9,
    },
  ];
}

/** Statements found, beside a count of words that knows nothing of the parser. */
function verbs(graph: Graph): Row[] {
  const counts = globSync("**/*.{cbl,CBL,cob,COB}", { cwd: root }).reduce<CobolCounts>(
    (sum, path) => countCobol(readFileSync(join(root, path), "latin1"), sum),
    {},
  );
  const isCode = (edge: GraphEdge): boolean => /\.cbl$/i.test(edge.file);
  const found = (edges: readonly GraphEdge[]): number => places(edges.filter(isCode)).size;
  const row = (metric: string, original: string, here: number, wanted: number): Row => ({
    metric,
    original,
    here: `${here} of ${wanted}`,
    isBetter: here >= wanted,
  });
  const natives = graph.edges.filter(
    (edge) => typeof edge.detail?.["verb"] === "string" && edge.detail["exec"] === undefined,
  );
  const native = (verb: string): GraphEdge[] => natives.filter((edge) => edge.detail?.["verb"] === verb);
  const dli = graph.edges.filter((edge) => edge.detail?.["exec"] === "DLI" && edge.kind !== "calls");
  return [
    row(
      "3 SEND MAP",
      "7 of 26",
      found(cics(graph, "SEND").filter((edge) => edge.kind === "sends")),
      counts["SEND MAP"] ?? 0,
    ),
    row(
      "3 RECEIVE MAP",
      "7 of 21",
      found(cics(graph, "RECEIVE").filter((edge) => edge.kind === "receives")),
      counts["RECEIVE MAP"] ?? 0,
    ),
    row(
      "4 GO TO",
      "0 of 185",
      found(graph.edges.filter((edge) => edge.kind === "goto" && edge.text.startsWith("GO"))),
      counts["GO TO"] ?? 0,
    ),
    ...["READ", "WRITE", "REWRITE", "DELETE", "STARTBR", "READNEXT", "READPREV", "ENDBR"].map((command) =>
      row(
        `4 CICS ${command}`,
        command.startsWith("READ") || command === "WRITE" ? "in part" : "0",
        found(cics(graph, command)),
        counts[`CICS ${command}`] ?? 0,
      ),
    ),
    row("4 DL/I commands", "0 of 26", found(dli), counts["DLI"] ?? 0),
    ...["OPEN", "CLOSE", "READ", "WRITE", "REWRITE"].map((verb) =>
      row(`4 native ${verb}`, "0", found(native(verb)), counts[verb] ?? 0),
    ),
  ];
}

function datasets(graph: Graph): Row {
  const byPlace = places(graph.edges.filter((edge) => edge.to !== undefined || edge.resolved !== "exact"));
  const wanted = globSync("**/*.{jcl,JCL,prc,PRC,proc}", { cwd: root }).flatMap((path) =>
    countDatasets(readFileSync(join(root, path), "latin1")).map((lines) => lines.map((line) => `${path}:${line}`)),
  );
  const found = wanted.filter((lines) => lines.some((line) => byPlace.has(line)));
  const here = `${found.length} of ${wanted.length}`;
  return { metric: "5 DSN= of JCL", original: "112 of 225", here, isBetter: found.length === wanted.length };
}

async function linesOf(
  codeIndex: CodeIndex,
  verb: QueryVerb,
  input: QueryInput,
): Promise<readonly { text: string; file?: string }[]> {
  const result = await codeIndex.answer(verb, input, { signal });
  return result.kind === "answer" ? result.answer.sections.flatMap((section) => section.lines.slice()) : [];
}

async function callers(codeIndex: CodeIndex): Promise<Row[]> {
  const wanted: readonly (readonly [name: string, least: number])[] = [
    ["CBACT01C", 1],
    ["COCOM01Y", 21],
    ["COMEN01C", 2],
  ];
  return Promise.all(
    wanted.map(async ([name, least]): Promise<Row> => {
      const found = await linesOf(codeIndex, "callers", { path: ".", names: [name] });
      return {
        metric: `6 callers of ${name}`,
        original: "0",
        here: `${found.length} (${least} at least)`,
        isBetter: found.length >= least,
      };
    }),
  );
}

async function dead(codeIndex: CodeIndex): Promise<Row[]> {
  const all = await codeIndex.answer("dead-code", { path: "." }, { signal });
  const sections = all.kind === "answer" ? all.answer.sections : [];
  const unreachable = sections
    .filter((section) => section.heading.startsWith("Unreach"))
    .flatMap((section) => section.lines.slice());
  const unused = sections
    .filter((section) => section.heading.startsWith("Unref"))
    .flatMap((section) => section.lines.slice());
  const inProgram = (name: string): number =>
    unreachable.filter((line) => basename(line.file ?? "").startsWith(name)).length;
  return [
    {
      metric: "7 dead paragraphs",
      original: "0 (401 other items)",
      here: `${unreachable.length}, each with its reason`,
      isBetter: unreachable.length > 0,
    },
    {
      metric: "7 false ones in CBTRN02C",
      original: "15",
      here: String(inProgram("CBTRN02C")),
      isBetter: inProgram("CBTRN02C") === 0,
    },
    // Two EDIT routines and their exits are never performed there: read by hand.
    {
      metric: "7 in COACTUPC, 4 of them by hand",
      original: "4 false",
      here: String(inProgram("COACTUPC")),
      isBetter: inProgram("COACTUPC") === 4,
    },
    {
      metric: "7 UNUSED1Y is found",
      original: "no",
      here: unused.some((line) => line.text.startsWith("UNUSED1Y")) ? "yes" : "no",
      isBetter: unused.some((line) => line.text.startsWith("UNUSED1Y")),
    },
  ];
}

function samePerformed(graph: Graph): Row {
  const estate = new Estate([], graph);
  const wrong = graph.edges.filter((edge) => {
    const [from, to] = [estate.node(edge.from), estate.node(edge.to)];
    return (
      (edge.kind === "performs" || edge.kind === "goto") &&
      from &&
      to &&
      estate.programOf(from) !== estate.programOf(to)
    );
  });
  const names = new Map<string, number>();
  for (const node of graph.nodes) if (node.kind === "paragraph") names.set(node.name, (names.get(node.name) ?? 0) + 1);
  const shared = [...names.values()].filter((count) => count > 1).length;
  return {
    metric: `8 jumps into a namesake elsewhere (${shared} names)`,
    original: "merged",
    here: String(wrong.length),
    isBetter: wrong.length === 0,
  };
}

/** Every edge names a line; that line, read anew, holds the name. */
function citations(graph: Graph): Row {
  const { judged, wrong } = judgeCitations(graph, root);
  return {
    metric: "9 edges whose cited lines hold the name",
    original: "no lines in most answers",
    here: `${judged - wrong.length} of ${judged}`,
    isBetter: wrong.length === 0,
  };
}

/** Whole processes, start included, with the built program. */
function times(): Row[] {
  const main = resolve(import.meta.dirname, "../dist/main.js");
  if (!existsSync(main)) return [];
  const home = mkdtempSync(join(tmpdir(), "waymark-score-"));
  const run = (...words: readonly string[]): number => {
    const startMs = performance.now();
    execFileSync(process.execPath, [main, "code", ...words, "--root", root], {
      env: { ...process.env, WAYMARK_HOME: home },
      stdio: "ignore",
    });
    return (performance.now() - startMs) / 1000;
  };
  const best = (times: readonly number[]): number => Math.min(...times);
  const seconds = (value: number): string => `${value.toFixed(2)} s`;
  try {
    // The first start also fills Node's cache of compiled code, which is no part of an index.
    run("index");
    const colds = [0, 1, 2].map(() => {
      rmSync(join(home, "cache"), { recursive: true, force: true });
      return run("index");
    });
    const cold = best(colds);
    const warm = best([0, 1, 2].map(() => run("callers", "COCOM01Y")));
    const wide = best([0, 1, 2].map(() => run("dead-code", ".")));
    return [
      {
        metric: "10 whole tree cold, process start included",
        original: "4.4 s",
        here: seconds(cold),
        isBetter: cold <= 1,
      },
      { metric: "10 callers of COCOM01Y, warm index", original: "5.3 s", here: seconds(warm), isBetter: warm <= 0.3 },
      { metric: "10 dead code of the tree, warm index", original: "6.4 s", here: seconds(wide), isBetter: wide < 6.4 },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Questions to a process that is already running. */
async function inProcess(codeIndex: CodeIndex): Promise<Row[]> {
  const path = globSync("**/COACTUPC.cbl", { cwd: root })[0] ?? "COACTUPC.cbl";
  const time = async (verb: QueryVerb, input: QueryInput): Promise<number> => {
    const all: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const startMs = performance.now();
      await codeIndex.answer(verb, input, { signal });
      all.push(performance.now() - startMs);
    }
    return Math.min(...all);
  };
  const row = (metric: string, original: string, ms: number, targetMs: number): Row => ({
    metric,
    original,
    here: `${ms.toFixed(0)} ms`,
    isBetter: ms <= targetMs,
  });
  return [
    row("10 callouts of the whole tree, running process", "11.3 s", await time("callouts", { path: "." }), 50),
    row("10 call chains of the whole tree, running process", "11.1 s", await time("sequence", { path: "." }), 50),
    row("11 COACTUPC analyze", "2.8 s", await time("analyze", { path }), 100),
    row("11 COACTUPC patterns", "2.5 s", await time("patterns", { path }), 100),
  ];
}
