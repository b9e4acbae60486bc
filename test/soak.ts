import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAIN, makePlace, scriptedModel } from "./e2e/run-waymark.ts";
import { HOSTILITIES, startHostileServer } from "./hostile-server.ts";
import { pdfBomb, scannedPdf } from "./large-pdf.ts";

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

const LONG_LINE = `${"x".repeat(30_000_000)}needle${"y".repeat(30_000_000)}\n`;

const MANY = `${"a".repeat(60)}!\n`.repeat(100_000);

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
  "a read of 60 MB of line ends": () =>
    soak(tool("read_file", { path: "ends.txt" }), { files: { "ends.txt": "\n".repeat(60_000_000) } }),
  "an edit of 60 MB of line ends": () =>
    soak(tool("edit_file", { path: "ends.txt", edits: [{ old_string: "a", new_string: "b" }] }), {
      files: { "ends.txt": "\n".repeat(60_000_000) },
    }),
  "a picture of empty parts": () => soak(tool("read_file", { path: "a.jpg" }), { files: { "a.jpg": emptyTables() } }),
  "a pattern that is tried for hours": () =>
    soak(tool("search_code", { pattern: "(a+)+$", path: "many.txt" }), { files: { "many.txt": MANY } }),
  "a PDF that unpacks to 300 MB": () =>
    soak(tool("read_file", { path: "bomb.pdf" }), { files: { "bomb.pdf": pdfBomb() } }),
  "a PDF of 90 MB of pictures": () =>
    soak(tool("read_file", { path: "scans.pdf" }), { files: { "scans.pdf": scannedPdf() } }),
  "a PDF of 90 MB that is cut off": () =>
    soak(tool("read_file", { path: "cut.pdf" }), { files: { "cut.pdf": scannedPdf().subarray(0, -4_000) } }),
  "a flood on standard error": () => soak(tool("shell", { command: "seq 1 20000000 >&2" }), {}),
};

/** The head of a picture of one pixel, and ten million tables that hold nothing. */
function emptyTables(): Uint8Array {
  const head = Buffer.from("ffd8ffc0000b080001000101011100", "hex");
  return Buffer.concat([head, Buffer.alloc(40_000_000, Buffer.from([0xff, 0xdb, 0, 2]))]);
}

/** Calls of one round of a long session, each hostile in its way. */
const ROUND: readonly { readonly name: string; readonly input: object }[] = [
  { name: "shell", input: { command: "seq 1 3000000 >&2" } },
  { name: "shell", input: { command: "yes 'a line of text' | head -c 40000000" } },
  { name: "shell", input: { command: "head -c 20000000 /dev/zero | tr '\\0' x" } },
  { name: "shell", input: { command: "head -c 8000000 /dev/urandom" } },
  { name: "shell", input: { command: "yes \"$(printf '\\033[2J\\033]0;t\\007')\" | head -c 8000000" } },
  { name: "shell", input: { command: "yes 'AKIAIOSFODNN7EXAMPLE password=hunter2-hunter2' | head -c 4000000" } },
  { name: "search_code", input: { pattern: "needle", path: "big.txt" } },
  { name: "search_code", input: { pattern: "(a+)+$", path: "many.txt" } },
  { name: "read_file", input: { path: "many.txt" } },
  { name: "list_files", input: {} },
];

/** Calls that look through a folder of many names. */
const LOOKS: typeof ROUND = [
  { name: "shell", input: { command: "grep -r needle . | wc -l" } },
  { name: "shell", input: { command: "touch new.txt; rm new.txt" } },
  { name: "list_files", input: {} },
  { name: "list_files", input: { depth: 2 } },
  { name: "find_files", input: { pattern: "**/*7.txt" } },
  { name: "read_file", input: { path: "nowhere.txt" } },
];

/** One session in which a model lets hostile files and commands loose, round after round: what is kept of one must go with the next. */
export const soakSession = (rounds: number): Promise<Soaked> =>
  soakCalls(
    Array.from({ length: rounds }, () => ROUND),
    { "big.txt": LONG_LINE, "many.txt": MANY },
  );

/** A session in a folder that holds that many names, one call after the other. */
export const soakNames = (names: number): Promise<Soaked> =>
  soakCalls(
    LOOKS.map((call) => [call]),
    Object.fromEntries(Array.from({ length: names }, (_, index) => [`a-file-among-many-${index}.txt`, ""])),
  );

async function soakCalls(steps: readonly (typeof ROUND)[], files: Readonly<Record<string, string>>): Promise<Soaked> {
  const place = makePlace();
  const replies = steps.map((step, at) => ({
    calls: step.map(({ name, input }, index) => ({ id: `call-${at}-${index}`, name, input })),
  }));
  const model = scriptedModel(place, [...replies, { text: "soaked" }]);
  try {
    const flags = [
      "--allowedTools",
      "shell(*)",
      "--max-turns",
      String(steps.length + 2),
      "--output-format",
      "stream-json",
    ];
    return await soak(["-p", "go", "-m", model, ...flags], {
      files,
      // A summary would take a reply of the script.
      environment: { WAYMARK_CONTEXT_TOKENS: "100000000" },
      timeoutMs: 20_000 + steps.length * 60_000,
    });
  } finally {
    place.remove();
  }
}

const tool = (name: string, input: object): readonly string[] => ["tool", "run", name, JSON.stringify(input)];

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

async function soak(
  args: readonly string[],
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly files?: Readonly<Record<string, string | Uint8Array>>;
    readonly timeoutMs?: number;
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
        timeout: options.timeoutMs ?? 60_000,
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
