import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readSession } from "../../src/adapters/sessions/read-session.ts";
import {
  jsonLines,
  MAIN,
  makePlace,
  type Place,
  runWaymark,
  startWaymark,
  type WaymarkRun,
} from "../../test/e2e/run-waymark.ts";
import { type Fault, inPlace, ONCE, promise } from "./fault.ts";
import { KEY, sessionsIn } from "./play.ts";
import { callTools, type RawAnswer, type RawServer, raw, say, startRaw, wire } from "./raw-server.ts";
import { makeReadOnly, noSmallDisk, withSmallDisk } from "./small-disk.ts";

const done = say("done");
const shell = (command: string): RawAnswer => callTools([{ name: "shell", input: { command } }]);
const flags = ["-m", "openai-compatible/m", "--output-format", "stream-json", "--permission-mode", "bypassPermissions"];
const stall: RawAnswer = (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(wire.event(wire.chunkOf({ role: "assistant", content: "some words" })));
};

interface Scene {
  readonly place: Place;
  readonly server: RawServer;
  readonly environment: Record<string, string>;
  run(args: readonly string[], more?: Record<string, string>): Promise<WaymarkRun>;
}

async function scene(answers: readonly RawAnswer[], use: (scene: Scene) => Promise<void>) {
  const server = await startRaw(answers);
  try {
    await inPlace(makePlace({ "a.txt": "alpha\n" }), (place) => {
      const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: KEY };
      const run = (args: readonly string[], more: Record<string, string> = {}): Promise<WaymarkRun> =>
        runWaymark(args, { ...place, environment: { ...environment, ...more } });
      return use({ place, server, environment, run });
    });
  } finally {
    await server.close();
  }
  return ONCE;
}

interface Signalling {
  readonly answer: RawAnswer;
  /** Sent one after the other once the request was seen. */
  readonly signals: readonly NodeJS.Signals[];
  /** The program must leave with this exit code ... */
  readonly code: number;
  /** ... in this time. */
  readonly withinMs: number;
  /** A word in the command line of a child that must be gone. */
  readonly child?: string;
}

function signalled(id: string, name: string, { answer, signals, code, withinMs, child: word }: Signalling): Fault {
  return {
    id,
    name,
    run: () =>
      scene([answer, done], async ({ place, server, environment }) => {
        const child = startWaymark(["-p", "go", ...flags], { ...place, environment });
        child.stdin?.end();
        let shown = "";
        child.stdout?.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
        while (server.requests.length === 0) await sleep(20);
        await sleep(700);
        const started = performance.now();
        const closed = once(child, "close") as Promise<[number | null, string | null]>;
        for (const signal of signals) {
          child.kill(signal);
          await sleep(150);
        }
        const [exit] = await closed;
        const tookMs = performance.now() - started;
        promise(exit === code, `exit ${exit} instead of ${code}`, shown);
        promise(tookMs < withinMs, `it took ${Math.round(tookMs)} ms`);
        if (word !== undefined) promise(!isRunning(word), "a child survived");
        checkSessions(place);
        if (signals.length === 1) promise(jsonLines(shown).at(-1)?.["type"] === "result", "no result line", shown);
      }),
  };
}

/** Whether any process has this word in its command line. */
function isRunning(word: string): boolean {
  return globSync("/proc/[0-9]*/cmdline").some((path) => {
    try {
      return !path.includes(String(process.pid)) && readFileSync(path, "latin1").includes(word);
    } catch {
      return false;
    }
  });
}

function checkSessions(place: Place): void {
  for (const { problems } of sessionsIn(place))
    promise(problems.length === 0, "a damaged log", JSON.stringify(problems));
}

const stateOf = (place: Place): string => join(place.home, "waymark", "state");
const sessionFile = (place: Place): string => globSync(join(stateOf(place), "sessions", "*", "*.jsonl"))[0] ?? "";

function refusedState(
  name: string,
  spoil: (state: string) => void,
  why: RegExp,
  skipped?: () => string | undefined,
): Fault {
  return {
    id: "fault-056",
    name,
    ...(skipped && { skipped }),
    run: () =>
      scene([done], async ({ place, run }) => {
        mkdirSync(stateOf(place), { recursive: true, mode: 0o700 });
        spoil(stateOf(place));
        const { code, stderr } = await run(["-p", "go", ...flags]);
        promise(code !== 0 && why.test(stderr), `exit ${code}`, stderr);
      }),
  };
}

export const PROCESS_FAULTS: readonly Fault[] = [
  signalled("fault-036", "SIGINT while the model streams", {
    answer: stall,
    signals: ["SIGINT"],
    code: 130,
    withinMs: 2_000,
  }),
  signalled("fault-037", "SIGINT while a command runs", {
    answer: shell("sleep 4711"),
    signals: ["SIGINT"],
    code: 130,
    withinMs: 6_000,
    child: "sleep\x004711",
  }),
  signalled("fault-037", "SIGINT while a command runs that ignores it", {
    answer: shell("trap '' TERM INT; sleep 4712; sleep 4712"),
    signals: ["SIGINT"],
    code: 130,
    withinMs: 8_000,
    child: "sleep\x004712",
  }),
  signalled("fault-038", "SIGINT twice", { answer: stall, signals: ["SIGINT", "SIGINT"], code: 130, withinMs: 1_500 }),
  signalled("fault-039", "SIGTERM while a command runs", {
    answer: shell("sleep 4713"),
    signals: ["SIGTERM"],
    code: 143,
    withinMs: 6_000,
    child: "sleep\x004713",
  }),
  signalled("fault-040", "SIGHUP while the model streams", {
    answer: stall,
    signals: ["SIGHUP"],
    code: 143,
    withinMs: 3_000,
  }),
  ...(
    [
      ["a block of zeros in the middle", (text: string) => text.replace("\n", `\n${"\0".repeat(700)}`)],
      ["a line of garbage in the middle", (text: string) => text.replace("\n", "\ngarbage\n")],
      ["a torn last line", (text: string) => text.slice(0, -20)],
    ] as const
  ).map(
    ([name, damage]): Fault => ({
      id: "fault-043",
      name,
      run: () =>
        scene([done], async ({ place, run }) => {
          await run(["-p", "one", ...flags]);
          const path = sessionFile(place);
          const before = readSession(path).events.length;
          writeFileSync(path, damage(readFileSync(path, "utf8")));
          const { code, stderr } = await run(["-p", "two", "-c", ...flags]);
          promise(code === 0, `exit ${code}`, stderr);
          promise(/damaged|cut off/.test(stderr), "nothing was said", stderr);
          const after = readSession(path).events.length;
          promise(after >= before - 1 + 4, `only ${after} events after ${before}`);
        }),
    }),
  ),
  {
    id: "fault-044",
    name: "SIGSTOP for 3 s, then SIGCONT",
    run: () =>
      scene(
        [
          raw(
            [
              wire.event(wire.chunkOf({ role: "assistant", content: "do" })),
              wire.event(wire.chunkOf({ content: "ne" })),
              wire.event(wire.chunkOf({}, "stop")),
              wire.event("[DONE]"),
            ],
            { gapMs: 400 },
          ),
        ],
        async ({ place, server, environment }) => {
          const child = startWaymark(["-p", "go", ...flags], { ...place, environment });
          child.stdin?.end();
          let shown = "";
          child.stdout?.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
          while (server.requests.length === 0) await sleep(20);
          child.kill("SIGSTOP");
          await sleep(3_000);
          child.kill("SIGCONT");
          const [code] = (await once(child, "close")) as [number | null];
          const last = jsonLines(shown).at(-1) ?? {};
          promise(code === 0, `exit ${code}`);
          promise(
            Number(last["duration_ms"]) > 0 && Number(last["duration_api_ms"]) >= 0,
            "a negative duration",
            shown,
          );
        },
      ),
  },
  {
    id: "fault-045",
    name: "a full disk under the session, and room again",
    skipped: noSmallDisk,
    run: () =>
      scene(
        [callTools([{ name: "shell", input: { command: 'rm -f "$FILL"; sleep 0.2' } }]), done],
        async ({ place, run }) => {
          await withSmallDisk(stateOf(place), 256, async () => {
            const full = await fill(stateOf(place));
            const { code, stderr, stdout } = await run([
              "-p",
              `go ${"x".repeat(6_000)}`,
              ...flags.with(-1, "bypassPermissions"),
            ]);
            promise(code === 0, `exit ${code}`, stderr);
            promise(/cannot be written|not saved/.test(stderr + stdout), "nothing was said", stderr);
            checkSessions(place);
            rmSync(full, { force: true });
            const again = await run(["-p", "go on", ...flags]);
            promise(again.code === 0, `exit ${again.code} with room again`, again.stderr);
            checkSessions(place);
            promise(
              sessionsIn(place).some(({ events }) => events.at(-1)?.type === "run-end"),
              "nothing was saved with room again",
            );
          });
        },
      ),
  },
  {
    id: "fault-045",
    name: "a disk that fills up during the run, and is freed during it",
    skipped: noSmallDisk,
    run: () =>
      inPlace(makePlace({}), async (place) => {
        await withSmallDisk(stateOf(place), 512, async () => {
          const filler = join(stateOf(place), "filler");
          const server = await startRaw([
            shell(`head -c 2000000 /dev/zero > '${filler}' 2>/dev/null; true`),
            shell(`echo ${"y".repeat(8_000)}`),
            shell(`rm '${filler}'`),
            done,
          ]);
          const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: KEY };
          const { code, stderr, stdout } = await runWaymark(["-p", "go", ...flags], { ...place, environment });
          await server.close();
          promise(code === 0, `exit ${code}`, stderr);
          promise(/cannot be written: the disk is full/.test(stdout), "nothing was said", stdout.slice(-600));
          promise(
            /written again; nothing of it is missing/.test(stdout),
            "it was not written again",
            stdout.slice(-600),
          );
          const [session] = sessionsIn(place);
          promise(session?.problems.length === 0 && session.events.at(-1)?.type === "run-end", "the log is not whole");
        });
        return ONCE;
      }),
  },
  {
    id: "fault-046",
    name: "a full disk under a user's file",
    skipped: noSmallDisk,
    run: () =>
      inPlace(makePlace({}), async (place) => {
        const folder = join(place.cwd, "small");
        await withSmallDisk(folder, 64, async () => {
          writeFileSync(join(folder, "f.txt"), "before\n");
          const input = JSON.stringify({ path: "small/f.txt", content: "x".repeat(100_000) });
          const { code, stdout, stderr } = await runWaymark(
            ["tool", "run", "write_file", input, "--permission-mode", "bypassPermissions"],
            place,
          );
          promise(code !== 0 && /full/.test(stdout + stderr), `exit ${code}`, stdout + stderr);
          promise(readFileSync(join(folder, "f.txt"), "utf8") === "before\n", "the file was changed");
          promise(readdirSync(folder).length === 1, "a temporary file is left", readdirSync(folder));
        });
        return ONCE;
      }),
  },
  {
    id: "fault-047",
    name: "a read-only state folder",
    skipped: noSmallDisk,
    run: () =>
      scene(
        [callTools([{ name: "write_file", input: { path: "b.txt", content: "b" } }]), done],
        async ({ place, run }) => {
          await withSmallDisk(stateOf(place), 512, async () => {
            makeReadOnly(stateOf(place));
            const { code, stderr } = await run(["-p", "go", ...flags]);
            promise(code === 0 && /not saved.*read-only/.test(stderr), `exit ${code}`, stderr);
          });
        },
      ),
  },
  {
    id: "fault-048",
    name: "few file descriptors",
    run: () =>
      scene([shell("ls | cat | cat"), done], async ({ place, environment }) => {
        for (const limit of [24, 28, 32, 40]) {
          const { code, signal, stderr } = await throughBash(
            `ulimit -n ${limit}; exec "$NODE" "$MAIN" "$@"`,
            ["-p", "go", ...flags],
            place,
            environment,
          );
          promise(signal === null && code !== null && code < 100, `${limit}: exit ${code} ${signal}`, stderr);
          promise(!/\n\s+at /.test(stderr), `${limit}: a stack`, stderr);
        }
      }),
  },
  {
    id: "fault-051",
    name: "a long run keeps its memory (100 steps, 200 KB outputs)",
    run: () =>
      scene(
        [
          (response, request) =>
            (steps++ < 100 ? shell("head -c 200000 /dev/zero | tr '\\0' x | fold") : done)(response, request),
        ],
        async ({ place, environment }) => {
          const child = startWaymark(["-p", "go", ...flags, "--max-turns", "0"], { ...place, environment });
          child.stdin?.end();
          child.stdout?.resume();
          let peakKb = 0;
          const poll = setInterval(() => {
            try {
              const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
              peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
            } catch {
              // It has just ended.
            }
          }, 100);
          const [code] = (await once(child, "close")) as [number | null];
          clearInterval(poll);
          promise(code === 0, `exit ${code}`);
          promise(peakKb < 400 * 1024, `${Math.round(peakKb / 1024)} MB`);
        },
      ),
  },
  ...[-86_400_000, 86_400_000].map(
    (jumpMs): Fault => ({
      id: "fault-052",
      name: `the clock jumps by ${jumpMs / 3_600_000} hours between two runs and during one`,
      run: () =>
        scene([done], async ({ place, run }) => {
          const code = `const now=Date.now;let n=0;Date.now=()=>now()+(n++>3?${jumpMs}:0);`;
          const first = await run(["-p", "one", ...flags], {
            NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
          });
          const second = await run(["-p", "two", "-c", ...flags]);
          promise(
            first.code === 0 && second.code === 0,
            `exits ${first.code} and ${second.code}`,
            first.stderr + second.stderr,
          );
          const events = sessionsIn(place)[0]?.events ?? [];
          const prompts = events.flatMap((event) => (event.type === "prompt" ? [event.text] : []));
          promise(JSON.stringify(prompts) === '["one","two"]', "another order", prompts);
        }),
    }),
  ),
  {
    id: "fault-053",
    name: "two processes on one session",
    run: () =>
      scene([stall, done], async ({ place, server, environment, run }) => {
        const child = startWaymark(["-p", "one", "--session-id", "both", ...flags], { ...place, environment });
        child.stdin?.end();
        while (server.requests.length === 0) await sleep(20);
        const second = await run(["-p", "two", "-r", "both", ...flags]);
        promise(second.code === 42 && /in use by process/.test(second.stderr), `exit ${second.code}`, second.stderr);
        const fork = await run(["-p", "two", "-r", "both", "--fork-session", ...flags]);
        promise(fork.code === 0, `the fork ended with ${fork.code}`, fork.stderr);
        child.kill("SIGINT");
        await once(child, "close");
        checkSessions(place);
      }),
  },
  {
    id: "fault-055",
    name: "locks of dead processes, of reused numbers, and empty ones",
    run: () =>
      scene([done], async ({ place, run }) => {
        await run(["-p", "one", ...flags]);
        const lock = `${sessionFile(place)}.lock`;
        const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
        for (const text of [
          "",
          "{",
          JSON.stringify({ pid: process.pid, startTime: "1", bootId }),
          JSON.stringify({ pid: 1, startTime: "1", bootId: "x" }),
        ]) {
          writeFileSync(lock, text);
          const started = performance.now();
          const { code, stderr } = await run(["-p", "two", "-c", ...flags]);
          promise(code === 0, `exit ${code} with the lock ${text}`, stderr);
          promise(performance.now() - started < 10_000, "it waited");
        }
      }),
  },
  refusedState("a state folder that everybody may write to", (state) => chmodSync(state, 0o777), /everybody/),
  refusedState(
    "a state folder that is a link",
    (state) => {
      rmSync(state, { recursive: true });
      mkdirSync(`${state}-real`);
      symlinkSync(`${state}-real`, state);
    },
    /is a link/,
  ),
  refusedState(
    "a state folder of somebody else",
    (state) => chownSync(state, 12_345, 12_345),
    /another user/,
    () => (process.getuid?.() === 0 ? undefined : "needs root"),
  ),
  ...["000", "077"].map(
    (umask): Fault => ({
      id: "fault-057",
      name: `umask ${umask}`,
      run: () =>
        scene(
          [callTools([{ name: "shell", input: { command: "echo x > made" } }]), done],
          async ({ place, environment }) => {
            const { code, stderr } = await throughBash(
              `umask ${umask}; exec "$NODE" "$MAIN" "$@"`,
              ["-p", "go", ...flags],
              place,
              environment,
            );
            promise(code === 0, `exit ${code}`, stderr);
            for (const path of globSync(`${stateOf(place)}/**/*`)) {
              const mode = statSync(path).mode & 0o777;
              promise((mode & 0o077) === 0, `mode ${mode.toString(8)} of ${path}`);
            }
          },
        ),
    }),
  ),
  {
    id: "fault-058",
    name: "a working folder that is gone",
    run: () =>
      scene([done], async ({ place, environment }) => {
        const { code, stderr } = await throughBash(
          'mkdir gone; cd gone; rmdir ../gone; exec "$NODE" "$MAIN" "$@"',
          ["-p", "go", ...flags],
          place,
          environment,
        );
        promise(
          code !== 0 && !/\n\s+at /.test(stderr) && stderr.trim().split("\n").length === 1,
          `exit ${code}`,
          stderr,
        );
      }),
  },
  {
    id: "fault-059",
    name: "standard output closed early, and TERM=dumb",
    run: () =>
      scene([shell("seq 1 2000"), done], async ({ place, environment }) => {
        const { code, stderr } = await throughBash(
          'set -o pipefail; TERM=dumb "$NODE" "$MAIN" "$@" | head -1',
          ["-p", "go", ...flags],
          place,
          environment,
        );
        promise([0, 1, 141].includes(code ?? -1) && !/\n\s+at /.test(stderr), `exit ${code}`, stderr);
        checkSessions(place);
      }),
  },
  {
    id: "fault-061",
    name: "a session of a newer format",
    run: () =>
      scene([done], async ({ place, run }) => {
        await run(["-p", "one", ...flags]);
        const { encodeLine } = await import("../../src/adapters/sessions/log-line.ts");
        const path = sessionFile(place);
        const bytes = encodeLine({
          n: 1,
          v: 1000,
          at: "2030-01-01T00:00:00.000Z",
          event: { type: "prompt", text: "x", origin: "user" },
        });
        writeFileSync(path, bytes);
        const { code, stderr } = await run(["-p", "two", "-c", ...flags]);
        promise(code === 42 && /newer Waymark/.test(stderr), `exit ${code}`, stderr);
        promise(readFileSync(path).equals(bytes), "it was changed");
      }),
  },
];

let steps = 0;

async function fill(folder: string): Promise<string> {
  const path = join(folder, "filler");
  try {
    writeFileSync(path, Buffer.alloc(10_000_000));
  } catch {
    // Full, as it should be.
  }
  return path;
}

function throughBash(
  script: string,
  args: readonly string[],
  place: Place,
  environment: Record<string, string>,
): Promise<WaymarkRun> {
  const child = spawn("bash", ["-c", script, "bash", ...args], {
    cwd: place.cwd,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: place.home,
      WAYMARK_HOME: join(place.home, "waymark"),
      NODE: process.execPath,
      MAIN,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  return new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr })));
}
