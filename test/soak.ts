import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAIN, makePlace } from "./e2e/run-waymark.ts";
import { HOSTILITIES, startHostileServer } from "./hostile-server.ts";

/** What one attack did to the program. */
export interface Soaked {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
  /** The most memory that the process ever held, its children apart. */
  readonly rssMb: number;
  /** The longest that nothing else had a turn, once the program had started. */
  readonly lagMs: number;
}

const LONG_LINE = `${"x".repeat(30_000_000)}needle${"y".repeat(30_000_000)}\n`;

/** Each hostile server asked for an answer, and hostile files and commands given to the tools. */
export const ATTACKS: Readonly<Record<string, () => Promise<Soaked>>> = {
  ...Object.fromEntries(
    (Object.keys(HOSTILITIES) as (keyof typeof HOSTILITIES)[]).map((name) => [
      `a server: ${name}`,
      async () => {
        const server = await startHostileServer(name);
        try {
          const environment = { OPENAI_COMPATIBLE_BASE_URL: server.url };
          return await soak(["-p", "Hello?", "-m", "openai-compatible/m", "--output-format", "json"], { environment });
        } finally {
          await server.close();
        }
      },
    ]),
  ),
  "a line of 60 MB in a folder": () =>
    soak(tool("search_code", { pattern: "needle" }), { files: { "big.txt": LONG_LINE } }),
  "a line of 60 MB in a file": () =>
    soak(tool("search_code", { pattern: "needle", path: "big.txt" }), { files: { "big.txt": LONG_LINE } }),
  "a read of a line of 60 MB": () => soak(tool("read_file", { path: "big.txt" }), { files: { "big.txt": LONG_LINE } }),
  "a flood on standard error": () => soak(tool("shell", { command: "seq 1 20000000 >&2" }), {}),
};

const tool = (name: string, input: object): readonly string[] => ["tool", "run", name, JSON.stringify(input)];

/** Loaded before the program: writes what it saw when the process ends. The start itself is not counted as lag. */
const PROBE = `
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
setTimeout(() => delay.reset(), 150).unref();
process.on("exit", () => writeFileSync(process.env.SOAK_FILE, JSON.stringify({
  rssMb: process.resourceUsage().maxRSS / 1024, lagMs: delay.max / 1e6,
})));
`;

async function soak(
  args: readonly string[],
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly files?: Readonly<Record<string, string>>;
  },
): Promise<Soaked> {
  const place = makePlace(options.files);
  const file = join(place.home, "soak.json");
  try {
    writeFileSync(file, "{}");
    const child = spawn(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(PROBE)}`, MAIN, ...args],
      {
        cwd: place.cwd,
        env: {
          ...{ PATH: process.env["PATH"], HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") },
          ...{ LANG: "C.UTF-8", SOAK_FILE: file },
          ...options.environment,
        },
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 60_000,
      },
    );
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
