import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readSession } from "../../../src/adapters/sessions/read-session.ts";
import { jsonLines, startWaymark } from "../../e2e/run-waymark.ts";
import { type Fault, inTime, promise } from "./fault.ts";
import { KEY, sessionsIn } from "./play.ts";
import { callTools, type RawAnswer, raw, wire } from "./raw-server.ts";
import { checkSessions, done, flags, isGone, scene, sessionFile, shell, stateOf, throughBash } from "./scene.ts";

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
    title: name,
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
        inTime(tookMs, withinMs);
        if (word !== undefined) promise(await isGone(word), "a child survived");
        checkSessions(place);
        if (signals.length === 1) promise(jsonLines(shown).at(-1)?.["type"] === "result", "no result line", shown);
      }),
  };
}

function refusedState(
  name: string,
  spoil: (state: string) => void,
  why: RegExp,
  skipped?: () => string | undefined,
): Fault {
  return {
    id: "fault-056",
    title: name,
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

const stall: RawAnswer = (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(wire.event(wire.chunkOf({ role: "assistant", content: "some words" })));
};

/** Of the long run. */
let steps = 0;

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
      title: name,
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
    title: "SIGSTOP for 3 s, then SIGCONT",
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
    id: "fault-048",
    title: "few file descriptors",
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
    id: "fault-049",
    title: "a command that cannot be started: no more processes (RLIMIT_NPROC)",
    skipped: () => (process.getuid?.() === 0 ? undefined : "needs root to start the program as another user"),
    run: () =>
      scene([shell("ls | cat"), done], async ({ place, environment }) => {
        for (const path of [place.cwd, place.home, join(place.cwd, "..")]) chownSync(path, OTHER_USER, OTHER_USER);
        // The threads of Node itself come to about twelve: the program starts, its children do not.
        for (const limit of [16, 20, 30]) {
          const { code, signal, stdout, stderr } = await throughBash(
            `exec setpriv --reuid ${OTHER_USER} --regid ${OTHER_USER} --clear-groups prlimit --nproc=${limit} "$NODE" "$MAIN" "$@"`,
            ["-p", "go", ...flags],
            place,
            environment,
          );
          promise(signal === null && code !== null && code < 100, `${limit}: exit ${code} ${signal}`, stderr);
          promise(!/\n\s+at /.test(stderr) && !stderr.includes("This is a bug"), `${limit}: a crash`, stderr);
          promise(code !== 0 || jsonLines(stdout).at(-1)?.["type"] === "result", `${limit}: no result`, stdout);
        }
        checkSessions(place);
      }),
  },
  {
    id: "fault-049",
    title: "a command that gets no memory (RLIMIT_AS of the command)",
    run: () =>
      scene([shell("ulimit -v 20000; python3 -c 'x = bytearray(10**9)'; echo went on"), done], async ({ run }) => {
        const { code, stdout, stderr } = await run(["-p", "go", ...flags]);
        promise(code === 0, `exit ${code}`, stderr);
        promise(/went on/.test(stdout), "no result", stdout);
      }),
  },
  ...[[], ["--sandbox", "off"]].map(
    (more): Fault => ({
      id: "fault-050",
      title: `the system ends a command for its memory, not the agent${more.length > 0 ? ", without the sandbox" : ""}`,
      skipped: noMemoryGroup,
      run: () =>
        scene(
          [shell("sleep 0.5; cat /proc/self/oom_score_adj; exec python3 -c 'x = bytearray(10**9)'"), done],
          async (at) => {
            const { place, environment } = at;
            const group = `${MEMORY_GROUPS}/waymark-${process.pid}-${more.length}`;
            mkdirSync(group);
            try {
              writeFileSync(`${group}/memory.limit_in_bytes`, String(500 * 1024 * 1024));
              const { code, signal, stdout, stderr } = await throughBash(
                `echo $$ > ${group}/cgroup.procs; exec "$NODE" "$MAIN" "$@"`,
                ["-p", "go", ...flags, ...more],
                place,
                environment,
              );
              promise(code === 0, `exit ${code} ${signal}`, stderr);
              promise(/500\\n/.test(stdout), "the command has another score", stdout);
              promise(/killed by SIGKILL|Killed|out of memory/.test(stdout), "the end is not told", stdout);
              checkSessions(place);
            } finally {
              await removeGroup(group);
            }
          },
        ),
    }),
  ),
  {
    id: "fault-051",
    title: "a long run keeps its memory (100 steps, 200 KB outputs)",
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
      title: `the clock jumps by ${jumpMs / 3_600_000} hours between two runs and during one`,
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
    title: "two processes on one session",
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
    id: "fault-054",
    title: "two agents edit one file: the second one's sight of it is old",
    run: () =>
      scene(
        [
          callTools([{ name: "read_file", input: { path: "a.txt" } }]),
          (response, request) => {
            writeFileSync(join(editedIn, "a.txt"), "alpha of the other\n");
            editOnce(response, request);
          },
          callTools([{ name: "read_file", input: { path: "a.txt" } }]),
          editOnce,
          done,
        ],
        async ({ place, run }) => {
          editedIn = place.cwd;
          const { code, stdout, stderr } = await run(["-p", "go", ...flags]);
          promise(code === 0, `exit ${code}`, stderr);
          promise(/was changed on disk since you read it/.test(stdout), "the old sight was not refused", stdout);
          promise(readFileSync(join(place.cwd, "a.txt"), "utf8") === "beta of the other\n", "other bytes");
        },
      ),
  },
  {
    id: "fault-054",
    title: "eight processes edit one file at a time: each edit is whole, none is lost unsaid",
    run: () =>
      scene([done], async ({ place, run }) => {
        const path = join(place.cwd, "shared.txt");
        writeFileSync(path, Array.from({ length: 8 }, (_, n) => `line ${n} old\n`).join(""));
        const runs = await Promise.all(
          Array.from({ length: 8 }, (_, n) => {
            const input = JSON.stringify({
              path: "shared.txt",
              old_string: `line ${n} old`,
              new_string: `line ${n} new`,
            });
            return run(["tool", "run", "edit_file", input, "--permission-mode", "bypassPermissions"]);
          }),
        );
        const text = readFileSync(path, "utf8");
        for (const [n, { code, stdout, stderr }] of runs.entries()) {
          promise(
            text.includes(`line ${n} ${code === 0 ? "new" : "old"}\n`),
            `edit ${n} (exit ${code})`,
            stdout + stderr + text,
          );
        }
        promise(runs.some(({ code }) => code === 0) && text.split("\n").length === 9, "the file is not whole", text);
      }),
  },
  {
    id: "fault-055",
    title: "locks of dead processes, of reused numbers, and empty ones",
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
          inTime(performance.now() - started, 10_000);
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
      title: `umask ${umask}`,
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
    title: "a working folder that is gone",
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
    title: "standard output closed early, and TERM=dumb",
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
  ...(["throw new Error('bug with KEY')", "Promise.reject(new Error('bug with KEY'))"] as const).map(
    (statement): Fault => ({
      id: "fault-060",
      title: `an error that nobody caught: ${statement.split("(")[0]}`,
      run: () =>
        scene([callTools([{ name: "read_file", input: { path: "a.txt" } }]), stall], async (at) => {
          const { place, server, environment } = at;
          const code = `process.on("SIGUSR2", () => { ${statement.replace("KEY", KEY)} })`;
          const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
          const child = startWaymark(["-p", "go", ...flags], {
            ...place,
            environment: { ...environment, NODE_OPTIONS },
          });
          child.stdin?.end();
          child.stdout?.resume();
          const end = { code: null as number | null, stderr: "" };
          child.stderr?.on("data", (chunk: Buffer) => (end.stderr += chunk.toString("utf8")));
          const closed = once(child, "close") as Promise<[number | null]>;
          // The second request carries the call's result, which is on disk by then.
          while (server.requests.length < 2 && child.exitCode === null) await sleep(20);
          child.kill("SIGUSR2");
          [end.code] = await closed;
          promise(end.code === 1, `exit ${end.code}`, end.stderr);
          promise(
            end.stderr.trim().split("\n").length === 1 && /a bug of Waymark/.test(end.stderr),
            "not said",
            end.stderr,
          );
          const report = /please report (\S+)\.\n/.exec(end.stderr)?.[1] ?? "";
          promise(existsSync(report) && (statSync(report).mode & 0o077) === 0, "no report", end.stderr);
          promise(!(readFileSync(report, "utf8") + end.stderr).includes(KEY), "the key is in the report");
          checkSessions(place);
          promise(sessionsIn(place)[0]?.events.some(({ type }) => type === "call-end") === true, "events are lost");
        }),
    }),
  ),
  {
    id: "fault-061",
    title: "a session of a newer format",
    run: () =>
      scene([done], async ({ place, run }) => {
        await run(["-p", "one", ...flags]);
        const { encodeLine } = await import("../../../src/adapters/sessions/log-line.ts");
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

const OTHER_USER = 65_534;
const MEMORY_GROUPS = "/sys/fs/cgroup/memory";

function noMemoryGroup(): string | undefined {
  const probe = `${MEMORY_GROUPS}/waymark-probe-${process.pid}`;
  try {
    mkdirSync(probe);
    const isLimited = existsSync(`${probe}/memory.limit_in_bytes`);
    rmdirSync(probe);
    return isLimited ? undefined : "no memory control group";
  } catch {
    return "no memory control group can be made here";
  }
}

/** A group is busy until the last of its processes is gone. */
async function removeGroup(group: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      return rmdirSync(group);
    } catch {
      await sleep(100);
    }
  }
}

/** Where the file is that somebody changes meanwhile. */
let editedIn = "";
const editOnce = callTools([{ name: "edit_file", input: { path: "a.txt", old_string: "alpha", new_string: "beta" } }]);
