import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { watchProtected } from "./protected-watch.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-watch-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

const watch = () => watchProtected({ roots: [root], own: [], notes: [join(root, ".waymark/plan-state")] }, "landlock");
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test("what another process of Waymark notes meanwhile stays, and what a command settles beside it does not", () => {
  const watching = watch();
  write(".waymark/plan-state/p/journal.jsonl", "noted\n");
  write(".waymark/config.json", "{}\n");
  expect(watching.end({ mayTakeBack: true }).join("\n")).toMatch(/taken back.*: \.waymark\/config\.json\)/);
  expect(existsSync(join(root, ".waymark/config.json"))).toBe(false);
  expect(readFileSync(join(root, ".waymark/plan-state/p/journal.jsonl"), "utf8")).toBe("noted\n");
});

test("notes that are there already are rewritten without a word, and go", () => {
  write(".waymark/plan-state/p/journal.jsonl", "noted\n");
  write(".waymark/plan-state/q/journal.jsonl", "noted\n");
  const watching = watch();
  write(".waymark/plan-state/p/journal.jsonl", "noted\nand more\n");
  rmSync(join(root, ".waymark/plan-state/q"), { recursive: true });
  expect(watching.end({ mayTakeBack: true })).toEqual([]);
  expect(readFileSync(join(root, ".waymark/plan-state/p/journal.jsonl"), "utf8")).toBe("noted\nand more\n");
});

test("a link in the place of notes leads elsewhere, and is taken back", () => {
  write(".waymark/config.json", "{}\n");
  const watching = watch();
  symlinkSync(tmpdir(), join(root, ".waymark/plan-state"));
  expect(watching.end({ mayTakeBack: true }).join("\n")).toMatch(/taken back.*: \.waymark\/plan-state\)/);
  expect(() => lstatSync(join(root, ".waymark/plan-state"))).toThrow();
});
