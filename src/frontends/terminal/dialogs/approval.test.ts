import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ApprovalRequest } from "../../../core/ports/person.ts";
import { lineWidth } from "../text/width.ts";
import { createTheme } from "../theme.ts";
import { createApproval } from "./approval.ts";
import { LONE_KEY_MS } from "./lone-key.ts";

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

const theme = createTheme("dark", "none");
if (!theme) throw new Error("no theme");

const REQUEST: ApprovalRequest = {
  call: { id: "1", name: "edit_file", input: {} },
  display: {
    kind: "diff",
    paths: ["src/server.ts"],
    patch: "--- a/src/server.ts\n+++ b/src/server.ts\n@@ -1,1 +1,1 @@\n-old words\n+new words\n",
  },
  decision: { verdict: "ask", reason: "changes src/server.ts", proposal: "edit_file(src/server.ts)" },
};

const plainWords = (_: string, text: string) => [{ text, isChanged: false }];

function frame(width: number, rowsMax: number, pages = 0): readonly string[] {
  const dialog = createApproval(REQUEST, { canReview: true, asksForEdits: true }, () => {});
  const space = { width, rowsMax, theme: theme as NonNullable<typeof theme>, changedWords: plainWords };
  dialog.render(space);
  for (let page = 0; page < pages; page++) {
    dialog.onInput({ kind: "key", key: "pagedown" });
    dialog.render(space);
  }
  return dialog.render(space).rows;
}

test("a line that is a command of the session answers nothing, and says so", () => {
  const answers: unknown[] = [];
  const dialog = createApproval(REQUEST, { canReview: true, asksForEdits: true }, (choice) => answers.push(choice));
  const space = { width: 90, rowsMax: 30, theme: theme as NonNullable<typeof theme>, changedWords: plainWords };
  dialog.render(space);
  dialog.onInput({ kind: "text", text: "w" });
  vi.advanceTimersByTime(LONE_KEY_MS + 1);
  for (const text of ["/permissions", " /mode plan", "/plugin:thing now"]) {
    dialog.onInput({ kind: "paste", text });
    dialog.onInput({ kind: "key", key: "enter" });
    expect([text, answers]).toEqual([text, []]);
    expect(dialog.render(space).rows.join("\n")).toContain(`${text.trim().split(" ")[0]} is a command`);
    dialog.onInput({ kind: "key", key: "escape" });
    dialog.onInput({ kind: "text", text: "w" });
    vi.advanceTimersByTime(LONE_KEY_MS + 1);
  }
  dialog.onInput({ kind: "paste", text: "/srv/app holds it: write there" });
  dialog.onInput({ kind: "key", key: "enter" });
  expect(answers).toMatchObject([{ answer: { allowed: false, said: "/srv/app holds it: write there" } }]);
});

test("where there is room each choice has a row of its own", () => {
  expect(frame(80, 30)).toMatchInlineSnapshot(`
    [
      "? edit_file: changes src/server.ts",
      "    1 - old words",
      "    1 + new words",
      "  1 y Yes, once",
      "  2 a Always in this session: edit_file(src/server.ts)",
      "  3 p Always, kept in your settings: edit_file(src/server.ts)",
      "  4 e Yes, and every edit of this session",
      "  5 r Review part by part",
      "❯ 6 n No",
      "  7 w No, and say what to do instead",
    ]
  `);
});

test("in a few rows the change stays in sight: the choices are short, and spelt out behind it", () => {
  expect(frame(30, 9)).toMatchInlineSnapshot(`
    [
      "? edit_file: changes src/ser…",
      "    1 - old words",
      "    1 + new words",
      "  ? edit_file: changes",
      "  src/server.ts",
      "lines 1-4 of 16, Page Up and…",
      "y once · a this session · p",
      "kept · e all edits · r parts",
      "· ❯ n no · w no, but",
    ]
  `);
  expect(frame(30, 9, 1).join("\n")).toContain("edit_file(src/serv");
});

test("where there are rows enough nothing that is decided on is cut, however narrow they are", () => {
  for (let width = 20; width < 90; width++) {
    const text = frame(width, 60).join("\n");
    expect(text).not.toContain("…");
    const words = text.replace(/\s+/g, "");
    for (const whole of ["changes src/server.ts", "Always, kept in your settings: edit_file(src/server.ts)"])
      expect(words).toContain(whole.replace(/\s+/g, ""));
  }
});

test("no size is overrun", () => {
  for (let width = 20; width < 120; width += 7)
    for (let rowsMax = 8; rowsMax < 30; rowsMax++) {
      const rows = frame(width, rowsMax);
      expect(rows[0]).toContain("edit_file");
      expect(rows.length).toBeLessThanOrEqual(rowsMax);
      for (const row of rows) expect(lineWidth(row)).toBeLessThan(width);
    }
});

const ROWS = Array.from({ length: 40 }, (_, index) => `echo ${index}`);
const COMMAND: ApprovalRequest = {
  call: { id: "1", name: "shell", input: {} },
  display: { kind: "command", command: ROWS.join("\n") },
  decision: { verdict: "ask", reason: "runs echo", proposal: "shell(echo)" },
};

function asked(request: ApprovalRequest) {
  const chosen: unknown[] = [];
  const dialog = createApproval(request, { canReview: true, asksForEdits: true }, (choice) => void chosen.push(choice));
  const show = (width: number, rowsMax: number): string =>
    dialog
      .render({ width, rowsMax, theme: theme as NonNullable<typeof theme>, changedWords: plainWords })
      .rows.join("\n");
  const type = (text: string, pauseMs = LONE_KEY_MS): void => {
    dialog.onInput({ kind: "text", text });
    vi.advanceTimersByTime(pauseMs);
  };
  const press = (key: string): void => dialog.onInput({ kind: "key", key });
  return { chosen, show, type, press };
}

test("a command is run only when all of it was on the screen; a no needs nothing", () => {
  const { chosen, show, type, press } = asked(COMMAND);
  show(60, 14);
  for (const key of ["y", "1", "a", "p"]) type(key);
  expect(chosen).toEqual([]);
  expect(show(60, 14)).toContain("Page Down to its end first: 1-");
  const seen: string[] = [];
  for (let page = 0; page < 8; page++) {
    type("y");
    expect(chosen).toEqual([]);
    if (seen.join("\n").includes("echo 39")) break;
    press("pagedown");
    seen.push(show(60, 14));
    if (seen.at(-1)?.includes("echo 39")) break;
  }
  type("y");
  expect(chosen).toEqual([expect.objectContaining({ answer: { allowed: true } })]);
  const refused = asked(COMMAND);
  refused.show(60, 14);
  refused.type("n");
  expect(refused.chosen).toEqual([expect.objectContaining({ answer: expect.objectContaining({ allowed: false }) })]);
});

test("rows that another width wraps anew count as unseen, what was seen whole stays so", () => {
  const { chosen, show, type, press } = asked(COMMAND);
  show(60, 14);
  press("pagedown");
  show(60, 14);
  show(30, 14);
  type("y");
  expect(chosen).toEqual([]);
  show(60, 80);
  show(30, 14);
  type("y");
  expect(chosen).toHaveLength(1);
});

test.each([REQUEST, COMMAND])(
  "a window with no row for what is asked takes no yes, and says why: $call.name",
  (request) => {
    const { chosen, show, type, press } = asked(request);
    for (let rowsMax = -2; rowsMax < 4; rowsMax++) expect(show(19, rowsMax)).toContain("Enlarge this");
    for (const key of ["y", "1", "e", "r"]) type(key);
    press("up");
    press("enter");
    expect(chosen).toEqual([]);
    press("escape");
    expect(chosen).toEqual([expect.objectContaining({ answer: expect.objectContaining({ allowed: false }) })]);
  },
);

test.each(["stop", "please don't", "edit the other", "yes but not there"])(
  "words typed at a question answer it by none of their letters, and are what to do instead: %s",
  (words) => {
    const { chosen, show, type, press } = asked(REQUEST);
    show(80, 30);
    for (const letter of words) type(letter, LONE_KEY_MS / 2);
    vi.advanceTimersByTime(LONE_KEY_MS);
    expect(chosen).toEqual([]);
    expect(show(80, 30)).toContain(`» ${words}`);
    press("enter");
    expect(chosen).toEqual([
      expect.objectContaining({
        answer: { allowed: false, why: expect.stringContaining(words), said: expect.stringContaining(words) },
      }),
    ]);
  },
);

test.each([
  ["yes", { allowed: true }],
  ["OK.", { allowed: true }],
  ["no", { allowed: false, why: "the user said no", said: "" }],
])("the lone word %s is the answer that it is, for this once", (word, given) => {
  const { chosen, show, type, press } = asked(REQUEST);
  show(80, 30);
  for (const letter of word) type(letter, LONE_KEY_MS / 2);
  vi.advanceTimersByTime(LONE_KEY_MS);
  press("enter");
  expect(chosen).toEqual([{ kind: "answer", answer: given }]);
});

test("a letter that is held down, or sent with Enter, is that letter; a key that leads elsewhere takes it back", () => {
  const { chosen, show, type, press } = asked(REQUEST);
  show(80, 30);
  type("y", 0);
  press("down");
  vi.advanceTimersByTime(LONE_KEY_MS);
  expect(chosen).toEqual([]);
  for (const letter of "yyy") type(letter, LONE_KEY_MS / 2);
  vi.advanceTimersByTime(LONE_KEY_MS);
  type("y", 0);
  press("enter");
  expect(chosen).toEqual([
    { kind: "answer", answer: { allowed: true } },
    { kind: "answer", answer: { allowed: true } },
  ]);
});

test.each([
  [".husky/pre-commit", 0],
  ["src/a.ts", 1],
])(
  "a long change of %s is written after one page %i times: what starts programs is seen to its end",
  (path, answers) => {
    const patch = `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,40 @@\n${ROWS.map((row) => `+${row}\n`).join("")}`;
    const display = { kind: "diff", paths: [path], patch } as const;
    const starts = answers === 0 ? { startsPrograms: true as const } : {};
    const { chosen, show, type, press } = asked({ ...REQUEST, display, ...starts });
    show(60, 14);
    type("y");
    expect(chosen).toHaveLength(answers);
    for (let page = 0; page < 8; page++) {
      press("pagedown");
      show(60, 14);
    }
    type("y");
    expect(chosen.length).toBeGreaterThan(answers === 0 ? 0 : 1);
  },
);
