import { cleanText } from "../clean-event.ts";
import { fuzzyFilter } from "../completion/fuzzy.ts";
import type { KeyInput } from "../screen/key-decoder.ts";
import { lineWidth, textWidth } from "../text/width.ts";
import { truncateLine, wrapStyled } from "../text/wrap.ts";
import { words } from "../words/words.ts";
import type { Dialog, DialogSpace, DialogView } from "./dialog.ts";
import { firstPage, type Pages, pagedRows, turnPage } from "./paged-rows.ts";

export interface PickerItem {
  readonly label: string;
  readonly hint?: string;
  /** A sentence below the list while this one is marked. */
  readonly detail?: string;
  /** The one in use: marked at first. */
  readonly isCurrent?: boolean;
}

export interface PickerRequest<Item extends PickerItem> {
  readonly title: string;
  readonly items: readonly Item[];
  /** A question, to which words of one's own are an answer too: nothing is marked, so that Enter alone answers nothing. */
  readonly takesText?: boolean;
  readonly onChoice: (choice: Item | string | undefined) => void;
}

/** Digits choose from a list that is as short as that; in a longer one they belong to what is looked for. */
const DIGIT_ITEMS_MAX = 9;
const NOTHING_MARKED = -1;
const LABEL_COLUMNS_MAX = 44;
/** The mark, the number and the gap. */
const BESIDE_LABEL_COLUMNS = 9;
/** A hint that has less room stands below the list, that of the chosen one alone. */
const HINT_COLUMNS_MIN = 14;
const DETAIL_ROWS_MAX = 2;

/** A list to choose from; typing narrows it. */
export function createPicker<Item extends PickerItem>(request: PickerRequest<Item>): Dialog {
  const entries = request.items.map(entryOf);
  const list = { title: request.title, takesText: request.takesText ?? false, size: entries.length };
  let query = "";
  // A title that has more rows than there is room for is paged; it is what the choice is about.
  const pages = firstPage();
  const unmoved = list.takesText ? NOTHING_MARKED : 0;
  let selected = Math.max(
    unmoved,
    entries.findIndex(({ isCurrent }) => isCurrent),
  );
  const shown = (): readonly Entry<Item>[] => (list.takesText ? entries : narrowed(entries, query));
  const choose = (): void => {
    const entry = shown()[selected];
    if (list.takesText && query !== "") request.onChoice(query);
    else if (entry || (list.takesText && list.size === 0)) request.onChoice(entry?.item);
    // The only answer is shown as what Enter would give, not given at once.
    else if (list.size === 1) selected = 0;
  };
  const narrow = (text: string): void => {
    query = text;
    selected = unmoved;
  };
  const onKey = (key: string): void => {
    if (key === "enter") choose();
    else if (key === "escape" || key === "ctrl+c") request.onChoice(undefined);
    else if (key === "backspace") narrow(query.slice(0, -1));
    else if (key === "ctrl+u") narrow("");
    else if (!turnPage(pages, key) && STEPS[key] !== undefined)
      selected = Math.max(0, Math.min(shown().length - 1, selected + STEPS[key]));
  };
  const onText = (text: string): void => {
    const takesDigits = query === "" && list.size <= DIGIT_ITEMS_MAX;
    const entry = takesDigits && /^[1-9]$/.test(text) ? shown()[Number(text) - 1] : undefined;
    if (entry) request.onChoice(entry.item);
    else narrow(query + text.replace(/\s+/g, " "));
  };
  return {
    render: (space) => render(list, { query, selected, shown: shown(), pages }, space),
    onInput: (input: KeyInput) => (input.kind === "key" ? onKey(input.key) : onText(input.text)),
    cancel: () => request.onChoice(undefined),
  };
}

const STEPS: Readonly<Record<string, number>> = {
  up: -1,
  down: 1,
  "ctrl+p": -1,
  "ctrl+n": 1,
  pageup: -10,
  pagedown: 10,
  home: -1e9,
  end: 1e9,
  tab: 1,
  "shift+tab": -1,
};

/** An item as it is shown: titles of sessions and names of models are words of others. */
interface Entry<Item> {
  readonly item: Item;
  readonly label: string;
  readonly hint: string;
  readonly detail: string | undefined;
  readonly isCurrent: boolean;
}

function entryOf<Item extends PickerItem>(item: Item): Entry<Item> {
  const { label, hint = "", detail, isCurrent = false } = item;
  return {
    item,
    label: cleanText(label).replaceAll("\n", " "),
    hint: cleanText(hint).replaceAll("\n", " "),
    detail: detail === undefined ? undefined : cleanText(detail),
    isCurrent,
  };
}

/** Entries with every word of the query; only where there are none, those whose label has its letters in order. */
function narrowed<Item>(entries: readonly Entry<Item>[], query: string): readonly Entry<Item>[] {
  const words = query.toLowerCase().split(" ").filter(Boolean);
  const found = entries.filter(({ label, hint }) => {
    const text = `${label} ${hint}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.length > 0 ? found : fuzzyFilter(entries, query.replaceAll(" ", ""), ({ label }) => label);
}

interface PickerList {
  readonly title: string;
  readonly takesText: boolean;
  readonly size: number;
}

interface PickerState {
  readonly query: string;
  readonly selected: number;
  readonly shown: readonly Entry<unknown>[];
  readonly pages: Pages;
}

function render(
  { title, takesText, size }: PickerList,
  { query, selected, shown, pages }: PickerState,
  space: DialogSpace,
): DialogView {
  const { width, rowsMax, theme } = space;
  const head = headRows(title, pages, space);
  const labels = Math.min(LABEL_COLUMNS_MAX, Math.max(0, ...shown.map(({ label }) => textWidth(label))));
  const isHintBeside = width - labels - BESIDE_LABEL_COLUMNS >= HINT_COLUMNS_MIN;
  const chosen = shown[selected];
  const below = isHintBeside ? chosen?.detail : [chosen?.hint, chosen?.detail].filter(Boolean).join("\n");
  const detail = detailRows(below, width, theme);
  const room = Math.max(1, rowsMax - head.length - detail.length - 1);
  const first = Math.max(0, Math.min(selected - Math.floor(room / 2), shown.length - room));
  const window = shown.slice(first, first + room);
  const column = Math.min(LABEL_COLUMNS_MAX, Math.max(0, ...window.map(({ label }) => textWidth(label))));
  const isNumbered = size <= DIGIT_ITEMS_MAX && query === "";
  const items = window.map(({ label, hint, isCurrent }, index) => {
    const isSelected = first + index === selected;
    const number = isNumbered ? `${first + index + 1}. ` : "";
    const name = `${label}${isCurrent ? " ✓" : ""}`;
    const gap = " ".repeat(Math.max(2, column + 4 - textWidth(name)));
    const row = `${isSelected ? "❯" : " "} ${number}${name}${hint !== "" && isHintBeside ? gap + theme.paint("dim", hint) : ""}`;
    return truncateLine(isSelected ? theme.paint("accent", row) : row, width - 1);
  });
  const mark = takesText ? words("picker.words") : words("picker.filter");
  const count =
    shown.length > room || query !== "" ? `  ${words("picker.count", { shown: shown.length, all: size })}` : "";
  const none = shown.length === 0 && !takesText ? [theme.paint("dim", words("picker.none"))] : [];
  const line = `${theme.paint("dim", mark)}${query}`;
  const rows = [
    ...head,
    ...items,
    ...none,
    ...detail,
    truncateLine(lineWidth(line) + count.length < width ? line + theme.paint("dim", count) : line, width - 1),
  ];
  return { rows, cursor: { row: rows.length - 1, column: textWidth(mark + query) } };
}

/** What an answer is given to stands at its end. */
function headRows(title: string, pages: Pages, space: DialogSpace): readonly string[] {
  const { width, rowsMax, theme } = space;
  const rows = title.split("\n").flatMap((line) => wrapStyled(theme.paint("strong", line), width - 1));
  return pagedRows(rows, rowsMax - 4, pages, space);
}

function detailRows(detail: string | undefined, width: number, theme: DialogSpace["theme"]): readonly string[] {
  if (detail === undefined || detail === "") return [];
  return detail
    .split("\n")
    .flatMap((line) => wrapStyled(line, width - 3))
    .slice(0, DETAIL_ROWS_MAX)
    .map((row) => theme.paint("dim", `  ${row}`));
}
