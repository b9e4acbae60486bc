import { resolve } from "node:path";
import { exportMarkdown } from "../../../app/session/export-session.ts";
import { renameSession } from "../../../app/session/keep-sessions.ts";
import { dayAndMinute, type SessionSummary, sessionsOf, sessionsSaying } from "../../../app/session/session-list.ts";
import { writeOutput } from "../../../app/settings/output-path.ts";
import { spokenError } from "../../../app/words/spoken.ts";
import { typedPart } from "../../../core/prompts/typed-part.ts";
import { type RecordedEvent, replyText } from "../../../core/protocol/event.ts";
import { CLIPBOARD_BYTES_MAX, clipboardSequence } from "../clipboard.ts";
import { words } from "../words/words.ts";
import type { BuiltInCommand, SlashContext } from "./slash-command.ts";
import { undoText } from "./undo-text.ts";

const QUESTION_CHARS = 50;
const REWIND_PATHS_MAX = 3;

/** The prompts of a person and where they are in the log. */
export function promptsOf(
  history: readonly RecordedEvent[],
): readonly { readonly index: number; readonly text: string }[] {
  return history.flatMap((event, index) =>
    event.type === "prompt" && event.origin === "user" ? [{ index, text: typedPart(event.text) }] : [],
  );
}

export const SESSION_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "clear",
    atTerminal: { instead: "waymark -p PROMPT" },
    aliases: ["new", "reset"],
    async run(_, context) {
      const { agent } = context;
      const left = agent.history.length > 0 ? words("session.back", { id: agent.sessionId }) : "";
      agent.startAnew();
      context.clearScreen();
      await context.showSession();
      context.say(words("session.new", { left }));
    },
  },
  {
    name: "sessions",
    whileRunning: true,
    run(_, { house, say, sayLines }) {
      const sessions = sessionsOf(house);
      if (sessions.length === 0) return say(words("session.none"));
      sayLines(
        sessions.slice(0, 20).map(({ id, title, modifiedMs }) => `- ${id} ${dayAndMinute(modifiedMs)} ${title}`),
      );
    },
  },
  {
    name: "resume",
    atTerminal: { instead: "-r ID" },
    argument: "[ID|WORDS]",
    complete: (_, { house }) => sessionsOf(house).map(({ id }) => id),
    async run(argument, context) {
      const id = await sessionMeant(argument, context);
      if (id === undefined) return;
      context.agent.resume(id);
      await context.showSession();
    },
  },
  {
    name: "rename",
    argument: "[NAME]",
    whileRunning: true,
    async run(argument, { agent, house, ask, say, warn }) {
      const wanted = argument || (await ask(words("rename.which"), []))?.trim();
      if (!wanted) return;
      try {
        say(words("rename.done", { name: renameSession(house, agent.sessionId, wanted) }));
      } catch (error) {
        warn(spokenError(error));
      }
    },
  },
  {
    name: "fork",
    atTerminal: { instead: "-c --fork-session" },
    aliases: ["branch"],
    async run(_, { agent, say }) {
      const from = agent.sessionId;
      await agent.forkBefore(agent.history.length);
      say(words("session.copy", { id: agent.sessionId, from }));
    },
  },
  {
    name: "rewind",
    atTerminal: { instead: "waymark undo" },
    async run(_, context) {
      const prompts = promptsOf(context.agent.history).map(({ index, text }) => ({
        index,
        text,
        label: firstLine(text),
      }));
      if (prompts.length === 0) return context.say(words("rewind.none"));
      const chosen = await context.pick(words("rewind.which"), prompts.toReversed());
      if (!chosen) return;
      const extent = await rewindExtent(context, chosen.index);
      if (extent === undefined) return;
      const undone = extent.after === undefined ? undefined : await context.agent.undo({ after: extent.after });
      const isHeldUp = (undone?.conflicts.length ?? 0) > 0;
      if (extent.goesBack && !isHeldUp) {
        const id = context.agent.sessionId;
        await context.agent.forkBefore(beforeRun(context.agent.history, chosen.index));
        await context.showSession();
        context.say(words("rewind.done", { id }));
        context.setPrompt(chosen.text);
      }
      if (undone) context.say(undoText(undone));
      if (extent.goesBack && isHeldUp) context.warn(words("rewind.heldUp"));
    },
  },
  {
    name: "export",
    argument: "[FILE]",
    async run(argument, { agent, ask, say, warn }) {
      const proposal = `waymark-${agent.sessionId.slice(0, 8)}.md`;
      const answer = argument || (await ask(words("export.which"), [proposal]))?.trim();
      if (!answer) return;
      const file = resolve(agent.cwd, answer);
      try {
        writeOutput(answer, [agent.cwd], exportMarkdown(agent.history), { as: "first", mode: 0o600 });
        say(words("export.done", { file }));
      } catch (error) {
        warn(words("export.failed", { file, why: spokenError(error) }));
      }
    },
  },
  {
    name: "copy",
    atTerminal: {},
    whileRunning: true,
    run(_, { agent, house, send, say, warn }) {
      const text = lastAnswer(agent.history);
      if (text === undefined) return warn(words("copy.none"));
      const bytes = Buffer.byteLength(text);
      if (bytes > CLIPBOARD_BYTES_MAX) return warn(words("copy.long", { bytes }));
      send(clipboardSequence(text, house.terminal));
      say(words("copy.sent", { count: text.length }));
    },
  },
  {
    name: "summary",
    whileRunning: true,
    run(_, { agent, say, sayLines }) {
      const prompts = promptsOf(agent.history);
      if (prompts.length === 0) return say(words("summary.none"));
      sayLines(prompts.map(({ text }, index) => `${index + 1}. ${firstLine(text)}`));
    },
  },
];

/** An id, its beginning or a name; other words pick from the sessions in which they were said. */
async function sessionMeant(argument: string, context: SlashContext): Promise<string | undefined> {
  const others = sessionsOf(context.house).filter(({ id }) => id !== context.agent.sessionId);
  if (argument === "") return pickSession(others, context);
  if (others.some(({ id, name }) => id.startsWith(argument) || name === argument)) return argument;
  const saying = sessionsSaying(others, argument);
  // Where nobody said them, it is told that there is no such session.
  return saying.length === 0 ? argument : pickSession(saying, context);
}

async function pickSession(
  sessions: readonly SessionSummary[],
  { pick, say }: SlashContext,
): Promise<string | undefined> {
  if (sessions.length === 0) {
    say(words("session.noOther"));
    return undefined;
  }
  const items = sessions.map(({ id, title, modifiedMs }) => ({
    id,
    label: title || words("session.noPrompt"),
    hint: `${dayAndMinute(modifiedMs)}  ${id}`,
  }));
  return (await pick(words("session.which"), items))?.id;
}

interface RewindExtent {
  readonly label: string;
  /** The conversation does. */
  readonly goesBack: boolean;
  /** The files do, to where they stood after that checkpoint. */
  readonly after?: number;
}

/** What goes back; asked only where files were changed since that prompt. @returns undefined for nothing */
async function rewindExtent(
  { agent, house, pick }: SlashContext,
  promptIndex: number,
): Promise<RewindExtent | undefined> {
  const conversation: RewindExtent = { label: words("rewind.conversation"), goesBack: true };
  const { changesSince } = await import("../../../app/session/changes-since.ts");
  const changes = await changesSince(house, agent.sessionId, promptIndex);
  if (changes === undefined) return conversation;
  const { after, paths } = changes;
  const hint = [...paths.slice(0, REWIND_PATHS_MAX), ...(paths.length > REWIND_PATHS_MAX ? ["…"] : [])].join(", ");
  const both = { label: words("rewind.both", { count: paths.length }), hint, goesBack: true, after };
  const files = { label: words("rewind.files", { count: paths.length }), goesBack: false, after };
  return pick(words("rewind.extent"), [both, conversation, files]);
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
