import { expect, test } from "vitest";
import type { RecordedEvent } from "../protocol/event.ts";
import { keptMode, modeNews, modeNote } from "./mode-news.ts";

const told = (mode: "plan" | "default"): RecordedEvent => ({
  type: "prompt",
  origin: "engine",
  text: modeNews(mode === "plan" ? [] : [told("plan")], mode) ?? "",
});
const CHOSEN = { plan: modeNote("plan"), default: modeNote("default") };

test.each([
  ["nothing", [], undefined],
  ["told to look", [told("plan")], "plan"],
  ["told so, and that it is over", [told("plan"), told("default")], undefined],
  ["chosen behind what was told", [told("plan"), CHOSEN.default], undefined],
  ["chosen, and told by no run yet", [told("default"), CHOSEN.plan], "plan"],
  ["chosen and taken back", [CHOSEN.plan, CHOSEN.default], undefined],
] as const)("plan mode is kept as it was left: %s", (_, history, kept) => {
  expect(keptMode(history)).toBe(kept);
});
