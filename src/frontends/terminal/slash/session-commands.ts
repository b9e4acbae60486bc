import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { exportMarkdown } from "../../../app/session/export-session.ts";
import { sessionsOf } from "../../../app/session/session-list.ts";
import { errorText } from "../../../base/error-text.ts";
import { type RecordedEvent, replyText } from "../../../core/protocol/event.ts";
import { CLIPBOARD_BYTES_MAX, clipboardSequence } from "../clipboard.ts";
import { typedPart } from "../typed-part.ts";
import type { SlashCommand, SlashContext } from "./slash-command.ts";

const QUESTION_CHARS = 50;

/** The prompts of a person and where they are in the log. */
export function promptsOf(
  history: readonly RecordedEvent[],
): readonly { readonly index: number; readonly text: string }[] {
  return history.flatMap((event, index) =>
    event.type === "prompt" && event.origin === "user" ? [{ index, text: typedPart(event.text) }] : [],
  );
}

export const SESSION_COMMANDS: readonly SlashCommand[] = [
  {
    name: "new",
    aliases: ["reset"],
    summary: "starts a new conversation; the old one is kept",
    async run(_, context) {
      context.agent.startAnew();
      await context.showSession();
      context.say("A new conversation.");
    },
  },
  {
    name: "sessions",
    summary: "the sessions of this folder",
    whileRunning: true,
    run(_, { house, say }) {
      const sessions = sessionsOf(house);
      if (sessions.length === 0) return say("There is no kept session of this folder yet.");
      say(
        sessions
          .slice(0, 20)
          .map(({ id, title, modifiedMs }) => `- \`${id}\` ${new Date(modifiedMs).toLocaleString()} ${title}`)
          .join("\n"),
      );
    },
  },
  {
    name: "resume",
    summary: "goes on with another session",
    argument: "[ID]",
    complete: (_, { house }) => sessionsOf(house).map(({ id }) => id),
    async run(argument, context) {
      const id = argument === "" ? await pickSession(context) : argument;
      if (id === undefined) return;
      context.agent.resume(id);
      await context.showSession();
    },
  },
  {
    name: "fork",
    aliases: ["branch"],
    summary: "goes on with a copy; this session stays as it is",
    async run(_, { agent, say }) {
      const from = agent.sessionId;
      await agent.forkBefore(agent.history.length);
      say(`Session \`${agent.sessionId}\`, a copy of \`${from}\`.`);
    },
  },
  {
    name: "rewind",
    summary: "goes back to an earlier prompt in a copy of the session",
    async run(_, context) {
      const prompts = promptsOf(context.agent.history).map(({ index, text }) => ({
        index,
        text,
        label: firstLine(text),
      }));
      if (prompts.length === 0) return context.say("There is nothing to go back to yet.");
      const chosen = await context.pick(
        "Go back to before which prompt? Files stay as they are.",
        prompts.toReversed(),
      );
      if (!chosen) return;
      await context.agent.forkBefore(beforeRun(context.agent.history, chosen.index));
      await context.showSession();
      context.setPrompt(chosen.text);
    },
  },
  {
    name: "export",
    summary: "writes the session to a Markdown file",
    argument: "[FILE]",
    run(argument, { agent, say, warn }) {
      const file = resolve(agent.cwd, argument || `waymark-${agent.sessionId.slice(0, 8)}.md`);
      try {
        writeFileSync(file, exportMarkdown(agent.history), { flag: "wx", mode: 0o600 });
        say(`The session is in \`${file}\`.`);
      } catch (error) {
        warn(`${file} was not written (${errorText(error)}); give another name.`);
      }
    },
  },
  {
    name: "copy",
    summary: "offers the last answer's source to the terminal's clipboard",
    whileRunning: true,
    run(_, { agent, house, send, say, warn }) {
      const text = lastAnswer(agent.history);
      if (text === undefined) return warn("There is no answer to copy yet.");
      const bytes = Buffer.byteLength(text);
      if (bytes > CLIPBOARD_BYTES_MAX)
        return warn(`The answer has ${bytes} bytes, more than terminals take; /export writes it to a file.`);
      send(clipboardSequence(text, house.environment));
      say(
        `${text.length === 1 ? "1 character was" : `${text.length} characters were`} sent to the terminal's clipboard. Whether it took them cannot be known from here; if it did not, /export writes a file.`,
      );
    },
  },
  {
    name: "summary",
    summary: "the questions of this conversation",
    whileRunning: true,
    run(_, { agent, say }) {
      const prompts = promptsOf(agent.history);
      if (prompts.length === 0) return say("Nothing has been asked yet.");
      say(prompts.map(({ text }, index) => `${index + 1}. ${firstLine(text)}`).join("\n"));
    },
  },
];

async function pickSession({ agent, house, pick, say }: SlashContext): Promise<string | undefined> {
  const sessions = sessionsOf(house).filter(({ id }) => id !== agent.sessionId);
  if (sessions.length === 0) {
    say("There is no other session of this folder.");
    return undefined;
  }
  const items = sessions.map(({ id, title, modifiedMs }) => ({
    id,
    label: title || "(no prompt)",
    hint: `${new Date(modifiedMs).toLocaleString()}  ${id}`,
  }));
  return (await pick("Go on with which session?", items))?.id;
}

/** The run that a prompt belongs to begins a little before it. */
function beforeRun(history: readonly RecordedEvent[], promptIndex: number): number {
  const start = history
    .slice(0, promptIndex)
    .findLastIndex((event) => event.type === "run-start" || event.type === "run-end");
  return history[start]?.type === "run-start" ? start : promptIndex;
}

function lastAnswer(history: readonly RecordedEvent[]): string | undefined {
  for (let index = history.length - 1; index >= 0; index--) {
    const event = history[index];
    const text = event?.type === "reply" ? replyText(event.content) : "";
    if (text !== "") return text;
  }
  return undefined;
}

function firstLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > QUESTION_CHARS ? `${line.slice(0, QUESTION_CHARS)}…` : line;
}
