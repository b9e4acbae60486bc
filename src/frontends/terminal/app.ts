import type { Environment } from "../../app/settings/locations.ts";
import { errorText } from "../../base/error-text.ts";
import type { AttachedAgent, AttachedSession } from "./attached-session.ts";
import type { CompletionSources } from "./completion/completer.ts";
import { FileIndex } from "./completion/file-index.ts";
import { DialogStack } from "./dialogs/dialog-stack.ts";
import { createPicker, type PickerItem } from "./dialogs/picker.ts";
import { PromptEditor } from "./editor/prompt-editor.ts";
import { InputLine } from "./input-line.ts";
import { createKeyActions, type KeyActions } from "./key-actions.ts";
import type { Keymap } from "./keymap.ts";
import { activityRows, oneLine, StatusSource } from "./panels/bottom-rows.ts";
import { Clock } from "./panels/clock.ts";
import { Hint } from "./panels/hint.ts";
import { statusLine } from "./panels/status-line.ts";
import { RunControl } from "./run-control.ts";
import type { KeyInput } from "./screen/key-decoder.ts";
import type { Screen } from "./screen/screen.ts";
import type { TerminalPort } from "./screen/tty.ts";
import { type Bottom, SessionView } from "./session-view.ts";
import { findCommand, unknownCommandText } from "./slash/index.ts";
import { ownSubcommand } from "./slash/own-subcommand.ts";
import type { SlashContext } from "./slash/slash-command.ts";
import { createSlashContext } from "./slash-context.ts";
import type { RichText } from "./text/rich-text.ts";
import { truncateLine } from "./text/wrap.ts";
import { type ColorDepth, createTheme, type Theme } from "./theme.ts";

export interface AppParts {
  readonly terminal: TerminalPort;
  readonly screen: Screen;
  readonly rich: RichText;
  readonly theme: Theme;
  readonly depth: ColorDepth;
  readonly keymap: Keymap;
  readonly environment: Environment;
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
  #early: string[] = [];
  #isCommandBusy = false;
  readonly #hint = new Hint(() => this.view.requestFrame());
  readonly #clock = new Clock(() => this.view.requestFrame());
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
    this.dialogs = new DialogStack(() => this.view.requestFrame());
    this.#input = new InputLine({
      editor: this.#editor,
      actionOf: (key) => parts.keymap.get(key),
      sources: () => this.#attached && this.#sources(this.#attached),
      requestFrame: () => this.view.requestFrame(),
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

  write(text: string): void {
    if (text !== "") this.#editor.replace(text);
  }

  attach(attached: AttachedAgent): void {
    const { agent } = attached;
    const files = new FileIndex(agent.workspace);
    const run = new RunControl({
      ...{ agent, view: this.view, files, savesDiagrams: attached.savesDiagrams },
      onOwnEnd: () => this.#submitEarly(),
    });
    this.#attached = { ...attached, run, files };
    this.view.requestFrame();
    this.#submitEarly();
  }

  /** What Enter does with a text: a command, a shell line, a prompt, or steering while the model works. */
  submit(text: string): void {
    const attached = this.#attached;
    if (!attached || this.#isCommandBusy || attached.run.isOwn) {
      this.#early.push(text);
      return this.view.requestFrame();
    }
    void this.#dispatch(text, attached.run).catch((error: unknown) => this.view.warn(errorText(error)));
  }

  #submitEarly(): void {
    const early = this.#early;
    this.#early = [];
    for (const text of early) this.submit(text);
  }

  leave(): void {
    this.#attached?.run.cancel();
    this.dialogs.cancelAll();
    this.#leave();
  }

  close(): void {
    this.#clock.stop();
    this.#hint.stop();
    this.view.frame();
    this.view.close();
    this.#parts.screen.close();
    this.#parts.terminal.stop();
  }

  async #dispatch(text: string, run: RunControl): Promise<void> {
    if (text.trim() === "") return;
    const slash = /^\/([A-Za-z?][\w:-]*)(?:\s+([\s\S]*))?$/.exec(text.trim());
    if (slash) return this.#runCommand(slash[1] ?? "", slash[2] ?? "", run);
    const own = ownSubcommand(text.trim());
    if (own) return this.#slashContext()?.subcommand(own);
    const shell = /^!\s*([\s\S]+)$/.exec(text);
    if (shell?.[1]) {
      const command = shell[1].trim();
      return run.runTool("shell", { command }, { said: `$ ${command}` });
    }
    if (run.isRunning) return run.steer(text);
    return run.prompt(text);
  }

  async #runCommand(name: string, argument: string, run: RunControl): Promise<void> {
    const context = this.#slashContext();
    if (!context) return;
    const command = findCommand(context.commands, name);
    if (!command) return this.view.warn(unknownCommandText(context.commands, name));
    if (run.isRunning && !command.whileRunning)
      return this.view.warn(`/${command.name} has to wait until the model is done; Esc cancels it.`);
    // What is sent meanwhile belongs to the session as the command leaves it.
    this.#isCommandBusy = true;
    try {
      // What it says is Markdown, and becomes history as it is drawn.
      await this.view.ready();
      await command.run(argument.trim(), context);
    } finally {
      this.#isCommandBusy = false;
      this.#submitEarly();
    }
  }

  #slashContext(): SlashContext | undefined {
    const { screen, terminal, environment, keymap } = this.#parts;
    return (
      this.#attached &&
      createSlashContext(
        {
          ...{ view: this.view, editor: this.#editor, screen, terminal, environment, keymap },
          theme: () => this.theme,
          useTheme: (name) => this.useTheme(name),
          expand: (number) => this.#expand(number),
          pick: (title, items) => this.pick(title, items),
          leave: () => this.leave(),
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
    const commands = context.commands.map(({ complete, ...command }) => ({
      ...command,
      ...(complete ? { complete: (argument: string) => complete(argument, context) } : {}),
    }));
    return { commands, files, hasCode };
  }

  useTheme(name: string): boolean {
    const theme = createTheme(name, this.#parts.depth);
    if (!theme) return false;
    this.theme = theme;
    this.#parts.rich.useTheme(theme);
    return true;
  }

  #expand(number: number | undefined): void {
    if (!this.view.expand(number))
      this.hint(
        number === undefined ? "There is nothing folded yet." : `There is no call #${number}; /list shows them.`,
      );
  }

  /** Hides or shows the panel of a run; between runs the list is printed. */
  #togglePanel(): void {
    if (!this.#attached?.run.isRunning) return this.submit("/todos");
    this.#hasPanel = !this.#hasPanel;
    this.hint(this.#hasPanel ? "The list is shown while there is something to do." : "The list is hidden.");
  }

  /** A word in the status line for a moment. */
  hint(text: string): void {
    this.#hint.show(text);
  }

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
      ...{ screen: this.#parts.screen, terminal: this.#parts.terminal, environment: this.#parts.environment },
      saveHistory: (text: string) => this.#parts.saveHistory(text),
      submit: (text: string) => this.submit(text),
      hint: (text: string) => this.hint(text),
      leave: () => this.leave(),
      agent: () => this.#attached?.agent,
      run: () => this.#attached?.run,
      expand: () => this.#expand(undefined),
      command: (name: string) => this.submit(`/${name}`),
      togglePanel: () => this.#togglePanel(),
    };
  }

  #bottom(width: number, rowsMax: number): Bottom {
    const { rows: above, theme } = { rows: this.#activityRows(width), theme: this.theme };
    const facts = this.#status.facts(this.#attached, this.view.transcript, this.#hint.text);
    const status = truncateLine(statusLine(facts, width, theme), width);
    const room = rowsMax - above.length - 2;
    const { rows, cursor } =
      this.dialogs.render({
        width,
        rowsMax: room,
        theme,
        changedWords: (other, text) => this.#parts.rich.changedWords(other, text),
      }) ?? this.#input.render(width, room, theme);
    const start = above.length + 1;
    return {
      rows: [...above, "", ...rows, status],
      ...(cursor ? { cursor: { row: start + cursor.row, column: cursor.column } } : {}),
    };
  }

  #activityRows(width: number): readonly string[] {
    const attached = this.#attached;
    const early = this.#early.map((text) => truncateLine(this.theme.paint("dim", `waiting: ${oneLine(text)}`), width));
    this.#clock.spin(attached?.run.isRunning ?? false, { isCalm: attached?.reducedMotion ?? false });
    if (!attached?.run.isRunning) return early;
    const { transcript } = this.view;
    const label = transcript.activity?.label ?? "Working";
    const now = performance.now();
    if (label !== this.#activity.label) this.#activity = { label, sinceMs: now };
    const sinceMs = now - this.#activity.sinceMs;
    const state = { attached, transcript, isAsking: this.dialogs.isOpen, sinceMs, hasPanel: this.#hasPanel };
    return [...activityRows(state, width, this.theme), ...early];
  }
}
