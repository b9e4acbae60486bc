import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type CodeIndex, openCodeIndex } from "../src/adapters/code-index/code-intelligence.ts";
import type { QueryInput, QueryVerb } from "../src/engines/citadel/queries/run-query.ts";
import { cloneEstate, type WrittenEstate, writeEstate } from "./citadel-estate.ts";
import { type Measurement, median } from "./measurement.ts";

/** WAYMARK_BENCH_LINES sizes the estate (10000000 is the size the targets are about); it is written to a temporary folder. */
const LINES = Number(process.env["WAYMARK_BENCH_LINES"] ?? 100_000);
/** WAYMARK_BENCH_SOURCE names a folder of real source to clone; without it programs are made up. */
const SOURCE = process.env["WAYMARK_BENCH_SOURCE"];
const SECONDS_OF_TEN_MILLION = 30;
const TEN_MILLION = 10_000_000;
/** Questions of each kind; the median counts. */
const QUESTIONS = 7;
const MAIN = resolve(import.meta.dirname, "../dist/main.js");

/** What an index costs: built by the program as people start it, opened again, asked, and brought in step with an edit. */
export async function bench(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-bench-"));
  try {
    const small = buildOf(folder, "small", Math.max(10_000, LINES / 10));
    const large = buildOf(folder, "large", LINES);
    const perLine = (large.cpuSeconds - small.cpuSeconds) / (large.lines - small.lines);
    const slope = perLine / (large.cpuSeconds / large.lines);
    return [
      {
        name: `index of ${large.lines} lines in ${large.files} files, as ten million`,
        value: (large.seconds / large.lines) * TEN_MILLION,
        unit: "s",
        target: `<= ${SECONDS_OF_TEN_MILLION}`,
      },
      { name: "cost of the last line against the mean (1 is linear)", value: slope, unit: "×", target: "<= 1.3" },
      {
        name: "the same in processor time, shared by two cores",
        value: (large.cpuSeconds / large.lines) * TEN_MILLION * 0.5,
        unit: "s",
        target: `<= ${SECONDS_OF_TEN_MILLION}`,
      },
      { name: "largest memory of the build", value: large.memoryMb, unit: "MB", target: "<= 700" },
      {
        name: "lines in a second of one processor",
        value: large.lines / large.cpuSeconds,
        unit: "lines",
        target: ">= 200000",
      },
      {
        name: "index on disk, of each line",
        value: bytesBelow(large.cacheFolder) / large.lines,
        unit: "B",
        target: "<= 40",
      },
      ...(await questions(folder, large)),
      ...wholes(large),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Built extends WrittenEstate, Cost {
  readonly root: string;
  readonly home: string;
  readonly cacheFolder: string;
}

function buildOf(folder: string, name: string, linesWanted: number): Built {
  const root = join(folder, name);
  const estate = SOURCE === undefined ? writeEstate(root, linesWanted) : cloneEstate(SOURCE, root, linesWanted);
  const home = join(folder, `${name}-home`);
  return { ...estate, root, home, cacheFolder: join(home, "cache"), ...processOf(home, ["index", "--root", root]) };
}

interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly memoryMb: number;
}

/** What `waymark code` takes as a process of its own; what it prints goes nowhere. */
function processOf(home: string, words: readonly string[]): Cost {
  const script = `import { readFileSync } from "node:fs";
    process.on("exit", () => {
      const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
      // A process begins with the peak of its parent; that of its own memory Linux tells apart.
      const own = process.platform === "linux" ? /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1] : maxRSS;
      process.stderr.write("\\npeak=" + own + " cpu=" + (userCPUTime + systemCPUTime));
    });
    process.argv.push("waymark", "code", ...${JSON.stringify(words)});
    await import(${JSON.stringify(existsSync(MAIN) ? MAIN : resolve(import.meta.dirname, "../src/main.ts"))});`;
  const startMs = performance.now();
  const errors = execFileSync(
    "sh",
    ["-c", '"$0" --input-type=module -e "$1" 2>&1 >/dev/null', process.execPath, script],
    {
      env: { ...process.env, WAYMARK_HOME: home },
      encoding: "utf8",
    },
  );
  const seconds = (performance.now() - startMs) / 1000;
  const memoryMb = Number(/peak=(\d+)/.exec(errors)?.[1] ?? Number.NaN) / 1024;
  const cpuSeconds = Number(/cpu=(\d+)/.exec(errors)?.[1] ?? Number.NaN) / 1_000_000;
  return { seconds, cpuSeconds, memoryMb };
}

function bytesBelow(folder: string): number {
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** What is asked of the whole estate in a process of its own, and one question about a name. */
function wholes({ root, home }: Built): Measurement[] {
  // Rules and fields are read from what the first question about them kept.
  const verbs = ["stats", "dead-code", "jobs", "crud", "screens", "summary", "rules", "fields"];
  const first = processOf(home, ["rules", ".", "--root", root]);
  const costs = [
    { verb: "rules, the first time", ...first },
    ...verbs.map((verb) => ({ verb, ...processOf(home, [verb, ".", "--root", root]) })),
  ];
  const graph = processOf(home, ["graph", "--json", "--root", root]);
  const name = globSync("**/*.{cbl,CBL}", { cwd: root }).sort()[0] ?? "";
  const cold = [0, 1, 2].map(() => processOf(home, ["callers", stemOf(name), "--root", root]).seconds * 1000);
  return [
    ...costs.flatMap(({ verb, seconds, cpuSeconds, memoryMb }) => [
      { name: `whole estate: ${verb}`, value: seconds, unit: "s", target: "<= 2" },
      { name: `whole estate: ${verb}, processor`, value: cpuSeconds, unit: "s" },
      { name: `whole estate: ${verb}, memory`, value: memoryMb, unit: "MB", target: "<= 500" },
    ]),
    { name: "graph --json", value: graph.seconds, unit: "s" },
    { name: "graph --json, memory", value: graph.memoryMb, unit: "MB", target: "<= 500" },
    { name: "a question from a cold shell", value: Math.min(...cold), unit: "ms", target: "<= 250" },
  ];
}

const stemOf = (file: string): string => (file.split("/").pop() ?? "").replace(/\..*$/, "");

async function questions(folder: string, { root, cacheFolder }: Built): Promise<Measurement[]> {
  const { signal } = new AbortController();
  const startMs = performance.now();
  const index = openCodeIndex({ root, cacheFolder, wholeBytesMax: 0 });
  await index.sync({ signal });
  const openedMs = performance.now() - startMs;
  const programs = globSync("**/*.{cbl,CBL}", { cwd: root }).sort();
  // Another program each time: an answer that is kept costs nothing.
  const asked = Array.from({ length: QUESTIONS }, (_, turn) => programs[((turn + 1) * 7919) % programs.length] ?? "");
  const path = asked[0] ?? "";
  const ask = async (verb: QueryVerb, title: string, inputOf: (file: string) => QueryInput): Promise<Measurement> => ({
    name: `question: ${verb} of ${title}, a new one each time`,
    value: await timeOf(index, verb, asked.map(inputOf)),
    unit: "ms",
    target: "<= 100",
  });
  try {
    const ofName = (file: string): QueryInput => ({ path: ".", names: [stemOf(file)] });
    const ofFile = (file: string): QueryInput => ({ path: file });
    const ofFolder = (file: string): QueryInput => ({ path: dirname(file) });
    const answers = [
      await ask("callers", "a name", ofName),
      await ask("impact", "a name", ofName),
      await ask("analyze", "a file", ofFile),
      await ask("flow", "a file", ofFile),
      await ask("dead-code", "a file", ofFile),
      await ask("jobs", "a file", ofFile),
      await ask("callouts", "a folder", ofFolder),
    ];
    const edits: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      appendFileSync(join(root, path), "      * an edit\n");
      const editMs = performance.now();
      await index.sync({ signal });
      edits.push(performance.now() - editMs);
    }
    return [
      { name: "opened again, every file looked at", value: openedMs, unit: "ms", target: "<= 1000" },
      ...answers,
      { name: "one changed file", value: median(edits), unit: "ms", target: "<= 100" },
      ...carddemo(folder),
    ];
  } finally {
    index.close();
  }
}

async function timeOf(index: CodeIndex, verb: QueryVerb, inputs: readonly QueryInput[]): Promise<number> {
  const all: number[] = [];
  const { signal } = new AbortController();
  for (const input of inputs) {
    const startMs = performance.now();
    await index.answer(verb, input, { signal });
    all.push(performance.now() - startMs);
  }
  return median(all);
}

/** A real estate, whole processes: cold without an index, warm with one. Only where WAYMARK_BENCH_SOURCE names it. */
function carddemo(folder: string): Measurement[] {
  if (SOURCE === undefined || !existsSync(MAIN)) return [];
  const home = join(folder, "source-home");
  const run = (...words: readonly string[]): number => {
    const startMs = performance.now();
    const env = { ...process.env, WAYMARK_HOME: home };
    execFileSync(process.execPath, [MAIN, "code", ...words, "--root", SOURCE], { env, stdio: "ignore" });
    return performance.now() - startMs;
  };
  const colds = [0, 1, 2].map(() => {
    rmSync(join(home, "cache"), { recursive: true, force: true });
    return run("index");
  });
  const warms = [0, 1, 2].map(() => run("dead-code", "."));
  return [
    { name: "the source itself, cold, start included", value: Math.min(...colds), unit: "ms", target: "<= 1000" },
    { name: "the source itself, warm, dead code of all", value: Math.min(...warms), unit: "ms", target: "<= 300" },
  ];
}
