import { expect, test } from "vitest";
import type { BlockContext } from "./blocks/block-context.ts";
import { wrapStyled } from "./text/wrap.ts";
import { createTheme } from "./theme.ts";
import { type Block, EMPTY_TRANSCRIPT } from "./transcript.ts";
import { TranscriptView } from "./transcript-view.ts";

const theme = createTheme("dark", "none");
if (!theme) throw new Error("no such theme");
const context: BlockContext = {
  width: 40,
  theme,
  isExpanded: false,
  markdown: wrapStyled,
  highlight: (code) => code.split("\n"),
  diagram: () => undefined,
  changedWords: (_, text) => [{ text, isChanged: false }],
};

const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} of the answer\n`).join("");
const blocks: readonly Block[] = [
  { kind: "answer", text: lines, isDone: true },
  { kind: "notice", level: "info", text: "what came behind it", isDone: true },
];

test("what a frame has no room for comes with the next ones, in its order and once", () => {
  const transcript = { ...EMPTY_TRANSCRIPT, blocks };
  const whole = new TranscriptView().take(transcript, context);
  const view = new TranscriptView();
  const shown: string[] = [];
  let frames = 0;
  for (let isBehind = true; isBehind; frames++) {
    const frame = view.take(transcript, context, (rows) => rows >= 100);
    for (const line of frame.committed) shown.push(line);
    if (frame.isBehind) expect(frame.live).toEqual([]);
    isBehind = frame.isBehind;
  }
  expect(frames).toBeGreaterThan(10);
  expect(shown).toEqual(whole.committed);
  expect(shown.at(-1)).toBe("what came behind it");
});
