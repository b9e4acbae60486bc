import { expect, test } from "vitest";
import { nameHolds, onlyShared } from "./field-candidates.ts";

test.each([
  ["SEC-USR-PWD", "password"],
  ["PASSWD", "password"],
  ["LID-HOLDER", "holder"],
  ["LID-HLDR", "holder"],
  ["ACCT-ID", "account"],
  ["CUST-ADDR-LINE-1", "address"],
])("%s holds %s", (name, word) => {
  expect(nameHolds(name, word)).toBe(true);
});

test.each([
  ["WS-PAD", "password"],
  ["LID-OWNER", "holder"],
  ["WS-HER", "holder"],
  ["LID-NAME", "holder"],
])("%s does not hold %s", (name, word) => {
  expect(nameHolds(name, word)).toBe(false);
});

const field = (name: string, path: string) => ({ name, path, line: 3, text: `       05  ${name} PIC X(8).` });
const candidates = { held: ["lid"], dropped: [], onMaps: [], isWhole: true };

test("the one field that is shared is meant, and what is called so elsewhere is told", () => {
  const found = { ...candidates, shared: [field("LID-ID", "a.cpy")], own: [field("WS-LID", "b.cbl")] };
  expect(onlyShared(found, "lid")).toMatchObject({ name: "LID-ID", others: ["WS-LID"] });
});

test("of several shared ones none is taken", () => {
  const shared = [field("LID-ID", "a.cpy"), field("LID-SUM", "a.cpy")];
  expect(onlyShared({ ...candidates, shared, own: [] }, "lid")).toBeUndefined();
});
