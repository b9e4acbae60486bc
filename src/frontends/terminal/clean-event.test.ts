import { expect, test } from "vitest";
import { cleanDeep, EventCleaner } from "./clean-event.ts";

test("a sequence cut into single characters does not get through", () => {
  const cleaner = new EventCleaner();
  const shown = [..."a\x1b]52;c;aGk=\x07b\x1b[2Jc"].map((text) => {
    const event = cleaner.clean({ type: "text-delta", text });
    return event.type === "text-delta" ? event.text : "";
  });
  expect(shown.join("")).toBe("abc");
});

test("every text in an event is cleaned, however deep", () => {
  expect(JSON.stringify(cleanDeep({ a: ["\x1b[31mx", { "k\x07": "\ty\r\n" }] }))).not.toMatch(
    /\\u001b|\\u0007|\\t|\\r/,
  );
});
