import { join } from "node:path";
import type { Interface } from "node:readline";
import { customCommands } from "../../../app/knowledge/custom-commands.ts";
import { say, typedLines } from "../../../app/report/standard-streams.ts";
import { locations } from "../../../app/settings/locations.ts";
import { errorText } from "../../../base/error-text.ts";
import { EXIT, type ExitCode } from "../../../base/user-error.ts";
import { completeAt } from "../completion/completer.ts";
import { FileIndex } from "../completion/file-index.ts";
import { loadKeymap } from "../keymap.ts";
import type { SessionStart } from "../opened-session.ts";
import { RunControl } from "../run-control.ts";
import { allCommands, findCommand, unknownCommandText } from "../slash/index.ts";
import type { SlashContext } from "../slash/slash-command.ts";
import { consoleApprover } from "./console-approver.ts";
import { consoleAsker } from "./console-asker.ts";
import { readHistory, saveHistory } from "./input-history.ts";
import { createPlainContext } from "./plain-context.ts";
import { PlainView } from "./plain-view.ts";
import { PromptInput } from "./prompt-input.ts";

/** A conversation at a plain prompt, for screen readers and terminals that cannot draw: nothing is ever redrawn. */
export async function runSession({ prompt, open, environment, version }: SessionStart): Promise<ExitCode> {
  const places = locations(environment);
  const historyFile = join(places.state, "prompt-history.jsonl");
  let complete: Completer | undefined;
  const lines = typedLines({
    echoes: true,
    history: readHistory(historyFile),
    historySize: 1000,
    completer: (line: string, done: CompletionDone) => {
      if (!complete) return done(null, [[], line]);
      void complete(line).then((found) => done(null, found));
    },
  });
  const input = new PromptInput(lines);
  const { house, agent, notices } = await open({
    approver: consoleApprover(input),
    asker: consoleAsker(input),
    isInteractive: true,
    showsProgress: true,
  });
  const { config } = house;
  say(
    `Waymark ${version} · ${agent.modelId} · ${agent.cwd}\n/help shows the commands; Ctrl-C cancels, twice leaves.\n`,
  );
  for (const notice of notices) say(`${notice}\n`);
  const view = new PlainView(say);
  view.take(agent.history);
  const files = new FileIndex(agent.workspace);
  const savesDiagrams = config.saveDiagrams && config.sandbox !== "read-only";
  const run = new RunControl({ agent, view, files, savesDiagrams });
  const commands = allCommands(customCommands(agent.cwd, environment, house.isTrusted), agent.knowledge.skills);
  const { context, state } = createPlainContext({
    ...{ agent, run, view, files, commands, environment, input },
    keymap: loadKeymap(join(places.config, "keymap.json")).keymap,
  });
  complete = completer(context, files);
  steerWhileRunning(lines, run, view);
  try {
    if (prompt) await attempt(() => handle(prompt, context, run, input), view);
    await state.settled();
    while (!state.hasLeft) {
      const text = await input.readPrompt("\n› ");
      if (text === undefined) break;
      if (text.trim() === "") continue;
      saveHistory(historyFile, text);
      await attempt(() => handle(text, context, run, input), view);
      await state.settled();
    }
  } finally {
    lines.close();
    await house.close();
  }
  return EXIT.done;
}

type CompletionDone = (error: null, found: [string[], string]) => void;
type Completer = (line: string) => Promise<[string[], string]>;

function completer(context: SlashContext, files: FileIndex): Completer {
  return async (line) => {
    const commands = context.commands.map(({ complete, ...command }) => ({
      ...command,
      ...(complete ? { complete: (argument: string) => complete(argument, context) } : {}),
    }));
    const hasCode = context.agent.toolNames.includes("citadel_analyze_file");
    const found = await completeAt(line, line.length, { commands, files, hasCode });
    return [found?.items.map(({ value }) => value) ?? [], found ? line.slice(found.start) : line];
  };
}

/** What is typed while the model works is read by it before its next step. */
function steerWhileRunning(lines: Interface, run: RunControl, view: PlainView): void {
  lines.on("line", (text) => {
    if (!run.isRunning || text.trim() === "") return;
    void run.steer(text).then(() => view.say("The model reads that before its next step."));
  });
}

async function handle(text: string, context: SlashContext, run: RunControl, input: PromptInput): Promise<void> {
  const slash = /^\/([A-Za-z?][\w:-]*)(?:\s+([\s\S]*))?$/.exec(text.trim());
  if (!slash) return converse(text, run, input);
  const command = findCommand(context.commands, slash[1] ?? "");
  if (!command) return context.warn(unknownCommandText(context.commands, slash[1] ?? ""));
  await command.run((slash[2] ?? "").trim(), context);
}

async function converse(text: string, run: RunControl, input: PromptInput): Promise<void> {
  const release = input.onInterrupt(() => run.cancel());
  try {
    const shell = /^!\s*([\s\S]+)$/.exec(text)?.[1]?.trim();
    if (shell === undefined) await run.prompt(text);
    else await run.runTool("shell", { command: shell }, { said: `$ ${shell}` });
  } finally {
    release();
  }
}

/** A command that fails is told of; the session goes on. */
async function attempt(work: () => Promise<void>, view: PlainView): Promise<void> {
  try {
    await work();
  } catch (error) {
    view.warn(errorText(error));
  }
}
