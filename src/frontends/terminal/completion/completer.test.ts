import { expect, test } from "vitest";
import type { Workspace } from "../../../core/ports/workspace.ts";
import { completeAt } from "./completer.ts";
import { FileIndex } from "./file-index.ts";

const FILES = ["README.md", "src/app/pay.ts", "src/app/payroll.cbl", "src/pay/readme.md", "with blank.txt"];
const walking = {
  async *walkParts() {
    yield FILES;
  },
} as unknown as Workspace;
const sources = {
  commands: [{ name: "mode", summary: "", argument: "[MODE]", complete: () => ["plan", "default"] }],
  files: new FileIndex(walking),
  hasCode: true,
};
const values = async (text: string): Promise<readonly string[] | undefined> =>
  (await completeAt(text, text.length, sources))?.items.map(({ value }) => value);

test("folders come before files that fit as well", async () => {
  expect((await values("see @pay"))?.[0]).toBe("@src/pay/");
});

test("an address is no mention, a quoted path with blanks is", async () => {
  expect(await values("mail me@host")).toBeUndefined();
  expect(await values("read @blank")).toContain('@"with blank.txt"');
});

test("commands and their arguments complete, other lines do not", async () => {
  expect(await values("/mo")).toEqual(["/mode"]);
  expect(await values("/mode pl")).toEqual(["plan"]);
  expect(await values("just words")).toBeUndefined();
});

test("programs complete by their names, before the files when written in capitals", async () => {
  expect((await values("what does @PAYR"))?.[0]).toBe("@payroll");
  expect(await values("what does @payr")).toContain("@payroll");
  const none = await completeAt("@PAYR", 5, { ...sources, hasCode: false });
  expect(none?.items.map(({ value }) => value)).not.toContain("@payroll");
});
