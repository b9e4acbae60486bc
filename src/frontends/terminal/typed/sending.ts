import { spokenError } from "../../../app/words/spoken.ts";
import type { RunControl } from "../run-control.ts";
import type { SessionView } from "../session-view.ts";
import { canRunBeside, type SlashContext } from "../slash/slash-command.ts";
import { words } from "../words/words.ts";
import { ownSubcommand } from "./own-subcommand.ts";
import { readTypedLine } from "./typed-line.ts";
import type { TypedQueue } from "./typed-queue.ts";

export interface SendingParts {
  /** Undefined until the session is there. */
  readonly run: () => RunControl | undefined;
  readonly slashContext: () => SlashContext | undefined;
  readonly view: () => Pick<SessionView, "warn" | "ready" | "requestFrame" | "answerTo">;
  readonly queue: TypedQueue;
  /** Stands in the prompt again. */
  readonly giveBack: (text: string) => void;
}

/** What Enter does with a text: a command, a shell line, a prompt, or steering while the model works. */
export class Sending {
  readonly #parts: SendingParts;
  #commands: Promise<void> = Promise.resolve();
  #commandsAtWork = 0;

  constructor(parts: SendingParts) {
    this.#parts = parts;
  }

  /** It steers the run, or shows what can be shown beside it; anything else goes when what was sent before it is done. */
  submit(text: string): void {
    if (text.trim() === "") return;
    const run = this.#parts.run();
    if (run?.isRunning && this.#goesBeside(text, run)) return;
    this.enqueue(text);
    this.goOn();
  }

  enqueue(text: string): void {
    const { queue, giveBack, view } = this.#parts;
    if (!queue.add(text)) {
      giveBack(text);
      view().warn(words("prompt.full", { count: queue.texts.length }));
    }
    view().requestFrame();
  }

  /** What waited for a session, a command or a run can go. */
  goOn(): void {
    const run = this.#parts.run();
    if (!run || run.isRunning || this.#commandsAtWork > 0) return;
    const text = this.#parts.queue.takeOldest();
    if (text === undefined) return;
    const typed = readTypedLine(text);
    const own = ownSubcommand(text.trim());
    // What is no prompt comes into no log: begun is begun.
    if (own || typed.kind !== "prompt") this.#parts.queue.going([]);
    if (typed.kind === "command") return this.#inTurn(() => this.#runCommand(typed.name, typed.argument));
    if (own) return this.#inTurn(() => this.#runOwn(text, own));
    const work =
      typed.kind === "shell"
        ? run.runTool("shell", { command: typed.command }, { said: `$ ${typed.command}` })
        : run.prompt(text);
    void work.catch((error: unknown) => this.#parts.view().warn(spokenError(error)));
  }

  /** @returns whether the text has gone, while the model or a tool of the person is at work */
  #goesBeside(text: string, run: RunControl): boolean {
    const typed = readTypedLine(text);
    if (typed.kind === "shell") return false;
    if (typed.kind === "command") {
      const command = this.#parts.slashContext()?.commands.find(typed.name);
      if (typeof command === "object" && !canRunBeside(command, typed.argument)) return false;
      this.#inTurn(() => this.#runCommand(typed.name, typed.argument));
      return true;
    }
    const own = ownSubcommand(text.trim());
    if (own) this.#inTurn(() => this.#runOwn(text, own));
    else if (run.isOwn || !run.takesSteering) return false;
    else run.steer(text);
    return true;
  }

  /** One command after the other; what is sent meanwhile belongs to the session as they leave it. */
  #inTurn(work: () => Promise<void>): void {
    this.#commandsAtWork++;
    this.#commands = this.#commands
      .then(work)
      .catch((error: unknown) => this.#parts.view().warn(spokenError(error)))
      .finally(() => {
        this.#commandsAtWork--;
        this.#parts.view().answerTo(undefined);
        this.goOn();
      });
  }

  async #runOwn(text: string, words: readonly string[]): Promise<void> {
    this.#parts.view().answerTo(text.trim());
    await this.#parts.slashContext()?.subcommand(words);
  }

  async #runCommand(name: string, argument: string): Promise<void> {
    const context = this.#parts.slashContext();
    const view = this.#parts.view();
    if (!context) return;
    const command = context.commands.find(name);
    view.answerTo(`/${name} ${argument}`.trimEnd());
    if (typeof command === "string") return view.warn(command);
    // What it says is Markdown, and becomes history as it is drawn.
    await view.ready();
    await command.run(argument, context);
  }
}
