import { expect, test } from "vitest";
import { SessionRules } from "./session-rules.ts";

test("the next session has the rules of the settings and those that were kept there meanwhile, and no others", () => {
  const rules = new SessionRules({ allow: ["read_file"], ask: ["shell"], deny: ["fetch_url"] });
  rules.allow(["shell(make)"]);
  rules.allow(["write_file(b)"]);
  rules.remember("write_file(b)", { isKept: true });
  rules.allow(["shell(ls)"])();
  expect(rules.now.allow).toEqual(["read_file", "shell(make)", "write_file(b)"]);
  rules.endSession();
  expect(rules.now).toEqual({ allow: ["read_file", "write_file(b)"], ask: ["shell"], deny: ["fetch_url"] });
});
