import { fuzzyFilter } from "../completion/fuzzy.ts";
import type { KeyInput } from "../screen/key-decoder.ts";
import { textWidth } from "../text/width.ts";
import { truncateLine } from "../text/wrap.ts";
import type { Dialog, DialogSpace, DialogView } from "./dialog.ts";

export interface PickerItem {
  readonly label: string;
  readonly hint?: string;
}

export interface PickerRequest<Item extends PickerItem> {
  readonly title: string;
  readonly items: readonly Item[];
  /** Words of one's own are an answer too. */
  readonly takesText?: boolean;
  readonly onChoice: (choice: Item | string | undefined) => void;
}

/** A list to choose from; typing narrows it, digits choose at once. */
export function createPicker<Item extends PickerItem>(request: PickerRequest<Item>): Dialog {
  let query = "";
  let selected = 0;
  const shown = (): readonly Item[] =>
    request.takesText
      ? request.items
      : fuzzyFilter(request.items, query, ({ label, hint }) => `${label} ${hint ?? ""}`);
  const choose = (): void => {
    if (request.takesText && query !== "") request.onChoice(query);
    else request.onChoice(shown()[selected]);
  };
  return {
    render: (space) => render(request, { query, selected, shown: shown() }, space),
    onInput(input) {
      const size = shown().length;
      const step = stepOf(input);
      if (step !== 0) selected = Math.max(0, Math.min(size - 1, selected + step));
      else if (input.kind === "key" && input.key === "enter") choose();
      else if (input.kind === "key" && (input.key === "escape" || input.key === "ctrl+c")) request.onChoice(undefined);
      else if (input.kind === "key" && input.key === "backspace") query = query.slice(0, -1);
      else if (input.kind !== "key") {
        const index = query === "" && /^[1-9]$/.test(input.text) ? Number(input.text) - 1 : -1;
        if (index >= 0 && index < size) return request.onChoice(shown()[index]);
        query += input.text;
        selected = 0;
      }
    },
    cancel: () => request.onChoice(undefined),
  };
}

function stepOf(input: KeyInput): number {
  if (input.kind !== "key") return 0;
  return { up: -1, down: 1, pageup: -10, pagedown: 10, tab: 1, "shift+tab": -1 }[input.key] ?? 0;
}

interface PickerState<Item> {
  readonly query: string;
  readonly selected: number;
  readonly shown: readonly Item[];
}

function render<Item extends PickerItem>(
  { title, takesText }: PickerRequest<Item>,
  { query, selected, shown }: PickerState<Item>,
  { width, rowsMax, theme }: DialogSpace,
): DialogView {
  const room = Math.max(1, rowsMax - 3);
  const first = Math.max(0, Math.min(selected - Math.floor(room / 2), shown.length - room));
  const items = shown.slice(first, first + room).map(({ label, hint }, index) => {
    const isSelected = first + index === selected;
    const number = first + index < 9 ? `${first + index + 1}.` : "  ";
    const row = `${isSelected ? "❯" : " "} ${number} ${label}${hint ? `  ${theme.paint("dim", hint)}` : ""}`;
    return truncateLine(isSelected ? theme.paint("accent", row) : row, width - 1);
  });
  const mark = takesText ? "Or in words: " : "Filter: ";
  const more = shown.length > room ? theme.paint("dim", `  ${selected + 1} of ${shown.length}`) : "";
  const rows = [
    ...title.split("\n").map((line) => truncateLine(theme.paint("strong", line), width - 1)),
    ...items,
    truncateLine(`${theme.paint("dim", mark)}${query}`, width - 1) + (query === "" ? more : ""),
  ];
  return { rows, cursor: { row: rows.length - 1, column: textWidth(mark + query) } };
}
