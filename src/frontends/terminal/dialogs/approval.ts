import type { ApprovalAnswer, ApprovalRequest } from "../../../core/ports/person.ts";
import type { Display } from "../../../core/protocol/display.ts";
import { sanitizeTerminal } from "../../../engines/terminal-text/sanitize-terminal.ts";
import type { BlockContext } from "../blocks/block-context.ts";
import { diffLines } from "../blocks/diff.ts";
import { todoLines } from "../blocks/display.ts";
import { PromptEditor } from "../editor/prompt-editor.ts";
import type { KeyInput } from "../screen/key-decoder.ts";
import { truncateLine, wrapStyled } from "../text/wrap.ts";
import type { Dialog, DialogSpace, DialogView } from "./dialog.ts";

/** What a person decided; `forGood` asks to write the rule into their own settings. */
export type ApprovalChoice =
  | { readonly kind: "answer"; readonly answer: ApprovalAnswer; readonly forGood?: string }
  | { readonly kind: "review" };

interface Option {
  readonly key: string;
  readonly label: string;
  /** Where rows are few, so that what is asked about keeps its own. */
  readonly brief: string;
  readonly choose: () => void;
}

/** Exactly what would be done, and the keys for it; Enter takes the marked line. */
export function createApproval(
  request: ApprovalRequest,
  canReview: boolean,
  onChoice: (choice: ApprovalChoice) => void,
): Dialog {
  let words: PromptEditor | undefined;
  let offset = 0;
  let page = 10;
  const answer = (value: ApprovalAnswer, forGood?: string): void =>
    onChoice({ kind: "answer", answer: value, ...(forGood === undefined ? {} : { forGood }) });
  const options: Option[] = [
    { key: "y", label: "Yes, once", brief: "once", choose: () => answer({ allowed: true }) },
    ...grantOptions(request.decision, answer),
    ...(canReview
      ? [{ key: "r", label: "Review part by part", brief: "parts", choose: () => onChoice({ kind: "review" }) }]
      : []),
    { key: "n", label: "No", brief: "no", choose: () => answer({ allowed: false, why: "the user said no" }) },
    {
      key: "w",
      label: "No, and say what to do instead",
      brief: "no, but",
      choose: () => {
        words = new PromptEditor([]);
      },
    },
  ];
  // Enter alone runs nothing.
  let selected = options.findIndex(({ key }) => key === "n");
  const sayNo = (): void => {
    const text = words?.expandedText.trim() ?? "";
    answer({ allowed: false, why: text === "" ? "the user said no" : `the user said no, and: ${text}` });
  };
  const select = (index: number): void => {
    selected = Math.max(0, Math.min(options.length - 1, index));
  };
  const onKey: Readonly<Record<string, () => void>> = {
    up: () => select(selected - 1),
    down: () => select(selected + 1),
    tab: () => select(selected + 1),
    pageup: () => {
      offset -= page;
    },
    pagedown: () => {
      offset += page;
    },
    enter: () => options[selected]?.choose(),
    escape: sayNo,
    "ctrl+c": sayNo,
  };
  return {
    render(space) {
      const whole = [...bodyRows(request.display, space), ...detailRows(request, space)];
      const size = optionSize(whole.length, options, space);
      // A short name stands for what is told in full above it.
      const body = size === "brief" && !words ? [...whole, ...fullLabels(options, space)] : whole;
      const asked = words ? wordRows(words, space) : optionRows({ options, selected, size }, space);
      const room = Math.max(2, space.rowsMax - asked.rows.length - 2);
      page = room;
      offset = Math.max(0, Math.min(offset, body.length - room));
      const shown = body.slice(offset, offset + room);
      const position = `lines ${offset + 1}-${offset + shown.length} of ${body.length}, Page Up and Down`;
      const where = body.length > room ? [space.theme.paint("dim", truncateLine(position, space.width - 1))] : [];
      const rows = [headRow(request, space), ...shown, ...where, ...asked.rows];
      const { cursor } = asked;
      const above = rows.length - asked.rows.length;
      return { rows, ...(cursor ? { cursor: { row: above + cursor.row, column: cursor.column } } : {}) };
    },
    onInput(input) {
      if (words)
        return onWords(words, input, sayNo, () => {
          words = undefined;
        });
      const option = input.kind === "text" ? options.find(({ key }) => key === input.text.toLowerCase()) : undefined;
      if (option) return option.choose();
      if (input.kind === "key") onKey[input.key]?.();
    },
    cancel: () => answer({ allowed: false, why: "cancelled before it was answered" }),
  };
}

/** The answers that hold for more than this one call. */
function grantOptions(
  { proposal, session }: ApprovalRequest["decision"],
  answer: (value: ApprovalAnswer, forGood?: string) => void,
): Option[] {
  const options: Option[] = [];
  if (proposal !== undefined) {
    const shownRule = approvalLine(proposal);
    const always = { allowed: true, remember: proposal } as const;
    options.push(
      { key: "a", label: `Always in this session: ${shownRule}`, brief: "this session", choose: () => answer(always) },
      {
        key: "p",
        label: `Always, kept in your settings: ${shownRule}`,
        brief: "kept",
        choose: () => answer(always, proposal),
      },
    );
  }
  if (session !== undefined)
    options.push({
      key: "s",
      label: `For this session, allow it to ${approvalLine(session.grants)}`,
      brief: "by kind",
      choose: () => answer({ allowed: true, remember: session.rules }),
    });
  return options;
}

function onWords(words: PromptEditor, input: KeyInput, send: () => void, back: () => void): void {
  if (input.kind === "text") words.type(input.text);
  else if (input.kind === "paste") words.paste(input.text);
  else if (input.key === "enter") send();
  else if (input.key === "escape") back();
  else if (input.key === "backspace") words.act("deleteLeft");
  else if (input.key === "left") words.act("left");
  else if (input.key === "right") words.act("right");
}

function headRow({ call, decision }: ApprovalRequest, { theme, width }: DialogSpace): string {
  const name = approvalLine(call.name);
  return truncateLine(
    `${theme.paint("warn", "?")} ${theme.paint("strong", name)}: ${approvalLine(decision.reason)}`,
    width - 1,
  );
}

interface OptionList {
  readonly options: readonly Option[];
  readonly selected: number;
  readonly size: OptionSize;
}

/** One a row; side by side where a long change needs the rows; by short names where even that leaves it too few. */
type OptionSize = "rows" | "line" | "brief";

const BODY_ROWS_MIN = 6;

function optionSize(bodyRows: number, options: readonly Option[], space: DialogSpace): OptionSize {
  if (bodyRows + options.length + 2 <= space.rowsMax) return "rows";
  const { rows } = optionRows({ options, selected: 0, size: "line" }, space);
  return space.rowsMax - rows.length - 2 < Math.min(bodyRows, BODY_ROWS_MIN) ? "brief" : "line";
}

function fullLabels(options: readonly Option[], { theme, width }: DialogSpace): readonly string[] {
  return options.flatMap(({ key, label }) =>
    wrapStyled(`${key}: ${label}`, width - 4).map((row) => theme.paint("dim", `  ${row}`)),
  );
}

function optionRows({ options, selected, size }: OptionList, { theme, width }: DialogSpace): DialogView {
  const labels = options.map(
    ({ key, label, brief }, index) =>
      `${index === selected ? "❯" : " "} ${theme.paint("accent", key)} ${size === "brief" ? brief : label}`,
  );
  if (size === "rows") return { rows: labels.map((label) => truncateLine(label, width - 1)) };
  return { rows: wrapStyled(labels.map((label) => label.trim()).join(" · "), width - 1) };
}

function wordRows(words: PromptEditor, { theme, width }: DialogSpace): DialogView {
  const { rows, cursor } = words.view(width - 4, 4);
  const shown = rows.map((row, index) => `${index === 0 ? "» " : "  "}${row}`);
  return {
    rows: [theme.paint("dim", "What should be done instead? Enter sends it, Esc goes back."), ...shown],
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
        return diffLines(approvalLines(display.patch), context);
      case "command": {
        const where = display.cwd ? [theme.paint("dim", `in ${approvalLine(display.cwd)}`)] : [];
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
function detailRows(
  { decision: { details = [], rule }, display }: ApprovalRequest,
  space: DialogSpace,
): readonly string[] {
  const { theme, width } = space;
  const facts = [
    ...details,
    ...(rule === undefined ? [] : [`asked because of the rule ${rule}`]),
    ...(display.kind === "command" && display.sandbox !== undefined ? [`runs in ${display.sandbox}`] : []),
  ];
  return facts.flatMap((fact) =>
    wrapStyled(approvalLine(fact), width - 4).map((row, index) =>
      theme.paint("dim", `${index === 0 ? "  · " : "    "}${row}`),
    ),
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

function approvalLine(text: string): string {
  return sanitizeTerminal(text, { context: "approval" }).replaceAll("\t", "    ");
}
