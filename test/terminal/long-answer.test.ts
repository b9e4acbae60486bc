import { expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { type AnswerName, LAST_WORD, soakTerminal } from "../soak/long-answers.ts";

const RSS_MB_MAX = 400;

test.each(
  inTurn(3, [
    ["lines", LAST_WORD],
    ["lines of wide characters", LAST_WORD],
    ["one fence of one line", LAST_WORD],
    ["one word", LAST_WORD],
    ["empty lines", "was cut off"],
  ] satisfies (readonly [AnswerName, string])[]),
)(
  "an answer of five million characters is shown to its end, and keys are taken meanwhile: %s",
  { timeout: 200_000 },
  async (name, end) => {
    const { code, stdout, rssMb } = await soakTerminal(name, "all at once");
    expect(stdout).toContain(end);
    expect(stdout).not.toContain("call stack");
    expect(code).toBe(0);
    expect(rssMb).toBeLessThan(RSS_MB_MAX);
  },
);
