import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED, MAIN, makePlace, putFiles, scriptedModel } from "../e2e/run-waymark.ts";

/** What one attack did to the program. */
export interface Soaked {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
  /** The most memory that the process ever held, its children apart. */
  readonly rssMb: number;
  /** The longest that nothing else had a turn, once the program had started: with the time in which other programs had the processor. */
  readonly lagMs: number;
  /** The most that it computed at a stretch: what of the above is its own doing. */
  readonly busyMs: number;
}

export interface SoakCall {
  readonly name: string;
  readonly input: object;
}

export interface SoakOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The person's own. */
  readonly settings?: object;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** A session whose model makes these calls, those of a step at once, and says "soaked" behind them. */
export async function soakCalls(
  steps: readonly (readonly SoakCall[])[],
  { allowed = "shell(*)", ...options }: SoakOptions & { readonly allowed?: string },
): Promise<Soaked> {
  const place = makePlace();
  const replies = steps.map((step, at) => ({
    calls: step.map(({ name, input }, index) => ({ id: `call-${at}-${index}`, name, input })),
  }));
  const model = scriptedModel(place, [...replies, { text: "soaked" }]);
  const turns = ["--max-turns", String(steps.length + 2)];
  const flags = ["--trust", "--allowedTools", allowed, ...turns, "--output-format", "stream-json"];
  try {
    return await soak(["-p", "go", "-m", model, ...flags], {
      timeoutMs: 20_000 + steps.length * 60_000,
      ...options,
      // A summary would take a reply of the script.
      environment: { WAYMARK_CONTEXT_TOKENS: "100000000", ...options.environment },
    });
  } finally {
    place.remove();
  }
}

/** Loaded before the program: writes what it saw when the process ends. The start itself is not counted as lag. */
const PROBE = `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const STATUS = "/proc/self/status";
// Of its own memory alone: what a system tells as the most that was held begins with what the parent held when it started this process.
const peakMb = () => existsSync(STATUS)
  ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync(STATUS, "utf8"))[1]) / 1024
  : process.resourceUsage().maxRSS / 1024;
const EVERY_MS = 5, START_MS = 400;
let before = performance.now(), cpu = process.threadCpuUsage();
let lagMs = 0, busyMs = 0;
setInterval(() => {
  const now = performance.now(), used = process.threadCpuUsage(cpu);
  if (before > START_MS) {
    lagMs = Math.max(lagMs, now - before - EVERY_MS);
    busyMs = Math.max(busyMs, (used.user + used.system) / 1000);
  }
  before = now;
  cpu = process.threadCpuUsage();
}, EVERY_MS).unref();
process.on("exit", () => {
  // What held up everybody until the end was seen by no timer.
  const used = process.threadCpuUsage(cpu);
  lagMs = Math.max(lagMs, performance.now() - before - EVERY_MS);
  busyMs = Math.max(busyMs, (used.user + used.system) / 1000);
  writeFileSync(process.env.SOAK_FILE, JSON.stringify({
  rssMb: peakMb(), lagMs, busyMs,
  }));
});
`;

/** Of Node, for a program that writes what it came to into the file that `SOAK_FILE` names. */
export const PROBE_FLAGS: readonly string[] = ["--import", `data:text/javascript,${encodeURIComponent(PROBE)}`];

/** One start of the program, watched from within until it ends. */
export async function soak(args: readonly string[], options: SoakOptions): Promise<Soaked> {
  const place = makePlace(options.files);
  const file = join(place.home, "soak.json");
  putFiles(place.home, { "waymark/config/config.json": JSON.stringify(options.settings ?? {}) });
  try {
    writeFileSync(file, "{}");
    const child = spawn(process.execPath, [...PROBE_FLAGS, MAIN, ...args], {
      cwd: place.cwd,
      env: {
        ...{ PATH: process.env["PATH"], HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") },
        ...{ LANG: "C.UTF-8", SOAK_FILE: file, ...COMPILED },
        ...options.environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.timeoutMs ?? 60_000,
    });
    const startMs = performance.now();
    const streams = [child.stdout, child.stderr].map(async (stream) => {
      let text = "";
      // Enough to tell what was said, at the end above all; an answer without end is not kept here either.
      for await (const piece of stream) text = `${text}${String(piece)}`.slice(-50_000);
      return text;
    });
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    const [stdout = "", stderr = ""] = await Promise.all(streams);
    const seen = JSON.parse(readFileSync(file, "utf8"));
    return { code, stdout, stderr, elapsedMs: performance.now() - startMs, ...seen };
  } finally {
    place.remove();
    rmSync(file, { force: true });
  }
}
