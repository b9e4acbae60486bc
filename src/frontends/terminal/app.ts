import type { Agent } from "../../app/agent.ts";
import type { Environment } from "../../app/config/locations.ts";
import { gitBranch } from "../../app/git-branch.ts";
import { errorText } from "../../base/error-text.ts";
import { FileIndex } from "./completion/file-index.ts";
import { DialogStack } from "./dialogs/dialog-stack.ts";
import { createPicker, type PickerItem } from "./dialogs/picker.ts";
import { PromptEditor } from "./editor/prompt-editor.ts";
import { InputLine } from "./input-line.ts";
import { createKeyActions, type KeyActions } from "./key-actions.ts";
import type { Keymap } from "./keymap.ts";
import { RunControl } from "./run-control.ts";
import type { KeyInput } from "./screen/key-decoder.ts";
import type { Screen } from "./screen/screen.ts";
import type { TerminalPort } from "./screen/tty.ts";
import { type Bottom, SessionView } from "./session-view.ts";
import { findCommand } from "./slash/index.ts";
import type { SlashCommand, SlashContext } from "./slash/slash-command.ts";
import { spinnerRow } from "./spinner.ts";
import { statusLine } from "./status-line.ts";
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

/** What is there once the settings are read; until then what is typed waits. */
export interface AttachedAgent {
  readonly agent: Agent;
  readonly commands: readonly SlashCommand[];
  readonly sandbox: string | undefined;
  readonly reducedMotion: boolean;
}

const SPINNER_MS = 100;
const CALM_SPINNER_MS = 1_000;
const HINT_MS = 2_000;
const QUEUE_ROWS_MAX = 3;

/** The session at the terminal: where keys go, and what stands below the conversation. */
export class TerminalApp {
  readonly view: SessionView;
  readonly dialogs: DialogStack;
  readonly #parts: AppParts;
  readonly #editor: PromptEditor;
  readonly #input: InputLine;
  readonly #keys: KeyActions;
  theme: Theme;
  #attached:
    | (AttachedAgent & { readonly run: RunControl; readonly files: FileIndex; readonly branch: string | undefined })
    | undefined;
  #early: string[] = [];
  #isCommandBusy = false;
  #hint: string | undefined;
  #hintTimer: NodeJS.Timeout | undefined;
  #spinner: NodeJS.Timeout | undefined;
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
      sources: () => this.#attached && { commands: this.#completable(), files: this.#attached.files },
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

  attach(attached: AttachedAgent): void {
    const { agent } = attached;
    const files = new FileIndex(agent.workspace);
    const run = new RunControl(agent, this.view, files);
    this.#attached = { ...attached, run, files, branch: gitBranch(agent.cwd) };
    this.view.requestFrame();
    this.#submitEarly();
  }

  /** What Enter does with a text: a command, a shell line, a prompt, or steering while the model works. */
  submit(text: string): void {
    const attached = this.#attached;
    if (!attached || this.#isCommandBusy) {
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
    clearInterval(this.#spinner);
    clearTimeout(this.#hintTimer);
    this.view.frame();
    this.view.close();
    this.#parts.screen.close();
    this.#parts.terminal.stop();
  }

  async #dispatch(text: string, run: RunControl): Promise<void> {
    if (text.trim() === "") return;
    const slash = /^\/([A-Za-z?][\w:-]*)(?:\s+([\s\S]*))?$/.exec(text.trim());
    if (slash) return this.#runCommand(slash[1] ?? "", slash[2] ?? "", run);
    const shell = /^!\s*([\s\S]+)$/.exec(text);
    if (shell?.[1]) {
      const command = shell[1].trim();
      return run.runTool("shell", { command }, `$ ${command}`);
    }
    if (run.isRunning) return run.steer(text);
    return run.prompt(text);
  }

  async #runCommand(name: string, argument: string, run: RunControl): Promise<void> {
    const context = this.#slashContext();
    if (!context) return;
    const command = findCommand(context.commands, name);
    if (!command) return this.view.warn(`There is no command /${name}; /help lists them.`);
    if (run.isRunning && !command.whileRunning)
      return this.view.warn(`/${command.name} has to wait until the model is done; Esc cancels it.`);
    // What is sent meanwhile belongs to the session as the command leaves it.
    this.#isCommandBusy = true;
    try {
      await command.run(argument.trim(), context);
    } finally {
      this.#isCommandBusy = false;
      this.#submitEarly();
    }
  }

  #slashContext(): SlashContext | undefined {
    const attached = this.#attached;
    if (!attached) return undefined;
    const { agent, run, commands } = attached;
    return {
      ...{ agent, commands, environment: this.#parts.environment },
      transcript: () => this.view.transcript,
      themeName: () => this.theme.name,
      say: (text) => this.view.say(text),
      warn: (text) => this.view.warn(text),
      prompt: (text) => this.#inBackground(run.prompt(text)),
      runTool: (name, input, options) =>
        this.#inBackground(
          run.runTool(name, input).then(() => {
            if (options?.isExpanded) this.view.expandLast();
          }),
        ),
      follow: (events) => this.#inBackground(run.follow(events)),
      findFiles: async (query) => {
        await attached.files.warm();
        return attached.files.search(query, 20);
      },
      pick: (title, items) => this.pick(title, items),
      useTheme: (name) => this.useTheme(name),
      showSession: () => this.view.showHistory(agent.history),
      expandCall: (number) => this.#expand(number),
      clearScreen: () => this.#parts.screen.clear(),
      send: (sequence) => this.#parts.terminal.write(sequence),
      setPrompt: (text) => this.#editor.replace(text),
      leave: () => this.leave(),
    };
  }

  #inBackground(work: Promise<void>): void {
    void work.catch((error: unknown) => this.view.warn(errorText(error)));
  }

  /** Asks for one of a list; undefined when nothing was chosen. */
  pick<Item extends PickerItem>(title: string, items: readonly Item[]): Promise<Item | undefined> {
    return this.dialogs.ask<Item | undefined>((resolve) =>
      createPicker({ title, items, onChoice: (choice) => resolve(typeof choice === "string" ? undefined : choice) }),
    );
  }

  #completable() {
    const context = this.#slashContext();
    if (!context) return [];
    return context.commands.map(({ complete, ...command }) => ({
      ...command,
      ...(complete ? { complete: (argument: string) => complete(argument, context) } : {}),
    }));
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

  /** A word in the status line for a moment. */
  hint(text: string): void {
    this.#hint = text;
    clearTimeout(this.#hintTimer);
    this.#hintTimer = setTimeout(() => {
      this.#hint = undefined;
      this.view.requestFrame();
    }, HINT_MS);
    this.view.requestFrame();
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
    };
  }

  #bottom(width: number, rowsMax: number): Bottom {
    const { rows: above, theme } = { rows: this.#activityRows(width), theme: this.theme };
    const status = truncateLine(statusLine(this.#statusFacts(), width, theme), width);
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

  /** What the run waits for, and what waits for the run. */
  #activityRows(width: number): readonly string[] {
    const run = this.#attached?.run;
    const theme = this.theme;
    const early = this.#early.map((text) => truncateLine(theme.paint("dim", `waiting: ${oneLine(text)}`), width));
    this.#spin(run?.isRunning ?? false);
    if (!run?.isRunning) return early;
    const activity = this.view.transcript.activity ?? { label: "Working" };
    if (activity.label !== this.#activity.label) this.#activity = { label: activity.label, sinceMs: performance.now() };
    const { queue, steering } = run.waiting;
    const waiting = [
      ...steering.map((text) => `» ${oneLine(text)}`),
      ...queue.map((text) => `queued: ${oneLine(text)}`),
    ];
    const hidden = waiting.length - QUEUE_ROWS_MAX;
    const shown = [...waiting.slice(0, QUEUE_ROWS_MAX), ...(hidden > 0 ? [`… ${hidden} more`] : [])];
    const spinner = spinnerRow(
      {
        activity: this.dialogs.isOpen ? { label: "Waiting for you" } : activity,
        elapsedMs: run.elapsedMs,
        sinceMs: performance.now() - this.#activity.sinceMs,
        reducedMotion: this.#attached?.reducedMotion ?? false,
        isCancelling: run.isCancelling,
      },
      width,
      theme,
    );
    return ["", spinner, ...shown.map((row) => truncateLine(theme.paint("dim", `  ${row}`), width)), ...early];
  }

  /** The clock ticks only while something is waited for: an idle session costs nothing. */
  #spin(isRunning: boolean): void {
    if (isRunning === (this.#spinner !== undefined)) return;
    clearInterval(this.#spinner);
    this.#spinner = isRunning
      ? setInterval(
          () => this.view.requestFrame(),
          (this.#attached?.reducedMotion ?? false) ? CALM_SPINNER_MS : SPINNER_MS,
        )
      : undefined;
  }

  #statusFacts() {
    const attached = this.#attached;
    const { usage, costUsd, contextTokens } = this.view.transcript;
    const hint = this.#hint === undefined ? {} : { hint: this.#hint };
    if (!attached) return { model: "starting …", mode: "default", tokens: 0, costUsd: 0, contextTokens: 0, ...hint };
    const { agent, sandbox, branch } = attached;
    const max = agent.contextTokensMax;
    return {
      ...{ model: agent.modelId, mode: agent.permissionMode, costUsd, contextTokens, ...hint },
      tokens: usage.inputTokens + usage.outputTokens,
      cacheShare: usage.inputTokens > 0 ? usage.cacheReadTokens / usage.inputTokens : 0,
      ...(max === undefined ? {} : { contextTokensMax: max }),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(branch === undefined ? {} : { branch }),
    };
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
