import { expect, test } from "vitest";
import { splitParts } from "./parts.ts";

test.each([
  [
    "Does anybody have to knock? And can they open the lid once they're in?",
    "And can anybody open the lid once anybody is in?",
  ],
  ["Which lids may users see, and do they close?", "do users close?"],
  ["Where are the lids, and do they close?", "do they close?"],
  ["Does anybody close the lids, and who opens them?", "who opens them?"],
  ["Is the lid table used? By which programs", "which programs use lid table?"],
  ["Is the lid green? By which programs", "By which programs"],
])("%s asks in its second part: %s", (prompt, second) => {
  expect(splitParts(prompt)[1]).toBe(second);
});
