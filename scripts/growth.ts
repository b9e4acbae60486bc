/**
 * Looks for sources that cost a reader of the code index more than their length: what a language opens, then a unit of it again and again,
 * on one line or on lines of their own, at sizes that double. Tells each shape whose work more than doubles with them.
 *
 *     nice node scripts/growth.ts                every shape: an hour
 *     node scripts/growth.ts 'A.jcl .*SET'       those whose name matches
 *     node scripts/growth.ts . 3/12              every twelfth of those, from the third on
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { loadFinder } from "../src/adapters/code-index/file-builder.ts";
import { MemberPaths } from "../src/adapters/code-index/member-paths.ts";
import { FileParser } from "../src/adapters/code-index/parse-file.ts";
import { SHAPES, type Shape } from "./growth-shapes.ts";

/** Of one shape: the sizes that were tried, with the milliseconds of work at each. */
interface Measured {
  readonly rows: readonly (readonly [characters: number, ms: number])[];
  readonly trouble?: string | undefined;
}

const CHARACTERS_MIN = 25_000;
const CHARACTERS_MAX = 1_600_000;
/** Less tells nothing; after more the next size would be long. */
const MS_MIN = 250;
const MS_MAX = 400;
const RATIO_MAX = 2.7;
/** Of its own work: beside others that want the processor a case takes many times as long by the clock. */
const HANG_CPU_SECONDS = 25;
/** Where the system does not tell the work of another process. */
const HANG_MS = 600_000;
const LOOK_MS = 500;
/** What Linux counts the work of a process in. */
const TICKS_A_SECOND = 100;

async function measure(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "waymark-growth-"));
  const finder = await loadFinder(new Set(SHAPES.map(({ path }) => extname(path))));
  process.once("disconnect", () => {
    rmSync(root, { recursive: true, force: true });
    process.exit();
  });
  process.on("message", (index: number) => {
    const { path, text } = SHAPES[index] as Shape;
    const rows: [number, number][] = [];
    for (let size = CHARACTERS_MIN; size <= CHARACTERS_MAX && (rows.at(-1)?.[1] ?? 0) < MS_MAX; size *= 2) {
      writeFileSync(join(root, path), text(size));
      const members = new MemberPaths([], [], () => false);
      const parser = new FileParser({ root, finder, members, encoding: undefined, copied: new Set() });
      const before = process.cpuUsage();
      const { trouble } = parser.parse(path);
      const { user, system } = process.cpuUsage(before);
      rows.push([size, (user + system) / 1000]);
      process.send?.({ rows, trouble });
    }
    process.send?.("end");
  });
  process.send?.("ready");
}

/** One after the other, so that they do not take each other's time; a reader that hangs is ended, and another goes on. */
async function tellGrowth(wanted: RegExp, part: string): Promise<void> {
  const [first = 1, parts = 1] = part.split("/").map(Number);
  let child: ChildProcess | undefined;
  let grown = 0;
  const chosen = [...SHAPES.entries()]
    .filter(([, { name }]) => wanted.test(name))
    .filter((_, at) => at % parts === first - 1);
  for (const [index, { name }] of chosen) {
    if (child === undefined) {
      child = fork(import.meta.filename, ["--measure"]);
      await once(child, "message");
    }
    const { end, measured } = await one(child, index);
    if (end !== "end") {
      child.kill("SIGKILL");
      child = undefined;
    }
    const problem = end === "end" ? growthOf(measured) : end;
    if (problem === undefined) continue;
    grown++;
    console.log(`${problem}  ${name}  ${measured.trouble ?? ""}`);
  }
  child?.disconnect();
  console.log(`${chosen.length} of ${SHAPES.length} shapes, ${grown} that grow`);
}

async function one(
  child: ChildProcess,
  index: number,
): Promise<{ readonly end: "end" | "hangs" | "crashes"; readonly measured: Measured }> {
  let measured: Measured = { rows: [] };
  const settled = Promise.withResolvers<"end" | "hangs" | "crashes">();
  const hear = (message: Measured | "end"): void => {
    if (message === "end") settled.resolve("end");
    else measured = message;
  };
  const crash = (): void => settled.resolve("crashes");
  const startMs = performance.now();
  const startSeconds = cpuSecondsOf(child);
  const timer = setInterval(() => {
    const isOver = performance.now() - startMs > HANG_MS;
    if (isOver || cpuSecondsOf(child) - startSeconds > HANG_CPU_SECONDS) settled.resolve("hangs");
  }, LOOK_MS);
  child.on("message", hear).once("exit", crash).send(index);
  const end = await settled.promise;
  clearInterval(timer);
  child.off("message", hear).off("exit", crash);
  return { end, measured };
}

/** What the process has worked since it began, its threads together; 0 where the system does not tell. */
function cpuSecondsOf({ pid }: ChildProcess): number {
  try {
    // Behind the name of the program, which may hold anything.
    const [, rest = ""] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const fields = rest.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}

function growthOf({ rows }: Measured): string | undefined {
  const [characters, ms] = rows.at(-1) ?? [0, 0];
  const ratio = ms / Math.max(1, rows.at(-2)?.[1] ?? ms);
  if (ms < MS_MIN || ratio < RATIO_MAX) return undefined;
  return `x${ratio.toFixed(1)} at ${characters} characters, ${ms.toFixed(0)} ms`;
}

if (process.argv[2] === "--measure") await measure();
else await tellGrowth(new RegExp(process.argv[2] ?? ""), process.argv[3] ?? "1/1");
