import type { Agent } from "../../../app/agent.ts";
import { act, inert, say, typedLines } from "../../../app/report/standard-streams.ts";
import { spokenError } from "../../../app/words/spoken.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, type ExitCode } from "../../../base/user-error.ts";
import { completeAt } from "../completion/completer.ts";
import { FileIndex } from "../completion/file-index.ts";
import { loadKeymap } from "../keymap.ts";
import { NOTIFY_FROM_MS, type NotificationWish, notification } from "../notification.ts";
import type { SessionStart } from "../opened-session.ts";
import { RunControl } from "../run-control.ts";
import type { ApprovalReach } from "../settle-approval.ts";
import { commandSource } from "../slash/command-source.ts";
import { canRunBeside, type SlashContext } from "../slash/slash-command.ts";
import { readTypedLine } from "../typed/typed-line.ts";
import { TypedQueue } from "../typed/typed-queue.ts";
import { leftBehind, leftUnsent } from "../typed/unsent.ts";
import { speak } from "../words/speak.ts";
import { words } from "../words/words.ts";
import { consoleFaces } from "./console-faces.ts";
import { readHistory, saveHistory } from "./input-history.ts";
import { createPlainContext } from "./plain-context.ts";
import { PlainView } from "./plain-view.ts";
import { PromptInput } from "./prompt-input.ts";
import { speakProgress } from "./spoken-progress.ts";

function completeLater(complete: Completer | undefined, line: string, done: CompletionDone): void {
  if (!complete) return done(null, [[], line]);
  void complete(line).then((found) => done(null, found));
}

interface PlainStart extends SessionStart {
  /** Ends it in order. */
  readonly ending: AbortSignal;
}

/** A conversation at a plain prompt, for screen readers and terminals that cannot draw: nothing is ever redrawn. */
export async function runSession(start: PlainStart): Promise<ExitCode> {
  const { prompt, open, environment, terminal, version, ending } = start;
  await speak(terminal.language);
  let complete: Completer | undefined;
  const lines = typedLines({
    echoes: true,
    history: readHistory(terminal.historyFile),
    historySize: 1000,
    completer: (line: string, done: CompletionDone) => completeLater(complete, line, done),
  });
  let notifications: NotificationWish = "auto";
  const notify = (text: string): void => act(notification(text, notifications, terminal));
  const input = new PromptInput(lines);
  const view = new PlainView(say);
  let opened: Agent | undefined;
  const reach: ApprovalReach = {
    environment,
    agent: () => opened,
    say: (text) => view.say(text),
    warn: (text) => view.warn(text),
  };
  const { house, agent, notices } = await open({
    ...consoleFaces(input, reach, () => notify(words("notify.question"))),
    isInteractive: true,
    showsProgress: true,
  });
  opened = agent;
  notifications = house.config.notifications;
  await speak(house.config.language ?? terminal.language);
  say(`Waymark ${version} · ${agent.modelId} · ${agent.cwd}\n${words("plain.advice")}\n`);
  for (const notice of notices) say(phrase`${notice}\n`);
  view.take(agent.history);
  const files = new FileIndex(agent.workspace);
  const savesDiagrams = house.config.saveDiagrams && house.config.sandbox !== "read-only";
  const queue = keptQueue(agent, input);
  const run = new RunControl({
    ...{ agent, view, files, savesDiagrams, queue, home: house.home },
    onEnd: (elapsedMs) => elapsedMs >= NOTIFY_FROM_MS && notify(words("notify.end")),
    onGivenBack: (texts) => input.prefill(queue.giveBack([...queue.givenBack, ...texts])),
  });
  const { context, state } = createPlainContext({
    ...{ agent, house, run, view, files, commands: commandSource(house, agent), input, queue },
    keymap: loadKeymap(terminal.keymapFile).keymap,
  });
  complete = completer(context, files);
  ending.addEventListener("abort", () => leave({ run, context, queue }, lines));
  const stopProgress = speakProgress(view, run, input);
  lines.on("line", (text) => takeMeanwhile(text, { run, context, queue, input }));
  try {
    if (prompt) await attempt(() => handle(prompt, context, run, input), view);
    await state.settled();
    while (!state.hasLeft) {
      const waited = queue.takeOldest();
      if (waited !== undefined) view.warn(`› ${waited}`);
      const text = waited ?? (await input.readPrompt("\n› "));
      if (text === undefined) break;
      queue.send(text);
      if (text.trim() === "") continue;
      saveHistory(terminal.historyFile, text);
      await attempt(() => handle(text, context, run, input), view);
      await state.settled();
    }
  } finally {
    stopProgress();
    await sayUnsent(view, agent, [...queue.givenBack, ...run.cancel()]);
    lines.close();
    await house.close();
  }
  return ending.aborted ? EXIT.terminated : EXIT.done;
}

/** As the person does who goes in the middle of a run: what waits is kept, and nothing of it is begun. */
function leave({ run, context, queue }: Omit<Meanwhile, "input">, lines: { close(): void }): void {
  context.leave();
  queue.giveBack([...queue.givenBack, ...run.cancel("system")]);
  lines.close();
}

async function sayUnsent(view: PlainView, agent: Agent, unsent: readonly string[]): Promise<void> {
  for (const line of await leftUnsent(agent, unsent)) view.say(line);
  for (const line of await leftBehind(agent)) view.say(line);
}

type CompletionDone = (error: null, found: [string[], string]) => void;
type Completer = (line: string) => Promise<[string[], string]>;

function completer(context: SlashContext, files: FileIndex): Completer {
  return async (line) => {
    const commands = context.commands.recent().map(({ complete, ...command }) => ({
      ...command,
      ...(complete ? { complete: (argument: string) => complete(argument, context) } : {}),
    }));
    const hasCode = context.agent.toolNames.includes("citadel_analyze_file");
    const found = await completeAt(line, line.length, { commands, files, hasCode });
    // Readline writes them itself: a name that would act is left out.
    const values = (found?.items ?? []).map(({ value }) => value).filter((value) => inert(value) === value);
    return [values, found ? line.slice(found.start) : line];
  };
}

function keptQueue(agent: Agent, input: PromptInput): TypedQueue {
  const queue = new TypedQueue();
  input.prefill(queue.giveBack(agent.unsent.takeOffered()));
  queue.keptBy((unread) => void agent.unsent.keep(unread));
  return queue;
}

interface Meanwhile {
  readonly run: RunControl;
  readonly context: SlashContext;
  readonly queue: TypedQueue;
  readonly input: PromptInput;
}

/** A line that nothing asked for: it steers the model, or shows what can be shown beside the run, or waits for its turn. */
function takeMeanwhile(text: string, { run, context, queue, input }: Meanwhile): void {
  if (text.trim() === "") return;
  const typed = readTypedLine(text);
  if (typed.kind === "prompt" && run.isRunning && !run.isOwn && run.takesSteering) {
    context.say(words("plain.steered"));
    return run.steer(text);
  }
  if (typed.kind === "command" && run.isRunning) {
    const command = context.commands.find(typed.name);
    if (typeof command === "string") return context.warn(command);
    if (canRunBeside(command, typed.argument))
      return void attempt(async () => command.run(typed.argument, context), context);
  }
  if (queue.add(text)) return context.say(words("prompt.queued", { text }));
  input.prefill(text);
  context.warn(words("prompt.full", { count: queue.texts.length }));
}

async function handle(text: string, context: SlashContext, run: RunControl, input: PromptInput): Promise<void> {
  const typed = readTypedLine(text);
  if (typed.kind !== "command") return converse(typed.kind === "shell" ? typed.command : undefined, text, run, input);
  const command = context.commands.find(typed.name);
  if (typeof command === "string") return context.warn(command);
  await command.run(typed.argument, context);
}

async function converse(shell: string | undefined, text: string, run: RunControl, input: PromptInput): Promise<void> {
  const release = input.onInterrupt(() => input.prefill(run.cancel().join("\n")));
  try {
    if (shell === undefined) await run.prompt(text);
    else await run.runTool("shell", { command: shell }, { said: `$ ${shell}` });
  } finally {
    release();
  }
}

/** A command that fails is told of; the session goes on. */
async function attempt(work: () => Promise<void>, view: Pick<SlashContext, "warn">): Promise<void> {
  try {
    await work();
  } catch (error) {
    view.warn(spokenError(error));
  }
}
