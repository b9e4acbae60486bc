import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlace, type Place, peakMbOf, runWaymark, startWaymark } from "../../e2e/run-waymark.ts";
import { type Fault, type FaultResult, inPlace, inTime, ONCE, promise } from "./fault.ts";
import { callTools, type RawAnswer, say, startRaw } from "./raw-server.ts";
import { flags, isGone, scene } from "./scene.ts";

interface ToolRun {
  readonly text: string;
  readonly failed: boolean;
  readonly durationMs: number;
  /** The most memory that it had at a time. */
  readonly peakMb: number;
  readonly place: Place;
}

/** One call of one tool through the built program, without a model. */
function calling(
  name: string,
  input: object,
  check: (run: ToolRun) => void | Promise<void>,
  options: { readonly prepare?: (place: Place) => void; readonly flags?: readonly string[] } = {},
): () => Promise<FaultResult> {
  return () =>
    inPlace(makePlace({ "a.txt": "alpha\n" }), async (place) => {
      options.prepare?.(place);
      const started = performance.now();
      const environment = { OPENAI_API_KEY: "sk-canary-4711", MY_SECRET_TOKEN: "canary-4712" };
      const flags = ["--permission-mode", "bypassPermissions", ...(options.flags ?? [])];
      const child = startWaymark(["tool", "run", name, JSON.stringify(input), ...flags], { ...place, environment });
      const pieces: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => pieces.push(chunk));
      child.stdin?.end();
      let peakMb = 0;
      const poll = setInterval(() => (peakMb = Math.max(peakMb, peakMbOf(child.pid) ?? 0)), 50);
      const [code, signal] = (await once(child, "close")) as [number | null, string | null];
      clearInterval(poll);
      const text = Buffer.concat(pieces).toString("utf8");
      promise(signal === null && code !== null, `it ended by ${signal}`, text);
      promise(!/This is a bug|\n\s+at .*\.js:\d/.test(text), "a crash", text);
      await check({ text, failed: code !== 0, durationMs: performance.now() - started, peakMb, place });
      return ONCE;
    });
}

const shell = (
  command: string,
  check: (run: ToolRun) => void | Promise<void>,
  more: object = {},
): (() => Promise<FaultResult>) => calling("shell", { command, ...more }, check);

function within(run: ToolRun, ms: number): void {
  inTime(run.durationMs, ms);
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
    title: name,
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
      { prepare: (place) => writeFileSync(join(place.cwd, "f.txt"), before) },
    ),
  };
}

const bytes = (text: string, encoding: BufferEncoding = "utf8"): Buffer => Buffer.from(text, encoding);

export const TOOL_FAULTS: readonly Fault[] = [
  {
    id: "fault-062",
    title: "a command that hangs and ignores SIGTERM",
    run: shell(
      "trap '' TERM; sleep 5711; sleep 5711",
      async (run) => {
        within(run, 10_000);
        promise(run.failed && (await isGone("sleep\x005711")), "it goes on", run.text);
      },
      { timeout: 2 },
    ),
  },
  {
    id: "fault-063",
    title: "a background child that keeps the output open",
    run: shell("sleep 5763 & echo started", async (run) => {
      within(run, 8_000);
      promise(run.text.includes("started"), "no output", run.text);
      promise(await isGone("sleep\x005763"), "it survived");
    }),
  },
  ...[[], ["--sandbox", "off"]].map(
    (more): Fault => ({
      id: "fault-064",
      title: `daemons that left group and session${more.length > 0 ? ", without the sandbox" : ""}`,
      run: calling(
        "shell",
        { command: "setsid sleep 5764 & nohup setsid sh -c 'sleep 5764 & sleep 5764' >/dev/null 2>&1 & echo started" },
        async (run) => {
          within(run, 10_000);
          promise(run.text.includes("started"), "no output", run.text);
          promise(await isGone("sleep\x005764"), "one survived");
        },
        { flags: more },
      ),
    }),
  ),
  {
    id: "fault-065",
    title: "1 GB of output",
    run: shell("head -c 1000000000 /dev/zero | tr '\\0' x", (run) => {
      promise(!run.failed && run.text.length < 100_000, `${run.text.length} characters`, run.text.slice(-300));
      promise(/1000000000 bytes in all/.test(run.text), "the number is not said", run.text.slice(-300));
      within(run, 60_000);
      promise(run.peakMb < 300, `${run.peakMb} MB`);
    }),
  },
  {
    id: "fault-066",
    title: "output without end",
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
    title: "one line of 20 MB",
    run: shell("head -c 20000000 /dev/zero | tr '\\0' x | sed 's/x/é/g'", (run) =>
      promise(!run.text.includes("\ufffd"), "a character was cut"),
    ),
  },
  ...["read x; echo got $x", "cat", "less a.txt", "python3 -c 'input()'"].map(
    (command): Fault => ({
      id: "fault-068",
      title: `waits for input: ${command}`,
      run: shell(command, (run) => within(run, 8_000)),
    }),
  ),
  ...["head -c 3000 /bin/ls", "cat /bin/ls", "head -c 100000 /dev/urandom"].map(
    (command): Fault => ({
      id: "fault-069",
      title: `binary output: ${command}`,
      run: shell(command, (run) => {
        promise(!/[\0-\x08\x0e-\x1f\x7f-\x9f]/.test(run.text), "control bytes came through", JSON.stringify(run.text));
        promise(/binary output, \d+ bytes/.test(run.text), "not said", run.text);
      }),
    }),
  ),
  {
    id: "fault-070",
    title: "output that is no UTF-8",
    run: shell("printf 'caf\\351'; echo", (run) => promise(run.text === "café\n", "no text", run.text)),
  },
  {
    id: "fault-070",
    title: "output that is mixed, and output in UTF-16",
    run: async () => {
      await shell("printf 'é \\377 é'", (run) => promise(run.text.includes("é \\xff é"), "no text", run.text))();
      return shell("printf 'one\\ntwo\\n' | iconv -t UTF-16", (run) =>
        promise(run.text === "one\ntwo\n", "no text", JSON.stringify(run.text)),
      )();
    },
  },
  {
    id: "fault-071",
    title: "exit code",
    run: shell("exit 3", (run) => promise(run.failed && /exit code 3/.test(run.text), "not said", run.text)),
  },
  {
    id: "fault-071",
    title: "command not found",
    run: shell("no-such-command-4711", (run) => promise(run.failed && /127/.test(run.text), "not said", run.text)),
  },
  {
    id: "fault-071",
    title: "killed by a signal",
    run: shell("kill -9 $$", (run) => promise(run.failed && /SIGKILL|137/.test(run.text), "not said", run.text)),
  },
  {
    id: "fault-072",
    title: "escape sequences in output",
    run: shell("printf '\\033]0;title\\007\\033[2Jred'", (run) =>
      promise(!/[\x1b\x07]/.test(run.text), "they came through", JSON.stringify(run.text)),
    ),
  },
  ...["cd /; pwd", "cd ..; pwd", "cd /tmp && exec bash -c 'cd /; pwd'"].map(
    (command): Fault => ({
      id: "fault-073",
      title: `a command that goes elsewhere: ${command}`,
      run: async () => {
        const answers = [
          callTools([{ name: "shell", input: { command } }]),
          callTools([{ name: "shell", input: { command: "pwd" } }]),
          say("done"),
        ];
        return scene(answers, async ({ place, run }) => {
          const { stdout } = await run(["-p", "go", ...flags]);
          const results = [...stdout.matchAll(/"tool_result","tool_use_id":"[^"]+","content":"([^"]*)"/g)].map(
            (match) => match[1],
          );
          promise(results.length === 2 && results[1] === place.cwd, "the next command is elsewhere", results);
        });
      },
    }),
  ),
  {
    id: "fault-074",
    title: "keys in the environment of commands",
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
    { old_string: "one", new_string: "中" },
    "refused",
  ),
  {
    id: "fault-079",
    title: "mode kept, a link stays a link",
    run: calling(
      "edit_file",
      { path: "link.txt", old_string: "alpha", new_string: "beta" },
      ({ place, text }) => {
        promise(readFileSync(join(place.cwd, "a.txt"), "utf8") === "beta\n", "not written", text);
        promise((statSync(join(place.cwd, "a.txt")).mode & 0o777) === 0o751, "another mode");
      },
      {
        prepare(place) {
          chmodSync(join(place.cwd, "a.txt"), 0o751);
          symlinkSync("a.txt", join(place.cwd, "link.txt"));
        },
      },
    ),
  },
  {
    id: "fault-080",
    title: "an edit of a file that changed since it was read",
    run: async () => {
      const edit = callTools([
        { name: "edit_file", input: { path: "a.txt", old_string: "alpha", new_string: "beta" } },
      ]);
      const write = callTools([{ name: "write_file", input: { path: "a.txt", content: "mine\n" } }]);
      for (const change of [edit, write]) {
        await inPlace(makePlace({ "a.txt": "alpha\n" }), async (place) => {
          const path = join(place.cwd, "a.txt");
          const touchedThen: RawAnswer = (response, request) => {
            writeFileSync(path, "alpha and more\n");
            change(response, request);
          };
          const server = await startRaw([
            callTools([{ name: "read_file", input: { path: "a.txt" } }]),
            touchedThen,
            say("done"),
          ]);
          const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
          const flags = [
            "-m",
            "openai-compatible/m",
            "--output-format",
            "stream-json",
            "--permission-mode",
            "acceptEdits",
          ];
          const { stdout } = await runWaymark(["-p", "go", ...flags], { ...place, environment });
          await server.close();
          promise(/changed on disk since you read it.*read it again/.test(stdout), "not refused", stdout);
          promise(readFileSync(path, "utf8") === "alpha and more\n", "it was written");
        });
      }
      return { runs: 2, losses: 0 };
    },
  },
  {
    id: "fault-081",
    title: "a part of a file of 2 GB, and a line of 5 MB",
    run: async () => {
      const prepare = (place: Place): void => {
        writeFileSync(join(place.cwd, "huge"), "first line\n");
        truncateSync(join(place.cwd, "huge"), 2 * 1024 ** 3);
        writeFileSync(join(place.cwd, "long"), `one\n${"x".repeat(5_000_000)}\nthree\n`);
      };
      const check = (run: ToolRun): void => {
        promise(run.peakMb < 300 && run.text.length < 200_000, `${run.peakMb} MB, ${run.text.length} characters`);
        within(run, 15_000);
      };
      await calling("read_file", { path: "huge", limit: 1 }, check, { prepare })();
      return calling(
        "read_file",
        { path: "long", offset: 3 },
        (run) => {
          check(run);
          promise(run.text.includes("three"), "not read", run.text.slice(0, 300));
        },
        { prepare },
      )();
    },
  },
  ...([12, 60, 120] as const).map(
    (megabytes): Fault => ({
      id: "fault-081",
      title: `an edit of a file of ${megabytes} MB`,
      run: calling(
        "edit_file",
        { path: "big.txt", old_string: "needle", new_string: "thread" },
        ({ failed, text, place, peakMb }) => {
          const found = readFileSync(join(place.cwd, "big.txt"), "latin1").slice(-8);
          promise(
            failed ? found === "needle\n".padStart(8, "\n") : found.includes("thread"),
            "half written",
            found + text,
          );
          promise(megabytes < 50 ? !failed : !failed || /MB|large/.test(text), "not said", text);
          promise(peakMb < 1500, `${peakMb} MB`);
        },
        {
          prepare: (place) =>
            writeFileSync(join(place.cwd, "big.txt"), `${`${"x".repeat(99)}\n`.repeat(megabytes * 10_000)}needle\n`),
        },
      ),
    }),
  ),
  ...(
    [
      ["a pipe", (place: Place) => void execFileSync("mkfifo", [join(place.cwd, "special")])],
      ["a folder", (place: Place) => void execFileSync("mkdir", [join(place.cwd, "special")])],
      ["a link to /dev/zero", (place: Place) => symlinkSync("/dev/zero", join(place.cwd, "special"))],
    ] as const
  ).map(
    ([name, prepare]): Fault => ({
      id: "fault-082",
      title: `reading ${name}`,
      run: calling(
        "read_file",
        { path: "special" },
        (run) => {
          within(run, 8_000);
          promise(run.failed, "it was read", run.text);
        },
        { prepare },
      ),
    }),
  ),
  {
    id: "fault-083",
    title: "a catastrophic pattern",
    run: calling("search_code", { pattern: "(a+)+$" }, (run) => within(run, 15_000), {
      prepare: (place) => writeFileSync(join(place.cwd, "long.txt"), `${"a".repeat(50_000)}!\n`),
    }),
  },
  {
    id: "fault-084",
    title: "a loop of links and 5,000 files",
    run: calling("list_files", {}, (run) => within(run, 15_000), {
      prepare(place) {
        symlinkSync(".", join(place.cwd, "loop"));
        for (let number = 0; number < 5_000; number++) writeFileSync(join(place.cwd, `f${number}`), "");
      },
    }),
  },
];
