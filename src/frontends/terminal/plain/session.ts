import { join } from "node:path";
import { createInterface } from "node:readline";
import { type AssembleRequest, assemble } from "../../../app/assemble.ts";
import { locations } from "../../../app/config/locations.ts";
import { EXIT, type ExitCode } from "../../../base/user-error.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";
import { EventCleaner } from "../clean-event.ts";
import { consoleApprover } from "./console-approver.ts";
import { consoleAsker } from "./console-asker.ts";
import { readHistory, saveHistory } from "./input-history.ts";
import { PromptInput } from "./prompt-input.ts";
import { renderEvents } from "./render-events.ts";
import { SLASH_COMMANDS, type SlashContext } from "./slash-commands.ts";

export interface SessionStart {
  readonly prompt: string;
  readonly request: Omit<AssembleRequest, "approver" | "asker" | "interactive">;
  readonly version: string;
}

/** A conversation at a plain prompt: history, several lines, answers as they stream, Ctrl-C cancels, twice leaves. */
export async function runSession({ prompt, request, version }: SessionStart): Promise<ExitCode> {
  const historyFile = join(locations(request.environment).state, "prompt-history.jsonl");
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    history: readHistory(historyFile),
    historySize: 1000,
  });
  const input = new PromptInput(lines);
  const { agent, notices } = await assemble({
    ...request,
    approver: consoleApprover(input),
    asker: consoleAsker(input),
    interactive: true,
  });
  const write = (text: string): void => void process.stdout.write(text);
  write(
    `Waymark ${version} · ${agent.modelId} · ${agent.cwd}\n/help shows the commands; Ctrl-C cancels, twice leaves.\n`,
  );
  for (const notice of notices) write(`${notice}\n`);
  const state: SlashContext = { agent, write, leave: false };
  try {
    if (prompt) await answer(prompt, state, input);
    while (!state.leave) {
      const text = await input.readPrompt("\n› ");
      if (text === undefined) break;
      if (text.trim() === "") continue;
      saveHistory(historyFile, text);
      await handle(text, state, input);
    }
  } finally {
    lines.close();
    await agent.close();
  }
  return EXIT.done;
}

async function handle(text: string, state: SlashContext, input: PromptInput): Promise<void> {
  if (!text.startsWith("/")) return answer(text, state, input);
  const [name = "", ...rest] = text.slice(1).trim().split(/\s+/);
  const command = SLASH_COMMANDS.find((candidate) => candidate.name === name || candidate.aliases.includes(name));
  if (!command) return state.write(`There is no command /${name}; /help lists them.\n`);
  await command.run(rest.join(" "), state);
}

async function answer(text: string, { agent, write }: SlashContext, input: PromptInput): Promise<void> {
  const release = input.onInterrupt(() => agent.interrupt());
  try {
    await renderEvents(cleaned(agent.prompt(text)), write);
  } finally {
    release();
  }
}

async function* cleaned(events: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
  const cleaner = new EventCleaner();
  for await (const event of events) yield cleaner.clean(event);
}
