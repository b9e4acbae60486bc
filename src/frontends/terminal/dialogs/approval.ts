import { saidNo } from "../../../app/permissions/approval-options.ts";
import { spokenRecorded } from "../../../app/words/recorded.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../../core/ports/person.ts";
import type { Display } from "../../../core/protocol/display.ts";
import { sanitizeTerminal } from "../../../engines/terminal-text/sanitize-terminal.ts";
import type { BlockContext } from "../blocks/block-context.ts";
import { diffLines } from "../blocks/diff.ts";
import { todoLines } from "../blocks/display.ts";
import { PromptEditor } from "../editor/prompt-editor.ts";
import type { KeyInput } from "../screen/key-decoder.ts";
import { lineWidth } from "../text/width.ts";
import { truncateLine, wrapStyled } from "../text/wrap.ts";
import { words } from "../words/words.ts";
import {
  type ApprovalChoice,
  type ApprovalMeans,
  type ApprovalOption,
  approvalDetails,
  approvalLine,
  approvalOptions,
  optionAt,
  optionSaid,
} from "./approval-options.ts";
import type { Dialog, DialogSpace, DialogView } from "./dialog.ts";
import { createLoneKey } from "./lone-key.ts";
import { enlargeRows, firstPage, isTooLow, type Pages, pagedRows, turnPage } from "./paged-rows.ts";

/** Exactly what would be done, and the keys for it; Enter takes the marked line. What is typed as words is what to do instead. */
export function createApproval(
  request: ApprovalRequest,
  means: ApprovalMeans,
  onChoice: (choice: Exclude<ApprovalChoice, { kind: "words" }>) => void,
  redraw: () => void = () => {},
): Dialog {
  let typed: PromptEditor | undefined;
  const pages = firstPage();
  const options = approvalOptions(request, means);
  let isSeen = false;
  const answer = (value: ApprovalAnswer): void => {
    keys.drop();
    onChoice({ kind: "answer", answer: value });
  };
  const choose = ({ choice }: ApprovalOption): void => {
    if (choice.kind === "words") say("");
    else if (isSeen || isNo(choice)) onChoice(choice);
    else pages.isHurried = true;
  };
  const say = (text: string | undefined): void => {
    typed = text === undefined ? undefined : new PromptEditor([]);
    typed?.type(text ?? "");
  };
  const keys = createLoneKey((text) => {
    const option = optionAt(options, text);
    if (option) choose(option);
    redraw();
  }, say);
  // Enter alone runs nothing.
  let selected = options.findIndex(({ key }) => key === "n");
  const sayNo = (): void => answer(saidNo(typed?.expandedText.trim() ?? ""));
  const sayWords = (): void => {
    const option = optionSaid(options, typed?.expandedText ?? "");
    if (option === undefined) return sayNo();
    say(undefined);
    choose(option);
  };
  const select = (index: number): void => {
    selected = Math.max(0, Math.min(options.length - 1, index));
  };
  const onKey: Readonly<Record<string, () => void>> = {
    up: () => select(selected - 1),
    down: () => select(selected + 1),
    tab: () => select(selected + 1),
    enter: () => choose(options[selected] as ApprovalOption),
    escape: sayNo,
    "ctrl+c": sayNo,
  };
  return {
    render(space) {
      const whole = [...bodyRows(request.display, space), ...detailRows(request, space)];
      const head = headRows(request, space);
      const size = optionSize(head.length + whole.length, options, space);
      const isBrief = size === "brief";
      // A short name stands for what is told in full above it, and the reason is told whole somewhere.
      const cut = isBrief && head.length > 1 ? head.map((row) => `  ${row}`) : [];
      const body = [...whole, ...cut, ...(isBrief && !typed ? fullLabels(options, space) : [])];
      const said = isBrief ? [truncateLine(head.join(" "), space.width - 1)] : head;
      const asked = typed ? wordRows(typed, space) : optionRows({ options, selected, size }, space);
      const room = space.rowsMax - asked.rows.length - said.length;
      const isAsked = !isTooLow(body, room);
      isSeen &&= isAsked;
      if (!isAsked && !typed) return { rows: enlargeRows(space) };
      const shown = pagedRows(body, room, pages, space);
      isSeen ||= isAsked && isEnough(request, pages, whole.length + cut.length);
      return below([...said, ...shown], asked);
    },
    onInput(input) {
      if (typed) return onWords(typed, input, sayWords, () => say(undefined));
      if (input.kind === "text") return keys.type(input.text);
      if (input.kind === "key" && input.key === "enter" && keys.settle()) return;
      keys.drop();
      if (input.kind === "key" && !turnPage(pages, input.key)) onKey[input.key]?.();
    },
    cancel: () => answer({ allowed: false, why: "cancelled before it was answered" }),
  };
}

/** A change of files is bounded, and can be taken back, but for those that start programs; the rest is seen to its end before a yes. */
const isEnough = ({ display, startsPrograms }: ApprovalRequest, { seen }: Pages, rows: number): boolean =>
  seen >= rows || (display.kind === "diff" && startsPrograms === undefined);

const below = (above: readonly string[], { rows, cursor }: DialogView): DialogView => ({
  rows: [...above, ...rows],
  ...(cursor ? { cursor: { row: above.length + cursor.row, column: cursor.column } } : {}),
});

/** The command that a line is for the session, which answers no question. */
export const commandIn = (typed: string): string | undefined => /^\s*(\/[a-z][\w:-]*)(?:\s|$)/i.exec(typed)?.[1];

const isNo = (choice: ApprovalChoice): boolean => choice.kind === "answer" && !choice.answer.allowed;

function onWords(typed: PromptEditor, input: KeyInput, send: () => void, back: () => void): void {
  if (input.kind === "text") typed.type(input.text);
  else if (input.kind === "paste") typed.paste(input.text);
  else if (input.key === "enter" && commandIn(typed.expandedText) === undefined) send();
  else if (input.key === "escape") back();
  else if (input.key === "backspace") typed.act("deleteLeft");
  else if (input.key === "left") typed.act("left");
  else if (input.key === "right") typed.act("right");
}

function headRows({ call, decision, agent }: ApprovalRequest, { theme, width }: DialogSpace): readonly string[] {
  const name = approvalLine(agent === undefined ? call.name : `${agent}: ${call.name}`);
  const said = `${theme.paint("warn", "?")} ${theme.paint("strong", name)}: ${approvalLine(spokenRecorded(decision.reason))}`;
  return wrapStyled(said, width - 3);
}

interface OptionList {
  readonly options: readonly ApprovalOption[];
  readonly selected: number;
  readonly size: OptionSize;
}

/** One a row; side by side where a long change needs the rows; by short names where even that leaves it too few. */
type OptionSize = "rows" | "line" | "brief";

const BODY_ROWS_MIN = 6;

/** @param toldRows  of what is asked about, whole */
function optionSize(toldRows: number, options: readonly ApprovalOption[], space: DialogSpace): OptionSize {
  const rowsOf = (size: OptionSize): number => optionRows({ options, selected: 0, size }, space).rows.length;
  if (toldRows + rowsOf("rows") + 1 <= space.rowsMax) return "rows";
  return space.rowsMax - rowsOf("line") - 1 < Math.min(toldRows, BODY_ROWS_MIN) ? "brief" : "line";
}

function fullLabels(options: readonly ApprovalOption[], { theme, width }: DialogSpace): readonly string[] {
  return options.flatMap(({ label }, index) =>
    wrapStyled(`${index + 1}: ${label}`, width - 4).map((row) => theme.paint("dim", `  ${row}`)),
  );
}

function optionRows({ options, selected, size }: OptionList, { theme, width }: DialogSpace): DialogView {
  const marked = options.map(({ key, label, brief }, index) => {
    const mark = index === selected ? "❯" : " ";
    const shownKey = theme.paint("accent", key);
    return { start: size === "brief" ? `${mark} ${shownKey} ` : `${mark} ${index + 1} ${shownKey} `, label, brief };
  });
  if (size === "rows") return { rows: marked.flatMap(({ start, label }) => hanging(start, label, width - 1)) };
  const labels = marked.map(({ start, label, brief }) => `${start}${size === "brief" ? brief : label}`.trim());
  return { rows: wrapStyled(labels.join(" · "), width - 1) };
}

/** Whole, with what goes on below its beginning. */
function hanging(start: string, text: string, width: number): readonly string[] {
  const indent = lineWidth(start);
  return wrapStyled(text, width - indent).map((row, index) => `${index === 0 ? start : " ".repeat(indent)}${row}`);
}

function wordRows(typed: PromptEditor, { theme, width }: DialogSpace): DialogView {
  const { rows, cursor } = typed.view(width - 4, 4);
  const shown = rows.map((row, index) => `${index === 0 ? "» " : "  "}${row}`);
  const command = commandIn(typed.expandedText);
  const asked =
    command === undefined
      ? words("approval.instead.ask")
      : words("approval.isCommand", { command: approvalLine(command) });
  return {
    rows: [theme.paint(command === undefined ? "dim" : "warn", asked), ...shown],
    cursor: { row: cursor.row + 1, column: cursor.column + 2 },
  };
}

/** The whole of what would be done; every byte visible. */
export function bodyRows(display: Display, space: DialogSpace): readonly string[] {
  const { width, theme } = space;
  const context = approvalContext(space);
  const rows = ((): readonly string[] => {
    switch (display.kind) {
      case "diff":
        return diffLines(sourceLines(display.patch), context);
      case "command": {
        const where = display.cwd
          ? [theme.paint("dim", words("approval.in", { folder: approvalLine(display.cwd) }))]
          : [];
        const text = sanitizeTerminal(display.command, { context: "approval" });
        return [...wrapStyled(`$ ${text}`, width - 2).map((row) => theme.paint("code", row)), ...where];
      }
      case "text":
      case "file":
        return wrapStyled(approvalLines(display.text), width - 2);
      case "todo":
        return todoLines(
          display.items.map((item) => ({ ...item, text: approvalLine(item.text) })),
          context,
        );
    }
  })();
  return rows.map((row) => `  ${row}`);
}

/** What each part of a command touches, where links lead, and what holds it. */
function detailRows(request: ApprovalRequest, { theme, width }: DialogSpace): readonly string[] {
  return approvalDetails(request).flatMap((fact) =>
    wrapStyled(fact, width - 4).map((row, index) => theme.paint("dim", `${index === 0 ? "  · " : "    "}${row}`)),
  );
}

function approvalContext({ theme, width, changedWords }: DialogSpace): BlockContext {
  const plain = {
    markdown: (text: string) => [text],
    highlight: (code: string) => code.split("\n"),
    diagram: () => undefined,
  };
  return { ...plain, width: width - 2, theme, changedWords, isExpanded: true };
}

/** Line by line, so that the signs of a diff stay where they are. */
function approvalLines(text: string): string {
  return text.split("\n").map(approvalLine).join("\n");
}

function sourceLines(text: string): string {
  return text
    .split("\n")
    .map((line) => sanitizeTerminal(line, { context: "source" }).replaceAll("\t", "    "))
    .join("\n");
}
