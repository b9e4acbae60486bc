import { partedWords } from "../../base/parted-words.ts";
import { displayName } from "../../engines/terminal-text/display-name.ts";
import { type Completion, type CompletionSources, completeAt } from "./completion/completer.ts";
import { fuzzyFilter } from "./completion/fuzzy.ts";
import type { DialogView } from "./dialogs/dialog.ts";
import { picturedText } from "./editor/pictured-text.ts";
import { EDIT_ACTIONS, type EditAction, type PromptEditor } from "./editor/prompt-editor.ts";
import type { VimKeys } from "./editor/vim-keys.ts";
import type { Action } from "./keymap.ts";
import type { KeyInput } from "./screen/key-decoder.ts";
import { lineWidth } from "./text/width.ts";
import { truncateLine } from "./text/wrap.ts";
import type { Theme } from "./theme.ts";
import { isNote } from "./typed/typed-line.ts";
import { words } from "./words/words.ts";

export interface InputLineParts {
  readonly editor: PromptEditor;
  readonly actionOf: (key: string) => Action | undefined;
  readonly sources: () => CompletionSources | undefined;
  readonly requestFrame: () => void;
  readonly isRunning: () => boolean;
  /** Undefined: the keys are readline's. */
  readonly vim: () => VimKeys | undefined;
}

const MENU_ROWS = 7;
const EDITOR_ROWS_MAX = 12;
const SUGGEST_FROM_CHARS = 3;

/** The prompt with its completion menu and the search through what was sent before. */
export class InputLine {
  readonly #parts: InputLineParts;
  #menu: Completion | undefined;
  #selected = 0;
  #ticket = 0;
  #search: { query: string; index: number } | undefined;

  constructor(parts: InputLineParts) {
    this.#parts = parts;
  }

  /** @returns the action that is left to the application; undefined when the key was used up here */
  onInput(input: KeyInput): Action | undefined {
    const { editor } = this.#parts;
    if (this.#search) return this.#onSearch(input);
    const vim = this.#parts.vim();
    if (vim && !(this.#menu && input.kind === "key") && vim.take(input, editor)) {
      this.#closeMenu();
      return undefined;
    }
    if (input.kind === "key") {
      const action = this.#parts.actionOf(input.key);
      return this.#usesUp(input.key, action) ? undefined : action;
    }
    if (input.kind === "paste") {
      editor.paste(input.text);
      this.#closeMenu();
    } else {
      editor.type(input.text);
      this.#refreshMenu();
    }
    return undefined;
  }

  /** @returns whether a key has done its work here */
  #usesUp(key: string, action: Action | undefined): boolean {
    if (this.#menu && this.#onMenu(key, action)) return true;
    if (action === "submit") return this.#continuesLine();
    if (action === "historySearch") {
      this.#search = { query: "", index: 0 };
      return true;
    }
    const suggestion = action === "right" || action === "lineEnd" ? this.#suggestion() : undefined;
    if (suggestion) {
      this.#parts.editor.type(suggestion);
      return true;
    }
    if (action === undefined || !isEditAction(action))
      return action === "queue" && key === "tab" && this.#openMenuAtTab();
    const hasMoved = this.#parts.editor.act(action);
    if ((hasMoved && this.#menu) || /delete|undo|redo/.test(action)) this.#refreshMenu();
    return true;
  }

  get isMenuOpen(): boolean {
    return this.#menu !== undefined || this.#search !== undefined;
  }

  close(): void {
    this.#closeMenu();
    this.#search = undefined;
  }

  render(width: number, rowsMax: number, theme: Theme): DialogView {
    if (this.#search) return this.#renderSearch(width, theme);
    const { editor } = this.#parts;
    const menu = this.#menuRows(width, theme);
    const view = editor.view(width - 2, Math.max(1, Math.min(EDITOR_ROWS_MAX, rowsMax - menu.length)));
    const { text } = editor;
    const usual = this.#parts.vim()?.isNormal ? ":" : "›";
    const sign = text.startsWith("!") ? "!" : isNote(text) ? "#" : usual;
    const mark = theme.paint(sign === "›" ? "user" : "warn", `${sign} `);
    const ghost = this.#suggestion() ?? "";
    const room = width - 3 - lineWidth(view.rows.at(-1) ?? "");
    const shown = ghost === "" || room < 4 ? "" : theme.paint("dim", truncateLine(picturedText(ghost), room));
    const rows = view.rows.map(
      (row, index) => (index === 0 ? mark : "  ") + row + (index === view.rows.length - 1 ? shown : ""),
    );
    return { rows: [...rows, ...menu], cursor: { row: view.cursor.row, column: view.cursor.column + 2 } };
  }

  #closeMenu(): void {
    this.#menu = undefined;
    this.#ticket++;
  }

  /** The rest of the newest prompt that began like this one; Right or End at the end of the text takes it. */
  #suggestion(): string | undefined {
    const { editor } = this.#parts;
    const { text, history } = editor;
    if (text.length < SUGGEST_FROM_CHARS || this.#menu || editor.cursor !== text.length || text.includes("\n"))
      return undefined;
    return history.find((entry) => entry.startsWith(text) && !entry.includes("\n"))?.slice(text.length);
  }

  /** A line that ends with a backslash goes on below. */
  #continuesLine(): boolean {
    const { editor } = this.#parts;
    if (editor.text[editor.cursor - 1] !== "\\" || editor.cursor !== editor.text.length) return false;
    editor.act("deleteLeft");
    editor.act("newLine");
    return true;
  }

  #openMenuAtTab(): boolean {
    const { editor } = this.#parts;
    if (!/^\/\S*$|(?:^|\s)@\S*$|^\/\S+ \S*$/.test(editor.text.slice(0, editor.cursor))) return false;
    this.#refreshMenu();
    return true;
  }

  #refreshMenu(): void {
    const { editor, sources, requestFrame } = this.#parts;
    const from = sources();
    const ticket = ++this.#ticket;
    if (!from) return;
    void completeAt(editor.text, editor.cursor, from).then((menu) => {
      // A later key has asked anew.
      if (ticket !== this.#ticket) return;
      this.#menu = menu && menu.items.length > 0 ? menu : undefined;
      this.#selected = 0;
      requestFrame();
    });
  }

  #onMenu(key: string, action: Action | undefined): boolean {
    const menu = this.#menu;
    if (!menu) return false;
    if (action === "up" || action === "down") {
      const step = action === "up" ? -1 : 1;
      this.#selected = (this.#selected + step + menu.items.length) % menu.items.length;
      return true;
    }
    if (action === "cancel") {
      this.#closeMenu();
      // A run is ended by one key, whatever is open.
      return !this.#parts.isRunning();
    }
    const item = menu.items[this.#selected];
    if (!item || (action !== "submit" && key !== "tab")) return false;
    return this.#complete(menu.start, item, action === "submit");
  }

  /** @returns whether the key that took the item was used up by that */
  #complete(start: number, item: Completion["items"][number], isSubmit: boolean): boolean {
    const { editor } = this.#parts;
    const typed = editor.text.slice(start, editor.cursor);
    const isArgument = start > 0 && editor.text.startsWith("/") && !item.value.startsWith("@");
    // The name of a folder is written out without its slash.
    const isWritten = ["", " ", ...(isArgument ? ["/"] : [])].some((end) => `${typed}${end}` === item.value);
    // What is written out already is sent, not completed again; so is what only happens to have letters of a proposal.
    if (isSubmit && (isWritten || (isArgument && this.#selected === 0 && !holdsWords(item.value, typed)))) {
      this.#closeMenu();
      return false;
    }
    const isFolder = item.value.endsWith("/") && item.isOpen;
    editor.complete(start, isFolder ? item.value : `${item.value} `);
    this.#closeMenu();
    if (item.isOpen) this.#refreshMenu();
    // A command that takes nothing needs no second Enter.
    return !(isSubmit && item.value.startsWith("/") && !item.isOpen && start === 0);
  }

  #menuRows(width: number, theme: Theme): readonly string[] {
    const menu = this.#menu;
    if (!menu) return [];
    const first = Math.max(0, Math.min(this.#selected - 3, menu.items.length - MENU_ROWS));
    const shown = menu.items
      .slice(first, first + MENU_ROWS)
      .map(({ value, hint }) => ({ value: displayName(value), hint: displayName(hint) }));
    const widest = Math.max(...shown.map(({ value }) => lineWidth(value)));
    return shown.map(({ value, hint }, index) => {
      const isSelected = first + index === this.#selected;
      const label =
        hint === "" ? value : `${value}${" ".repeat(widest - lineWidth(value) + 2)}${theme.paint("dim", hint)}`;
      const row = `${isSelected ? "❯" : " "} ${label}`;
      return truncateLine(isSelected ? theme.paint("accent", row) : row, width);
    });
  }

  #matches(): readonly string[] {
    const { history } = this.#parts.editor;
    return fuzzyFilter(history, this.#search?.query ?? "", (text) => text);
  }

  #onSearch(input: KeyInput): Action | undefined {
    const search = this.#search;
    if (!search) return undefined;
    if (input.kind !== "key") {
      this.#search = { query: search.query + input.text, index: 0 };
      return undefined;
    }
    const action = this.#parts.actionOf(input.key);
    const size = this.#matches().length;
    if (action === "historySearch" || action === "up")
      this.#search = { ...search, index: Math.min(size - 1, search.index + 1) };
    else if (action === "down") this.#search = { ...search, index: Math.max(0, search.index - 1) };
    else if (action === "deleteLeft") this.#search = { query: search.query.slice(0, -1), index: 0 };
    else {
      const found = this.#matches()[search.index];
      const isTaken = action === "submit" || input.key === "tab" || action === "right" || action === "lineEnd";
      if (isTaken && found !== undefined) this.#parts.editor.replace(found);
      this.#search = undefined;
    }
    return undefined;
  }

  #renderSearch(width: number, theme: Theme): DialogView {
    const { query = "", index = 0 } = this.#search ?? {};
    const found = this.#matches()[index];
    const head = `${theme.paint("accent", words("search.mark"))} ${picturedText(query)}`;
    const body =
      found === undefined
        ? theme.paint("dim", words("search.nothing"))
        : picturedText(found).split("\n").slice(0, 4).join("\n");
    const rows = [head, ...body.split("\n").map((line) => `  ${line}`)];
    return { rows: rows.map((row) => truncateLine(row, width)), cursor: { row: 0, column: lineWidth(head) } };
  }
}

function isEditAction(action: Action): action is EditAction {
  return EDIT_ACTIONS.some((candidate) => candidate === action);
}

/** Whether each word that was typed stands in the proposal as it is; else the proposal is only a guess. */
function holdsWords(proposal: string, typed: string): boolean {
  const whole = proposal.toLowerCase();
  return partedWords(typed.toLowerCase()).every((word) => whole.includes(word));
}
