import { expect, test } from "vitest";
import { folderDescribed } from "./brought-part.ts";

const PATHS = [
  "app/lid-weighing-mq/cbl/LIDW.cbl",
  "app/lid-weighing-mq/README.md",
  "app/cbl/BOX.cbl",
  "docs/boxes/a.md",
];

test.each([
  [["lid", "weighing"], "app/lid-weighing-mq", []],
  [["weighings"], "app/lid-weighing-mq", []],
  [["pending", "weighing"], "app/lid-weighing-mq", ["pending"]],
  [["boxes"], "docs/boxes", []],
  [["box", "docs"], "docs/boxes", []],
] as const)("%s is said of one folder", (words, path, others) => {
  expect(folderDescribed(words, PATHS)).toMatchObject({ path, others });
});

test.each([[["retry"]], [["old", "pending", "weighing"]], [[]]])("%s names no folder", (words) => {
  expect(folderDescribed(words, PATHS)).toBeUndefined();
});

test("of two folders that are said alike none is taken", () => {
  expect(folderDescribed(["lid"], ["one/lid-a/x.ts", "two/lid-b/y.ts"])).toBeUndefined();
});
