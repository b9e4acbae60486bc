import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as soon } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { numbersOf } from "../../../test/random.ts";
import { lastCalls, planUndo } from "../../core/undo.ts";
import { takeFile } from "../exclusive-file.ts";
import { finishUndo, SessionHistory } from "./history.ts";
import { ProjectSnapshots } from "./snapshots.ts";

const SESSIONS = ["a", "b", "c"];
const FILES = Array.from({ length: 8 }, (_, index) => `f${index}.txt`);
const ROUNDS = 700;

let base: string;
let root: string;
let folder: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-many-")));
  root = join(base, "work");
  folder = join(base, "kept");
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const read = (path: string): string | undefined => {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
};
const picture = (): string =>
  JSON.stringify(
    readdirSync(root)
      .sort()
      .map((name) => [name, read(name)]),
  );

/** A call that is under way. */
interface Call {
  readonly id: string;
  readonly session: string;
  readonly paths: readonly string[];
}

/** Takes the last call of a session back. @returns the paths that stood in the way, or undefined when there is no call */
async function undo(session: string): Promise<{ conflicts: readonly string[]; title: string } | undefined> {
  const history = new SessionHistory({ root, folder, excluded: [] }, session);
  try {
    const chosen = lastCalls(await history.checkpoints(), 1);
    if (chosen[0] === undefined) return undefined;
    const plan = planUndo(chosen, history.currentStates(chosen), { force: false });
    const { title } = chosen[0];
    if (plan.conflicts.length > 0) return { conflicts: plan.conflicts.map(({ path }) => path), title };
    const { problems } = history.restore(plan.steps, { title: "undo", undoes: chosen.map(({ id }) => id) });
    expect(problems).toEqual([]);
    return { conflicts: [], title };
  } finally {
    history.close();
  }
}

test("while one undo works in a folder, another waits, and a start does not meddle with it", () => {
  mkdirSync(folder);
  const held = takeFile(join(folder, "restore.lock"));
  writeFileSync(join(folder, "restore.json"), "{}");
  expect(finishUndo(folder)).toBeUndefined();
  expect(readdirSync(folder).sort()).toEqual(["restore.json", "restore.lock"]);
  const history = new SessionHistory({ root, folder, excluded: [] }, "a");
  expect(() => history.restore([], { title: "undo", undoes: [] })).toThrow("Another undo works in this folder");
  history.close();
  if (held.kind === "taken") held.release();
  finishUndo(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("an undo that falls anywhere into the beginning of a command is not the command's work", async () => {
  for (const name of FILES) writeFileSync(join(root, name), "as it was\n");
  const [a, b] = ["a", "b"].map((sessionId) => new ProjectSnapshots({ root, folder, sessionId, excluded: [] }));
  const undoing = new SessionHistory({ root, folder, excluded: [] }, "b");
  const commands = new SessionHistory({ root, folder, excluded: [] }, "a");
  for (let turns = 0; turns < 40; turns++) {
    await b?.before(
      `edit ${turns}`,
      FILES.map((path) => ({ kind: "write" as const, path })),
    );
    for (const name of FILES) writeFileSync(join(root, name), `edit ${turns}\n`);
    await b?.after(`edit ${turns}`);
    const chosen = lastCalls(await undoing.checkpoints(), 1);
    const { steps } = planUndo(chosen, undoing.currentStates(chosen), { force: false });
    const begun = a?.before(`command ${turns}`, [{ kind: "run", command: "make" }]);
    for (let turn = 0; turn < turns; turn++) await (turn % 2 === 0 ? Promise.resolve() : soon());
    undoing.restore(steps, { title: "undo", undoes: chosen.map(({ id }) => id) });
    await begun;
    await a?.after(`command ${turns}`);
    expect((await commands.checkpoints()).at(-1)?.changes).toEqual([]);
  }
  // What is undone is told by its number: two of one number would be taken back as one.
  const numbers = (await undoing.checkpoints()).map(({ id }) => id);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const each of [a, b, undoing, commands]) each?.close();
});

test("sessions that work, run commands and undo in one folder never take back what is not theirs", {
  timeout: 240_000,
}, async () => {
  const random = numbersOf(7);
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const snapshots = new Map(
    SESSIONS.map((sessionId) => [sessionId, new ProjectSnapshots({ root, folder, sessionId, excluded: [] })]),
  );
  const running: Call[] = [];
  let calls = 0;
  const counts = { undone: 0, refused: 0, none: 0 };
  /** Each text is written once: it says who wrote it. */
  const write = (call: Call): void => {
    for (const path of call.paths)
      if (random() < 0.2 && call.id.includes("command")) rmSync(join(root, path), { force: true });
      else writeFileSync(join(root, path), `${call.id} wrote ${path}, number ${calls++}, ${"x".repeat(calls % 17)}`);
  };
  const begin = async (): Promise<void> => {
    const session = one(SESSIONS);
    if (running.some((call) => call.session === session)) return;
    const isCommand = random() < 0.4;
    const paths = [...new Set([one(FILES), ...(isCommand ? [one(FILES)] : [])])];
    const id = `${session}-${isCommand ? "command" : "edit"}-${calls++}`;
    const accesses = isCommand
      ? [{ kind: "run" as const, command: id }]
      : paths.map((path) => ({ kind: "write" as const, path }));
    expect(await snapshots.get(session)?.before(id, accesses)).toBeUndefined();
    const call = { id, session, paths };
    // A command may have written something before it ends, and something else at its end.
    if (!isCommand || random() < 0.5) write(call);
    if (!isCommand) expect(await snapshots.get(session)?.after(id)).toBeUndefined();
    else running.push(call);
  };
  /** An edit that another's change overtakes, so that it is refused. */
  const beginRefused = async (): Promise<void> => {
    const session = one(SESSIONS);
    if (running.some((call) => call.session === session)) return;
    const id = `${session}-refused-${calls++}`;
    const path = one(FILES);
    expect(await snapshots.get(session)?.before(id, [{ kind: "write", path }])).toBeUndefined();
    running.push({ id, session, paths: [path] });
  };
  const end = async (): Promise<void> => {
    const [call] = running.splice(Math.floor(random() * running.length), 1);
    if (call === undefined) return;
    if (call.id.includes("refused")) {
      expect(await snapshots.get(call.session)?.after(call.id, { isRefused: true })).toBeUndefined();
      return;
    }
    write(call);
    expect(await snapshots.get(call.session)?.after(call.id)).toBeUndefined();
  };
  const takeBack = async (): Promise<void> => {
    const session = one(SESSIONS);
    if (running.some((call) => call.session === session)) return;
    const before = new Map(FILES.map((path) => [path, read(path)]));
    const pictured = picture();
    const done = await undo(session);
    if (done === undefined) counts.none++;
    else if (done.conflicts.length > 0) {
      counts.refused++;
      expect(picture()).toBe(pictured);
    } else {
      counts.undone++;
      // A command's title begins each text that it wrote: nothing of it is left.
      if (done.title.includes("command"))
        for (const path of FILES) expect(read(path)?.startsWith(`${done.title} `)).not.toBe(true);
      for (const [path, text] of before) {
        if (read(path) === text) continue;
        // What went was written by this session, or was gone because of it.
        if (text !== undefined) expect(text.slice(0, 2)).toBe(`${session}-`);
      }
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    const chance = random();
    if (chance < 0.4) await begin();
    else if (chance < 0.5) await beginRefused();
    else if (chance < 0.7) await end();
    else if (chance < 0.95) await takeBack();
    // What a person changes while a command runs cannot be told from what the command changes.
    else if (running.length === 0) writeFileSync(join(root, one(FILES)), `by hand ${calls++}`);
  }
  for (const each of snapshots.values()) each.close();
  expect(counts.undone).toBeGreaterThan(ROUNDS / 20);
});
