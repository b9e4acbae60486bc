import { expect, test } from "vitest";
import { failuresAmong, reduceOutput } from "../../engines/reduce/index.ts";
import type { CallParts } from "../loop/agent-parts.ts";
import { RunLedger } from "../loop/run-ledger.ts";
import type { ModelClient, ModelPart, ModelRequest } from "../ports/model.ts";
import { NO_USAGE } from "../protocol/usage.ts";
import type { ToolOutput } from "../tool.ts";
import { type CondenseSettings, condenseResult, withDigest } from "./condense-result.ts";
import { formatSummary } from "./minion.ts";

const OUTLINE: ToolOutput = {
  text: "A-PARA a.cbl:1-3",
  display: { kind: "text", text: "" },
  digest: {
    path: "a.cbl",
    text: "MOVE 1 TO A\nPASSWORD IS S3CRET\nSTOP RUN",
    question: "What matters of this source: the end",
  },
};
const CALL = { id: "c1", name: "shell", input: { command: "make" } };
const USAGE = { ...NO_USAGE, inputTokens: 9_000, outputTokens: 60 };

function stage(answer: string | "fails" | "throws", threshold = 8_000) {
  const requests: ModelRequest[] = [];
  const saved: string[] = [];
  const notes: string[] = [];
  const minion: ModelClient = {
    id: "small/scribe",
    abilities: { nativeTools: true },
    async *step(request): AsyncGenerator<ModelPart> {
      requests.push(request);
      if (answer === "throws") throw new Error("no route");
      if (answer === "fails") return yield { type: "failed", failure: { kind: "network", message: "it is down" } };
      yield { type: "end", content: [{ kind: "text", text: answer }], end: "stop", usage: USAGE, costUsd: 0.002 };
    },
  };
  const ledger = new RunLedger(0);
  let kept: string | undefined;
  const page = async (_handle: string, { offset }: { readonly offset: number }) => {
    const lines = kept?.split("\n") ?? [];
    return kept === undefined ? undefined : { lines: lines.slice(offset - 1), totalLines: lines.length };
  };
  const parts = {
    outputs: { save: async (text: string) => `out-${saved.push(text)}`, page },
    clock: { now: () => 0, sleep: () => new Promise(() => {}) },
    signal: new AbortController().signal,
    ledger,
    onNote: (note: { text: string }) => notes.push(note.text),
  } as unknown as CallParts;
  const settings: CondenseSettings = {
    resultTokensMax: threshold,
    reduce: async (text, charsMax, kind) => reduceOutput(text, charsMax, kind),
    tellFailures: failuresAmong,
    minion: async () => minion,
  };
  return {
    settings,
    requests,
    saved,
    notes,
    ledger,
    condenseWithin: (resultCharsMax: number, text: string) =>
      condenseResult(
        { text, kind: "command", display: { kind: "text", text: "" } },
        CALL,
        { ...parts, resultCharsMax },
        settings,
      ),
    condense: (text: string, more: Partial<ToolOutput> = {}, whole?: string) => {
      kept = whole;
      return condenseResult(
        { text, kind: "command", display: { kind: "text", text: "" }, ...more },
        CALL,
        parts,
        settings,
      );
    },
    digest: (more: Partial<CondenseSettings> = {}) => withDigest(OUTLINE, CALL, parts, { ...settings, ...more }),
  };
}

const prose = (chars: number): string =>
  "what it says is neither table nor log; ".repeat(chars / 39 + 1).slice(0, chars);
const ANSWER = "KEY POINTS:\n- 3 modules built\n* main.c:12 warns\n\nSUMMARY:\nThe build went through.";

test("CW-80: exactly at the threshold a result passes; one character more is condensed", async () => {
  const { condense, requests } = stage(ANSWER);
  expect(await condense(prose(32_000))).toEqual({ text: prose(32_000) });
  expect(requests).toHaveLength(0);
  expect((await condense(prose(32_001))).text).toMatch(/^\[Summarized from 32001 chars\]/);
});

test("CW-81: the minion is asked at temperature 0, for 1024 tokens at most, and paid for", async () => {
  const { condense, requests, ledger } = stage(ANSWER);
  await condense(prose(50_000));
  expect(requests[0]).toMatchObject({ temperature: 0, outputTokensMax: 1024, tools: [] });
  expect(requests[0]?.system).toMatch(/summarise tool outputs concisely[\s\S]*KEY POINTS:[\s\S]*SUMMARY:/);
  expect(ledger).toMatchObject({ usage: { inputTokens: 9_000 }, costUsd: 0.002 });
});

test("CW-82: findings, summary, the handle of the whole, and what was saved", async () => {
  const { condense, saved } = stage(ANSWER);
  const { text, handle, note } = await condense(prose(50_000));
  expect(text).toBe(
    '[Summarized from 50000 chars]\n\nKey findings:\n- 3 modules built\n- main.c:12 warns\n\nSummary: The build went through.\n(made short; the whole is kept: shell_output {"handle":"out-1"} pages it)',
  );
  expect(handle).toBe("out-1");
  expect(saved).toEqual([prose(50_000)]);
  expect(note?.text).toBe(`shell: 50000 characters made ${text.length} by small/scribe.`);
});

test("CW-82: an answer in no form is shown by its first 500 characters", () => {
  expect(formatSummary("x".repeat(900), 40_000)).toBe(`[Summarized from 40000 chars]\n\nSummary: ${"x".repeat(500)}`);
});

test.each(["fails", "throws", ""])(
  "CW-83: when the minion %j the bounded original is given, and why is told",
  async (answer) => {
    const { condense, notes } = stage(answer);
    const { text, handle } = await condense(prose(90_000));
    expect(text.startsWith(prose(20_000))).toBe(true);
    expect(text).toContain('characters left out; the whole is kept: shell_output {"handle":"out-1"}');
    expect(handle).toBe("out-1");
    expect(notes[0]).toMatch(/^shell: the minion gave nothing \((it is down|no route|its answer is empty)\)/);
  },
);

test("CW-83: a failed result never goes to the minion, but rules may still shorten it", async () => {
  const { condense, requests } = stage(ANSWER);
  await condense(prose(90_000), { failed: true });
  const log = `${"PASS src/a.test.ts\n".repeat(3000)}FAIL src/b.test.ts > adds\nAssertionError: expected 1 to be 2\n\n\nTests  1 failed | 3000 passed (3001)\n`;
  const { text } = await condense(log, { failed: true });
  expect(requests).toHaveLength(0);
  expect(text).toMatch(/^\[test output, reduced from \d+ characters\]\nTests {2}1 failed/);
  expect(text).toContain("AssertionError: expected 1 to be 2");
});

test("how a command ended stays below what is left of its output, and where the whole is kept is said once", async () => {
  const log = `${"PASS src/a.test.ts\n".repeat(3000)}FAIL src/b.test.ts > adds\n\n\nTests  1 failed | 3000 passed (3001)`;
  const notes = [
    "(90000 bytes in all; shell_output with handle out-7 shows the rest)",
    "(exit code 1)",
    "(It was cut.)",
  ];
  const { condense } = stage(ANSWER);
  for (const [text, handle] of [
    [`${log}\n${notes.join("\n")}`, "out-7"],
    [`${log}\n${notes.slice(1).join("\n")}`, undefined],
  ] as const) {
    const given = await condense(text, { failed: true, ...(handle && { handle }) }, log);
    expect(given.text).toMatch(
      /\n\(exit code 1\)\n\(It was cut\.\)\n\(made short; the whole is kept: shell_output \{"handle":"out-\d"\} pages it\)$/,
    );
    expect(given.text.match(/shell_output/g)).toHaveLength(1);
  }
});

test("a known kind is reduced by rules before any model is asked", async () => {
  const { condense, requests } = stage(ANSWER);
  const rows = Array.from({ length: 3000 }, (_, index) => `${index},customer ${index},open`).join("\n");
  expect((await condense(`id,name,state\n${rows}`)).text).toMatch(
    /^\[a table, reduced from \d+ characters\]\n3001 rows of 3 columns\nid,name,state/,
  );
  expect(requests).toHaveLength(0);
});

test("CL-40: an outline gets the minion's words below it, and a line that is cited and is not there is taken away", async () => {
  const answer = "KEY POINTS:\n- it ends a.cbl:3\n- it begins (a.cbl:1-2)\n- it flies a.cbl:44\nSUMMARY:\nIt ends.";
  const { digest, requests, ledger } = stage(answer);
  const { text } = await digest({ mask: async (source) => source.replace("S3CRET", "[secret]") });
  expect(text).toBe(
    `A-PARA a.cbl:1-3\n\n## In the words of small/scribe: check them by the lines\n${formatSummary("KEY POINTS:\n- it ends a.cbl:3\n- it begins (a.cbl:1-2)\n- it flies\nSUMMARY:\nIt ends.", requestText(requests).length)}`,
  );
  expect(requestText(requests)).toContain("What matters of this source: the end");
  expect(requestText(requests)).toContain("3\tSTOP RUN");
  expect(requestText(requests)).not.toContain("S3CRET");
  expect(ledger.costUsd).toBe(0.002);
});

test("CL-40: without a minion, or when it fails, the outline stands alone", async () => {
  const failing = stage("fails");
  expect(await failing.digest()).toEqual({ text: "A-PARA a.cbl:1-3", display: { kind: "text", text: "" } });
  expect(failing.notes).toEqual(["shell: the minion gave nothing (it is down); there is only the outline."]);
  const none = stage(ANSWER);
  const { minion: _, ...settings } = none.settings;
  expect((await withDigest(OUTLINE, CALL, {} as CallParts, settings)).text).toBe("A-PARA a.cbl:1-3");
});

/** What stood in the output that the minion was given. */
function requestText(requests: readonly ModelRequest[]): string {
  const message = requests[0]?.messages[0];
  return /<output>\n([\s\S]*)\n<\/output>/.exec(message?.role === "user" ? message.text : "")?.[1] ?? "";
}

test.each(["source", "search"] as const)(
  "%s is shown as its tool paged it: no rule, no minion, no cut",
  async (kind) => {
    const { condense, requests, saved } = stage(ANSWER);
    const rows = Array.from({ length: 3000 }, (_, index) => `${index + 1}\tconst value = read(source);`).join("\n");
    expect(await condense(rows, { kind })).toEqual({ text: rows });
    expect([requests, saved]).toEqual([[], []]);
  },
);

test("words are not taken for rows, however alike their lines are", async () => {
  const { condense, requests } = stage(ANSWER);
  await condense(`${"one, two\n".repeat(5000)}`, { kind: "text" });
  expect(requests).toHaveLength(1);
});

test("a diff that only lacks room takes the room that there is, and no more", async () => {
  const line = (word: string, at: number): string => `${word}line ${at} of a module`;
  const hunk = (at: number): string => {
    const around = [1, 2, 3].map((more) => line(" ", at + more));
    return [`@@ -${at},7 +${at},7 @@`, ...around, line("-", at), line("+", at), ...around].join("\n");
  };
  const diff = ["--- a/m.ts", "+++ b/m.ts", ...[10, 20, 30, 40, 50, 60, 70, 80].map(hunk), "(exit 1)"].join("\n");
  for (let room = 500; room < diff.length; room += 50) {
    const { text } = await stage("").condenseWithin(room, diff);
    expect(text.length, `${room}`).toBeLessThanOrEqual(room);
    expect(text).toContain("(exit 1)");
  }
  const { text } = await stage("").condenseWithin(900, diff);
  for (const at of [10, 80]) expect(text).toContain(`+line ${at} of a module`);
});
