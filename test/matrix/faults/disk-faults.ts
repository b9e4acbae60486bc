import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makePlace, runWaymark } from "../../e2e/run-waymark.ts";
import { type Fault, inPlace, ONCE, promise } from "./fault.ts";
import { KEY, sessionsIn } from "./play.ts";
import { callTools, type RawAnswer, startRaw } from "./raw-server.ts";
import { checkSessions, done, flags, scene, shell, stateOf } from "./scene.ts";
import { makeReadOnly, noSmallDisk, withSmallDisk } from "./small-disk.ts";

/** Takes all the room there is. @returns the file that has it */
function fill(folder: string): string {
  const path = join(folder, "filler");
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(1024));
  } catch {
    // Full, as it should be.
  } finally {
    closeSync(file);
  }
  return path;
}

/** An answer that comes after something was done to the disk. */
function after(action: () => void, answer: RawAnswer): RawAnswer {
  return (response, request) => {
    action();
    answer(response, request);
  };
}

/** Full and read-only disks: a tmpfs with a size under the state folder or the working folder. */
export const DISK_FAULTS: readonly Fault[] = [
  {
    id: "fault-045",
    title: "a full disk under the session, and room again",
    skipped: noSmallDisk,
    run: () =>
      scene([shell("sleep 0.2"), done], async ({ place, run }) => {
        await withSmallDisk(stateOf(place), 256, async () => {
          const full = fill(stateOf(place));
          const { code, stderr, stdout } = await run(["-p", `go ${"x".repeat(6_000)}`, ...flags]);
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
      }),
  },
  {
    id: "fault-045",
    title: "a disk that fills up during the run, and is freed during it",
    skipped: noSmallDisk,
    run: () =>
      inPlace(makePlace({}), async (place) => {
        await withSmallDisk(stateOf(place), 512, async () => {
          let filler = "";
          const server = await startRaw([
            after(() => (filler = fill(stateOf(place))), shell(`echo ${"y".repeat(8_000)}`)),
            shell("echo more"),
            after(() => rmSync(filler), shell("echo again")),
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
    id: "fault-045",
    title: "a full disk under kept outputs and snapshots",
    skipped: noSmallDisk,
    run: () =>
      inPlace(makePlace({ "a.txt": "alpha\n" }), async (place) => {
        await withSmallDisk(stateOf(place), 512, async () => {
          fill(stateOf(place));
          const input = JSON.stringify({ command: "seq 1 200000; echo changed > a.txt" });
          const args = ["tool", "run", "shell", input, "--permission-mode", "bypassPermissions"];
          const { code, stdout, stderr } = await runWaymark(args, place);
          promise(code === 0 && /^1\n2\n/.test(stdout) && /200000/.test(stdout), `exit ${code}`, stdout + stderr);
          promise(readFileSync(join(place.cwd, "a.txt"), "utf8") === "changed\n", "it did not run");
        });
        return ONCE;
      }),
  },
  {
    id: "fault-046",
    title: "a full disk under a user's file",
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
    title: "a read-only state folder",
    skipped: noSmallDisk,
    run: () =>
      scene(
        [callTools([{ name: "write_file", input: { path: "b.txt", content: "b" } }]), done],
        async ({ place, run }) => {
          await withSmallDisk(stateOf(place), 512, async () => {
            makeReadOnly(stateOf(place));
            const { code, stderr } = await run(["-p", "go", ...flags]);
            promise(code === 0 && /not saved.*read-only/.test(stderr), `exit ${code}`, stderr);
            promise(existsSync(join(place.cwd, "b.txt")), "the file was not written", stderr);
          });
        },
      ),
  },
];
