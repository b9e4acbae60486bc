import { spokenError } from "../../../app/words/spoken.ts";
import type { RunControl } from "../run-control.ts";
import type { SessionView } from "../session-view.ts";
import type { SlashContext } from "../slash/slash-command.ts";
import { words } from "../words/words.ts";
import { ownSubcommand } from "./own-subcommand.ts";
import { readTypedLine } from "./typed-line.ts";

export interface SendingParts {
  /** Undefined until the session is there. */
  readonly run: () => RunControl | undefined;
  readonly slashContext: () => SlashContext | undefined;
  readonly view: () => Pick<SessionView, "warn" | "ready" | "requestFrame" | "answerTo">;
}

/** What Enter does with a text: a command, a shell line, a prompt, or steering while the model works. */
export class Sending {
  readonly #parts: SendingParts;
  #early: string[] = [];
  #isCommandBusy = false;

  constructor(parts: SendingParts) {
    this.#parts = parts;
  }

  /** What was sent before it could go. */
  get early(): readonly string[] {
    return this.#early;
  }

  submit(text: string): void {
    const run = this.#parts.run();
    const view = this.#parts.view();
    if (!run || this.#isCommandBusy || run.isOwn) {
      this.#early.push(text);
      return view.requestFrame();
    }
    void this.#dispatch(text, run).catch((error: unknown) => view.warn(spokenError(error)));
  }

  /** What waited for a session, a command or a tool can go. */
  goOn(): void {
    const early = this.#early;
    this.#early = [];
    for (const text of early) this.submit(text);
  }

  async #dispatch(text: string, run: RunControl): Promise<void> {
    if (text.trim() === "") return;
    const typed = readTypedLine(text);
    if (typed.kind === "command") return this.#runCommand(typed.name, typed.argument, run);
    const own = ownSubcommand(text.trim());
    if (own) return this.#parts.slashContext()?.subcommand(own);
    if (typed.kind === "shell") {
      // What is not run stays on the screen, to be sent again.
      if (run.isRunning) this.#parts.view().answerTo(text.trim());
      return run.runTool("shell", { command: typed.command }, { said: `$ ${typed.command}` });
    }
    if (run.isRunning) return run.steer(text);
    return run.prompt(text);
  }

  async #runCommand(name: string, argument: string, run: RunControl): Promise<void> {
    const context = this.#parts.slashContext();
    const view = this.#parts.view();
    if (!context) return;
    const command = context.commands.find(name);
    view.answerTo(`/${name} ${argument}`.trimEnd());
    if (typeof command === "string") return view.warn(command);
    if (run.isRunning && !command.whileRunning) return view.warn(words("command.waits", { name: command.name }));
    // What is sent meanwhile belongs to the session as the command leaves it.
    this.#isCommandBusy = true;
    try {
      // What it says is Markdown, and becomes history as it is drawn.
      await view.ready();
      await command.run(argument, context);
    } catch (error) {
      // Below the command that it answers.
      view.warn(spokenError(error));
    } finally {
      this.#isCommandBusy = false;
      view.answerTo(undefined);
      this.goOn();
    }
  }
}
