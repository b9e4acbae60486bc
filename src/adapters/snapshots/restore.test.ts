import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { FileState, RestoreStep } from "../../core/undo.ts";
import { BlobStore } from "./blob-store.ts";
import { CheckpointNumbers } from "./checkpoint-numbers.ts";
import { stateAt } from "./path-state.ts";
import { restore } from "./restore.ts";

/** A store that gives a program which still runs its turn between the look at a file and the act. */
class Interrupted extends BlobStore {
  turn: () => void = () => {};

  override read(hash: string): Buffer {
    this.turn();
    return super.read(hash);
  }
}

function place() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-restore-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, "work");
  for (const folder of ["work/outer/inner", "home/inner", "kept"]) mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(base, "home/f.txt"), "mine");
  writeFileSync(join(base, "home/inner/f.txt"), "mine");
  const store = new Interrupted(join(base, "kept/contents"));
  const kept = (path: string, text: string): FileState | null => {
    writeFileSync(join(root, path), text);
    const state = stateAt(root, path, store);
    store.flush();
    return state;
  };
  const undo = (steps: readonly RestoreStep[]) =>
    restore({
      ...{ root, folder: join(base, "kept"), store, steps, checkpointFile: join(base, "kept/log") },
      numbers: new CheckpointNumbers(join(base, "kept"), "log"),
      what: { title: "undo" },
    }).problems;
  return { base, root, store, kept, undo };
}

test.each(["outer/inner", "outer"])(
  "a folder that is exchanged for a link while a file is put back leads nowhere else: %s",
  (exchanged) => {
    const { base, root, store, kept, undo } = place();
    const to = kept("outer/inner/f.txt", "evil");
    const from = kept("outer/inner/f.txt", "new");
    store.turn = () => {
      if (existsSync(join(root, "aside"))) return;
      renameSync(join(root, exchanged), join(root, "aside"));
      symlinkSync(exchanged === "outer" ? join(base, "home") : join(base, "home/inner"), join(root, exchanged));
    };
    undo([{ path: "outer/inner/f.txt", from, to }]);
    expect(readFileSync(join(base, "home/inner/f.txt"), "utf8")).toBe("mine");
    expect(readdirSync(join(base, "home"))).toEqual(["f.txt", "inner"]);
  },
);

test.each([
  ["saved in place", "new", (path: string) => writeFileSync(path, "own")],
  [
    "saved as a new file in its place",
    "new",
    (path: string) => {
      writeFileSync(`${path}~`, "own");
      renameSync(`${path}~`, path);
    },
  ],
  ["made where the file is to come again", null, (path: string) => writeFileSync(path, "own")],
] as const)("what somebody has %s while the old content is written stays, and is told", (_, was, save) => {
  const { root, store, kept, undo } = place();
  const to = kept("f.txt", "old");
  const from = was === null ? null : kept("f.txt", was);
  if (was === null) rmSync(join(root, "f.txt"));
  store.turn = () => save(join(root, "f.txt"));
  expect(undo([{ path: "f.txt", from, to }])).toEqual([{ path: "f.txt", why: "changed meanwhile" }]);
  expect([readFileSync(join(root, "f.txt"), "utf8"), readdirSync(root)]).toEqual(["own", ["f.txt", "outer"]]);
});

test("a file in the place of a folder is taken back whole, also where that was cut once the folder was there again", () => {
  const { root, kept, undo } = place();
  const inner = kept("outer/inner/f.txt", "old");
  const folders = ["outer", "outer/inner"].map((path) => ({ path, to: stateAt(root, path) }));
  rmSync(join(root, "outer"), { recursive: true });
  const from = kept("outer", "a file");
  rmSync(join(root, "outer"));
  // Its mode comes last.
  mkdirSync(join(root, "outer"), { mode: 0o700 });
  const [outer, below] = folders.map(({ path, to }) => ({ path, from: path === "outer" ? from : null, to }));
  const file = { path: "outer/inner/f.txt", from: null, to: inner };
  expect(undo([outer, below, file].filter((step) => step !== undefined))).toEqual([]);
  expect(readFileSync(join(root, "outer/inner/f.txt"), "utf8")).toBe("old");
});

test("what was deleted with its folders comes back with them", () => {
  const { root, kept, undo } = place();
  const to = kept("outer/inner/f.txt", "old");
  rmSync(join(root, "outer"), { recursive: true });
  expect(undo([{ path: "outer/inner/f.txt", from: null, to }])).toEqual([]);
  expect(readFileSync(join(root, "outer/inner/f.txt"), "utf8")).toBe("old");
});
