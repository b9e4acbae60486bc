import type { Agent } from "../../app/agent.ts";
import type { TerminalFacts } from "../../app/settings/terminal-facts.ts";
import type { AttachedAgent, AttachedSession } from "./attached-session.ts";
import type { CompletionSources } from "./completion/completer.ts";
import { FileIndex } from "./completion/file-index.ts";
import { askInWords } from "./dialogs/ask-in-words.ts";
import { DialogStack } from "./dialogs/dialog-stack.ts";
import { createPicker, type PickerItem } from "./dialogs/picker.ts";
import { PromptEditor } from "./editor/prompt-editor.ts";
import { VimKeys } from "./editor/vim-keys.ts";
import { InputLine } from "./input-line.ts";
import { createKeyActions, type KeyActions } from "./key-actions.ts";
import type { Keymap } from "./keymap.ts";
import { NOTIFY_FROM_MS, notification } from "./notification.ts";
import { activityOf, activityRows, StatusSource, waitingRows } from "./panels/bottom-rows.ts";
import { Clock } from "./panels/clock.ts";
import { Hint } from "./panels/hint.ts";
import { statusLine } from "./panels/status-line.ts";
import { RunControl } from "./run-control.ts";
import type { KeyInput } from "./screen/key-decoder.ts";
import type { Screen } from "./screen/screen.ts";
import type { TerminalPort } from "./screen/tty.ts";
import { type Bottom, SessionView } from "./session-view.ts";
import type { SlashContext } from "./slash/slash-command.ts";
import { createSlashContext } from "./slash-context.ts";
import type { RichText } from "./text/rich-text.ts";
import { truncateLine } from "./text/wrap.ts";
import { createTheme, type Theme } from "./theme.ts";
import { Sending } from "./typed/sending.ts";
import { TypedQueue } from "./typed/typed-queue.ts";
import { offerUnsent } from "./typed/unsent.ts";
import { words } from "./words/words.ts";

export interface AppParts {
  readonly terminal: TerminalPort;
  readonly screen: Screen;
  readonly rich: RichText;
  readonly theme: Theme;
  readonly facts: TerminalFacts;
  readonly keymap: Keymap;
  /** Newest first. */
  readonly history: readonly string[];
  readonly saveHistory: (text: string) => void;
}

/** The session at the terminal: where keys go, and what stands below the conversation. */
export class TerminalApp {
  readonly view: SessionView;
  readonly dialogs: DialogStack;
  readonly #parts: AppParts;
  readonly #editor: PromptEditor;
  readonly #input: InputLine;
  readonly #keys: KeyActions;
  theme: Theme;
  readonly #status = new StatusSource();
  #attached: AttachedSession | undefined;
  #hasPanel = true;
  #vim: VimKeys | undefined;
  readonly queue = new TypedQueue();
  readonly #sending = new Sending({
    queue: this.queue,
    giveBack: (text) => this.write(text),
    run: () => this.#attached?.run,
    slashContext: () => this.#slashContext(),
    view: () => this.view,
  });
  readonly #redraw = (): void => this.view.requestFrame();
  readonly #hint = new Hint(this.#redraw);
  readonly #clock = new Clock(this.#redraw);
  #activity = { label: "", sinceMs: 0 };
  #leave: () => void = () => {};
  /** Resolves when the person leaves. */
  readonly left: Promise<void>;

  constructor(parts: AppParts) {
    this.#parts = parts;
    this.theme = parts.theme;
    this.#editor = new PromptEditor(parts.history);
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
    const { terminal, screen, rich } = parts;
    this.view = new SessionView({
      ...{ terminal, screen, rich, theme: () => this.theme },
      bottom: (width, rowsMax) => this.#bottom(width, rowsMax),
    });
    this.dialogs = new DialogStack({
      onChange: this.#redraw,
      onQuestion: () => this.#notify(words("notify.question")),
    });
    this.#input = new InputLine({
      editor: this.#editor,
      actionOf: (key) => parts.keymap.get(key),
      sources: () => this.#attached && this.#sources(this.#attached),
      requestFrame: this.#redraw,
      isRunning: () => this.#attached?.run.isRunning === true,
      vim: () => this.#vim,
    });
    this.#keys = createKeyActions(this.#keyHost());
  }

  /** Takes the keyboard and shows the first prompt. */
  start(): void {
    this.#parts.terminal.start({
      onInput: (input) => this.#onInput(input),
      onResize: () => {
        this.#parts.screen.resized();
        this.view.requestFrame();
      },
      onEnd: () => this.leave(),
    });
    this.view.frame();
  }

  /** What stands in the prompt. */
  get typed(): string {
    return this.#editor.expandedText;
  }

  get agent(): AttachedAgent["agent"] | undefined {
    return this.#attached?.agent;
  }

  write(text: string): void {
    if (text !== "") this.#editor.replace(text);
  }

  /** What was kept with the session that is entered stands before what was typed. */
  readonly offerUnsent = (agent: Agent): void =>
    this.write(offerUnsent(agent, this) ?? this.queue.giveBack([this.typed]));

  attach(attached: AttachedAgent): void {
    const { agent } = attached;
    const files = new FileIndex(agent.workspace);
    const run = new RunControl({
      ...{ agent, view: this.view, files, savesDiagrams: attached.savesDiagrams, queue: this.queue },
      home: attached.house.home,
      onEnd: (elapsedMs) => {
        if (elapsedMs >= NOTIFY_FROM_MS) this.#notify(words("notify.end"));
        this.#sending.goOn();
      },
      onGivenBack: (texts) => this.write(this.queue.giveBack([...texts, this.typed])),
    });
    this.#attached = { ...attached, run, files };
    this.useVim(attached.house.config.editorKeys === "vim");
    this.view.requestFrame();
    this.#sending.goOn();
  }

  readonly submit = (text: string): void => this.#sending.submit(text);

  leave(): void {
    this.queue.giveBack([...this.queue.givenBack, ...(this.#attached?.run.cancel() ?? this.queue.takeAll())]);
    this.dialogs.cancelAll();
    this.#leave();
  }

  close(): void {
    this.#clock.stop();
    this.#hint.stop();
    this.view.close();
    this.#parts.screen.close();
    this.#parts.terminal.stop();
  }

  #slashContext(): SlashContext | undefined {
    const { screen, terminal, keymap } = this.#parts;
    return (
      this.#attached &&
      createSlashContext(
        {
          ...{ view: this.view, editor: this.#editor, screen, terminal, keymap },
          theme: () => this.theme,
          useTheme: (name) => this.useTheme(name),
          useVim: () => this.useVim(),
          expand: (number) => this.view.expand(number),
          pick: (title, items) => this.pick(title, items),
          ask: (question, options) => askInWords(this.dialogs, { question, options }, { isWanted: true }),
          leave: () => this.leave(),
          offerUnsent: this.offerUnsent,
        },
        this.#attached,
      )
    );
  }

  /** Asks for one of a list; undefined when nothing was chosen. */
  pick<Item extends PickerItem>(title: string, items: readonly Item[]): Promise<Item | undefined> {
    return this.dialogs.ask<Item | undefined>(
      (resolve) =>
        createPicker({ title, items, onChoice: (choice) => resolve(typeof choice === "string" ? undefined : choice) }),
      { isWanted: true },
    );
  }

  #sources({ agent, files }: AttachedSession): CompletionSources {
    const context = this.#slashContext();
    const hasCode = agent.toolNames.includes("citadel_analyze_file");
    if (!context) return { commands: [], files, hasCode };
    const commands = context.commands.recent().map(({ complete, ...command }) => ({
      ...command,
      ...(complete ? { complete: (argument: string) => complete(argument, context) } : {}),
    }));
    return { commands, files, hasCode };
  }

  /** @returns whether the prompt has the keys of vim now; those of readline else */
  useVim(isWanted = this.#vim === undefined): boolean {
    this.#vim = isWanted ? new VimKeys() : undefined;
    return isWanted;
  }

  useTheme(name: string): boolean {
    const theme = createTheme(name, this.#parts.facts.colors);
    if (!theme) return false;
    this.theme = theme;
    this.#parts.rich.useTheme(theme);
    return true;
  }

  /** Hides or shows the panel of a run; between runs the list is printed. */
  #togglePanel(): void {
    if (!this.#attached?.run.isRunning) return this.submit("/todos");
    this.#hasPanel = !this.#hasPanel;
    this.hint(this.#hasPanel ? words("todos.shown") : words("todos.hidden"));
  }

  #notify(text: string): void {
    const { terminal, facts } = this.#parts;
    const sequence = notification(text, this.#attached?.house.config.notifications ?? "auto", facts);
    if (sequence !== "") terminal.write(sequence);
  }

  /** A word in the status line for a moment. */
  readonly hint = (text: string): void => this.#hint.show(text);

  #onInput(input: KeyInput): void {
    if (this.dialogs.onInput(input)) return this.view.requestFrame();
    this.dialogs.noteTyping();
    const action = this.#input.onInput(input);
    if (action !== undefined) this.#keys(action);
    this.view.requestFrame();
  }

  #keyHost() {
    return {
      ...{ editor: this.#editor, input: this.#input, view: this.view },
      ...{ screen: this.#parts.screen, terminal: this.#parts.terminal, facts: this.#parts.facts },
      saveHistory: (text: string) => this.#parts.saveHistory(text),
      submit: (text: string) => {
        this.#vim?.insert();
        this.submit(text);
      },
      hint: this.hint,
      leave: () => this.leave(),
      agent: () => this.#attached?.agent,
      run: () => this.#attached?.run,
      queue: this.queue,
      enqueue: (text: string) => this.#sending.enqueue(text),
      expand: () => {
        if (!this.view.expand(undefined)) this.hint(words("calls.nothingFolded"));
      },
      command: (name: string) => this.submit(`/${name}`),
      togglePanel: () => this.#togglePanel(),
    };
  }

  #bottom(width: number, rowsMax: number): Bottom {
    const [above, theme] = [this.#activityRows(width), this.theme];
    const facts = this.#status.facts(this.#attached, this.view.transcript, this.#hint.text);
    const status = truncateLine(statusLine(facts, width, theme), width);
    const room = rowsMax - above.length - 2;
    const changedWords: RichText["changedWords"] = (other, text) => this.#parts.rich.changedWords(other, text);
    const { rows, cursor } =
      this.dialogs.render({ width, rowsMax: room, theme, changedWords }) ?? this.#input.render(width, room, theme);
    const start = above.length + 1;
    return {
      rows: [...above, "", ...rows, status],
      ...(cursor ? { cursor: { row: start + cursor.row, column: cursor.column } } : {}),
    };
  }

  #activityRows(width: number): readonly string[] {
    const attached = this.#attached;
    const queue = this.queue.texts;
    this.#clock.spin(attached?.run.isRunning ?? false, { isCalm: attached?.reducedMotion ?? false });
    if (!attached?.run.isRunning) {
      this.#activity = { label: "", sinceMs: 0 }; // the next run counts from its own beginning, of whatever name its first activity is
      return waitingRows({ queue, steering: [] }, width, this.theme);
    }
    const { transcript } = this.view;
    const isAsking = this.dialogs.isOpen;
    const activity = activityOf(transcript, isAsking);
    if (activity.label !== this.#activity.label) this.#activity = { label: activity.label, sinceMs: performance.now() };
    const sinceMs = performance.now() - this.#activity.sinceMs;
    const state = { attached, transcript, isAsking, activity, sinceMs, hasPanel: this.#hasPanel };
    const { steering } = attached.run;
    return [...activityRows(state, width, this.theme), ...waitingRows({ queue, steering }, width, this.theme)];
  }
}
