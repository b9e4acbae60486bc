import { execFileSync } from "node:child_process";
import { chmodSync, globSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlace, type Place, runWaymark } from "../../test/e2e/run-waymark.ts";
import { type Fault, type FaultResult, inPlace, ONCE, promise } from "./fault.ts";

interface ToolRun {
  readonly text: string;
  readonly failed: boolean;
  readonly durationMs: number;
  readonly place: Place;
}

/** One call of one tool through the built program, without a model. */
function calling(
  name: string,
  input: object,
  check: (run: ToolRun) => void,
  prepare?: (place: Place) => void,
): () => Promise<FaultResult> {
  return () =>
    inPlace(makePlace({ "a.txt": "alpha\n" }), async (place) => {
      prepare?.(place);
      const started = performance.now();
      const environment = { OPENAI_API_KEY: "sk-canary-4711", MY_SECRET_TOKEN: "canary-4712" };
      const args = ["tool", "run", name, JSON.stringify(input), "--permission-mode", "bypassPermissions"];
      const { code, signal, stdout, stderr } = await runWaymark(args, { ...place, environment });
      const text = stdout + stderr;
      promise(signal === null && code !== null, `it ended by ${signal}`, text);
      promise(!/This is a bug|\n\s+at .*\.js:\d/.test(text), "a crash", text);
      check({ text, failed: code !== 0, durationMs: performance.now() - started, place });
      return ONCE;
    });
}

const shell = (command: string, check: (run: ToolRun) => void, more: object = {}): (() => Promise<FaultResult>) =>
  calling("shell", { command, ...more }, check);

function isRunning(word: string): boolean {
  return globSync("/proc/[0-9]*/cmdline").some((path) => {
    try {
      return readFileSync(path, "latin1").includes(word);
    } catch {
      return false;
    }
  });
}

function within(run: ToolRun, ms: number): void {
  promise(run.durationMs < ms, `it took ${Math.round(run.durationMs)} ms`);
}

function editing(
  id: string,
  name: string,
  before: Buffer,
  edit: { readonly old_string: string; readonly new_string: string },
  after: Buffer | "refused",
): Fault {
  return {
    id,
    name,
    run: calling(
      "edit_file",
      { path: "f.txt", ...edit },
      ({ place, text, failed }) => {
        const found = readFileSync(join(place.cwd, "f.txt"));
        promise(
          found.equals(after === "refused" ? before : after),
          "other bytes",
          `${found.toString("latin1")} ${text}`,
        );
        promise(failed === (after === "refused"), "failed or not", text);
      },
      (place) => writeFileSync(join(place.cwd, "f.txt"), before),
    ),
  };
}

const bytes = (text: string, encoding: BufferEncoding = "utf8"): Buffer => Buffer.from(text, encoding);

export const TOOL_FAULTS: readonly Fault[] = [
  {
    id: "fault-062",
    name: "a command that hangs and ignores SIGTERM",
    run: shell(
      "trap '' TERM; sleep 5711; sleep 5711",
      (run) => {
        within(run, 10_000);
        promise(run.failed && !isRunning("sleep\x005711"), "it goes on", run.text);
      },
      { timeout: 2 },
    ),
  },
  {
    id: "fault-063",
    name: "a background child that keeps the output open",
    run: shell("sleep 20 & echo started", (run) => {
      within(run, 8_000);
      promise(run.text.includes("started"), "no output", run.text);
    }),
  },
  {
    id: "fault-065",
    name: "200 MB of output",
    run: shell("head -c 200000000 /dev/zero | tr '\\0' x", (run) => {
      within(run, 60_000);
      promise(run.text.length < 1_000_000, `${run.text.length} characters came through`);
    }),
  },
  {
    id: "fault-066",
    name: "output without end",
    run: shell(
      "yes",
      (run) => {
        within(run, 15_000);
        promise(run.text.length < 1_000_000, `${run.text.length} characters came through`);
      },
      { timeout: 3 },
    ),
  },
  {
    id: "fault-067",
    name: "one line of 20 MB",
    run: shell("head -c 20000000 /dev/zero | tr '\\0' x | sed 's/x/é/g'", (run) =>
      promise(!run.text.includes("\ufffd"), "a character was cut"),
    ),
  },
  ...["read x; echo got $x", "cat", "less a.txt", "python3 -c 'input()'"].map(
    (command): Fault => ({
      id: "fault-068",
      name: `waits for input: ${command}`,
      run: shell(command, (run) => within(run, 8_000)),
    }),
  ),
  {
    id: "fault-069",
    name: "binary output",
    run: shell("head -c 3000 /bin/ls", (run) => promise(!/[\0\x1b\x07]/.test(run.text), "control bytes came through")),
  },
  {
    id: "fault-070",
    name: "output that is no UTF-8",
    run: shell("printf 'caf\\351 \\377\\376'", (run) => promise(run.text.includes("caf"), "no text", run.text)),
  },
  {
    id: "fault-071",
    name: "exit code",
    run: shell("exit 3", (run) => promise(run.failed && /exit code 3/.test(run.text), "not said", run.text)),
  },
  {
    id: "fault-071",
    name: "command not found",
    run: shell("no-such-command-4711", (run) => promise(run.failed && /127/.test(run.text), "not said", run.text)),
  },
  {
    id: "fault-071",
    name: "killed by a signal",
    run: shell("kill -9 $$", (run) => promise(run.failed && /SIGKILL|137/.test(run.text), "not said", run.text)),
  },
  {
    id: "fault-072",
    name: "escape sequences in output",
    run: shell("printf '\\033]0;title\\007\\033[2Jred'", (run) =>
      promise(!/[\x1b\x07]/.test(run.text), "they came through", JSON.stringify(run.text)),
    ),
  },
  {
    id: "fault-074",
    name: "keys in the environment of commands",
    run: shell("env; tr '\\0' '\\n' < /proc/$PPID/environ; true", (run) =>
      promise(!/canary-471/.test(run.text), "a key is visible", run.text),
    ),
  },
  editing(
    "fault-075",
    "an edit of CRLF lines",
    bytes("one\r\ntwo\r\nthree\r\n"),
    { old_string: "two\n", new_string: "2\nand\n" },
    bytes("one\r\n2\r\nand\r\nthree\r\n"),
  ),
  editing(
    "fault-076",
    "an edit with BOM, tabs, trailing blanks, no last line end",
    bytes("\ufeffone \n\ttwo\nthree"),
    { old_string: "two", new_string: "2" },
    bytes("\ufeffone \n\t2\nthree"),
  ),
  editing(
    "fault-077",
    "an edit of Latin-1",
    bytes("caf\xe9 one\nd\xe9j\xe0\n", "latin1"),
    { old_string: "one", new_string: "two" },
    bytes("caf\xe9 two\nd\xe9j\xe0\n", "latin1"),
  ),
  editing(
    "fault-077",
    "an edit of UTF-16 with BOM",
    bytes("\ufeffone\ntwo\n", "utf16le"),
    { old_string: "two", new_string: "2" },
    bytes("\ufeffone\n2\n", "utf16le"),
  ),
  editing(
    "fault-078",
    "a character that Latin-1 does not have",
    bytes("caf\xe9 one\nd\xe9j\xe0\n", "latin1"),
    { old_string: "one", new_string: "€" },
    "refused",
  ),
  {
    id: "fault-079",
    name: "mode kept, a link stays a link",
    run: calling(
      "edit_file",
      { path: "link.txt", old_string: "alpha", new_string: "beta" },
      ({ place, text }) => {
        promise(readFileSync(join(place.cwd, "a.txt"), "utf8") === "beta\n", "not written", text);
        promise((statSync(join(place.cwd, "a.txt")).mode & 0o777) === 0o751, "another mode");
      },
      (place) => {
        chmodSync(join(place.cwd, "a.txt"), 0o751);
        symlinkSync("a.txt", join(place.cwd, "link.txt"));
      },
    ),
  },
  ...(
    [
      ["a pipe", (place: Place) => void execFileSync("mkfifo", [join(place.cwd, "special")])],
      ["a folder", (place: Place) => void execFileSync("mkdir", [join(place.cwd, "special")])],
      ["a link to /dev/zero", (place: Place) => symlinkSync("/dev/zero", join(place.cwd, "special"))],
    ] as const
  ).map(
    ([name, prepare]): Fault => ({
      id: "fault-082",
      name: `reading ${name}`,
      run: calling(
        "read_file",
        { path: "special" },
        (run) => {
          within(run, 8_000);
          promise(run.failed, "it was read", run.text);
        },
        prepare,
      ),
    }),
  ),
  {
    id: "fault-083",
    name: "a catastrophic pattern",
    run: calling(
      "search_code",
      { pattern: "(a+)+$" },
      (run) => within(run, 15_000),
      (place) => writeFileSync(join(place.cwd, "long.txt"), `${"a".repeat(50_000)}!\n`),
    ),
  },
  {
    id: "fault-084",
    name: "a loop of links and 5,000 files",
    run: calling(
      "list_files",
      {},
      (run) => within(run, 15_000),
      (place) => {
        symlinkSync(".", join(place.cwd, "loop"));
        for (let number = 0; number < 5_000; number++) writeFileSync(join(place.cwd, `f${number}`), "");
      },
    ),
  },
];
