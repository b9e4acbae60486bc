import { resolve } from "node:path";
import { isatty } from "node:tty";
import type { Command } from "commander";
import type { Agent } from "../../../app/agent.ts";
import type { Faces, House } from "../../../app/open-house.ts";
import { NOBODY } from "../../../app/permissions/faces.ts";
import type { Prompt } from "../../../app/prompt-text.ts";
import { readStdin } from "../../../app/report/read-stdin.ts";
import type { AgentChoice } from "../../../app/session/start-agent.ts";
import type { AnswerSchema } from "../../../app/settings/answer-schema.ts";
import { writeOutput } from "../../../app/settings/output-path.ts";
import { terminalFacts } from "../../../app/settings/terminal-facts.ts";
import { errorText } from "../../../base/error-text.ts";
import { type Phrase, phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { Outcome } from "../../../core/protocol/outcome.ts";
import { exitCodeOf } from "../../headless/exit-codes.ts";
import { toTheEnd } from "../../headless/to-the-end.ts";
import { type EventLines, type OutputFormat, type Streams, writeEvents } from "../../headless/write-events.ts";
import type { OpenedSession } from "../../terminal/opened-session.ts";
import type { CommandContext } from "../command.ts";
import { openHouseFor } from "../in-house.ts";
import { cancelOnSignals } from "../signals.ts";
import type { Reports } from "./reports.ts";
import { configFlags, defineRunOptions, type RunFlags, runFormats, workedFolders } from "./run-options.ts";
import { promptTyped, speakForSession } from "./session-command.ts";
import { watchSignals } from "./watch-signals.ts";

/** Asked by number: to look at `process.stdin` opens it, which takes 3 ms. */
const [STDIN, STDOUT] = [0, 1] as const;

/** `waymark [prompt]` and `waymark -p [prompt]`. */
export function define(command: Command, context: CommandContext): void {
  defineRunOptions(command).action(async (words: readonly string[], flags: RunFlags) => {
    if ("version" in flags) return context.out(`${context.version}\n`);
    const isInteractive = !flags.print && isatty(STDIN) && isatty(STDOUT);
    // An optional value takes the prompt that stands behind the flag: a name has no blanks.
    const isPrompt = typeof flags.worktree === "string" && /\s/.test(flags.worktree);
    const prompt = (isPrompt ? [flags.worktree, ...words] : words).join(" ");
    const start = isInteractive ? runInteractive : runHeadless;
    const meant = isPrompt ? { ...flags, worktree: true as const } : flags;
    if (meant.worktree === undefined) return start(prompt, meant, context);
    const { inWorktree } = await import("./in-worktree.ts");
    await inWorktree(meant, context, (within) => start(prompt, within, context));
  });
}

/** The session that the flags mean. @throws {UserError} when they contradict each other */
export function agentChoice(flags: RunFlags): AgentChoice {
  const resume = flags.continue ? "last" : flags.resume;
  if (flags.forkSession && resume === undefined)
    throw new UserError(phrase`--fork-session needs the session to copy; add -c or -r ID.`, EXIT.usage);
  if (flags.name !== undefined && resume !== undefined)
    throw new UserError(phrase`-n names a new session, and -c and -r go on with one; drop one of them.`, EXIT.usage);
  if (flags.record && flags.replay)
    throw new UserError(phrase`--record and --replay exclude each other; drop one.`, EXIT.usage);
  return {
    fork: flags.forkSession ?? false,
    ...(resume === undefined ? {} : { resume: resume === true ? "last" : resume }),
    ...(flags.sessionId === undefined ? {} : { sessionId: flags.sessionId }),
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.record === undefined ? {} : { record: flags.record }),
    ...(flags.replay === undefined ? {} : { replay: flags.replay }),
  };
}

async function runHeadless(words: string, flags: RunFlags, context: CommandContext): Promise<void> {
  const formats = runFormats(flags);
  const reports = await reportsFor(flags, formats.input, context);
  if (formats.input === "stream-json") return runConversation(words, flags, context);
  const choice = agentChoice(flags);
  const piped = isatty(STDIN) ? { text: "" } : await readStdin(words !== "");
  if (piped.notice) context.error(`waymark: ${piped.notice}\n`);
  const prompt = joined(words, piped.text);
  if (prompt === "")
    throw new UserError(phrase`There is no prompt; give one: waymark -p "what does this folder do?"`, EXIT.usage);
  const showsProgress = flags.includePartialMessages ?? false;
  await withAgent({ choice, flags, context, faces: { ...NOBODY, showsProgress } }, async (agent, house) => {
    const schema = reports?.schema(agent.cwd) ?? (await answerSchema(flags));
    // What is piped in is data, and names nothing.
    const run = ({ text, images, written }: Prompt) =>
      promptEvents(agent, { text: joined(text, piped.text), images, written }, schema);
    const writing = { house, agent, attaches: true, tell: noticesTo(context) };
    if (/^\s*\//.test(words)) await speakForSession({ toPrograms: formats.output !== "text" });
    const asked = toTheEnd(promptTyped(words, writing, run), agent);
    const events = reports?.shown(asked, formats.output) ?? asked;
    const { output, streams } = quietly(formats.output, flags, context);
    const written = await writeEvents(events, output, await linesFor(agent, flags), streams);
    const kept = flags.jsonSchema === undefined || written?.kind === "done" ? written : undefined;
    if (flags.outputLastMessage !== undefined)
      keepAnswer(flags.outputLastMessage, [...workedFolders(flags, context.cwd), ...house.added.now], kept);
    if (written?.kind === "limit" && formats.output === "text")
      context.error(phrase`waymark: stopped at a limit (${written.limit}); the answer is partial.\n`);
    return reports ? reports.end(written) : written;
  });
}

/** What went wrong earlier leaves no answer that is older than the run. @throws {UserError} when it cannot be written */
function keepAnswer(path: string, folders: readonly string[], outcome: Outcome | undefined): void {
  const answer = outcome && "text" in outcome ? outcome.text : "";
  try {
    writeOutput(path, folders, answer === "" ? "" : `${answer}\n`);
  } catch (error) {
    throw new UserError(phrase`The answer cannot be written to ${path} (${errorText(error)}).`, EXIT.badInput, {
      cause: error,
    });
  }
}

/** Messages and control requests on standard input, lines on standard output, until the input ends. */
async function runConversation(words: string, flags: RunFlags, context: CommandContext): Promise<void> {
  if (words !== "")
    throw new UserError(
      phrase`With --input-format stream-json prompts come on standard input; drop the words.`,
      EXIT.usage,
    );
  const { ControlChannel } = await import("../../headless/control-channel.ts");
  const { channelApprover, channelExchange, channelInquirer, converse } = await import("../../headless/converse.ts");
  const channel = new ControlChannel(context);
  const faces = {
    ...NOBODY,
    approver: channelApprover(channel),
    inquirer: channelInquirer(channel),
    exchange: channelExchange(channel),
    showsProgress: flags.includePartialMessages ?? false,
  };
  await withAgent({ choice: agentChoice(flags), flags, context, faces }, async (agent, house, ending) => {
    const linesOf = await linesFor(agent, flags);
    const outcome = await converse({
      agent,
      house,
      ending,
      prompt({ text, written }, images) {
        const run = (prompt: Prompt) => agent.prompt({ ...prompt, images: [...images, ...prompt.images] });
        if (text !== written) return run({ text, written, images: [] });
        return promptTyped(text, { house, agent, tell: noticesTo(context), goesOn: true }, run);
      },
      channel,
      input: process.stdin,
      replaysPrompts: flags.replayUserMessages ?? false,
      json: context.json,
      writeRun: (events) => writeEvents(events, "stream-json", linesOf, context),
    });
    await writeEvents(agent.commands.end(), "stream-json", linesOf, context);
    return outcome ?? { kind: "done", text: "" };
  });
}

async function linesFor(agent: Agent, flags: RunFlags): Promise<EventLines> {
  if (flags.eventFormat === "codex") {
    const { CodexEvents } = await import("../../headless/codex-events.ts");
    const events = new CodexEvents(agent.sessionId);
    return (event) => events.lines(event);
  }
  const { eventLines } = await import("../../headless/event-json.ts");
  const frame = { sessionId: agent.sessionId, cwd: agent.cwd, includePartial: flags.includePartialMessages ?? false };
  return (event) => eventLines(event, frame);
}

interface HeadlessWork {
  readonly choice: AgentChoice;
  readonly flags: RunFlags;
  readonly context: CommandContext;
  readonly faces: Faces;
}

const SHOWN = { showsNotices: true };

/** Opens an agent for headless work, and leaves with the code that the outcome earns. */
async function withAgent(
  { choice, flags, context, faces }: HeadlessWork,
  work: (agent: Agent, house: House, ending: AbortSignal) => Promise<Outcome | undefined>,
): Promise<void> {
  const settingSources = runFormats(flags).sources;
  const house = await openHouseFor(context, flags, { flags: configFlags(flags), faces, settingSources, ...SHOWN });
  try {
    const { agent, notices } = await house.agent(choice);
    if (!flags.finalMessageOnly) for (const notice of notices) context.error(phrase`waymark: ${notice}\n`);
    const signals = watchSignals(agent);
    try {
      const outcome = await work(agent, house, signals.ending);
      if (outcome?.kind === "model-failed") context.error(`waymark: ${outcome.failure.message}\n`);
      const lacking = outcome && lackOf(outcome);
      if (lacking !== undefined) context.error(phrase`waymark: ${lacking}\n`);
      context.exit(signals.code() ?? (outcome ? exitCodeOf(outcome) : EXIT.failed));
    } finally {
      signals.release();
    }
  } finally {
    await house.close();
  }
}

/** Why a run that ended in words has done nothing; undefined where it has. */
function lackOf(outcome: Outcome): Phrase | undefined {
  if (outcome.kind === "denied" && outcome.refused !== undefined)
    return phrase`not done, because it was refused: ${outcome.refused.join(", ")}; --allowedTools or another --permission-mode allows it, and --add-dir what lies outside of the folder.`;
  if (outcome.kind === "denied")
    return phrase`what was asked was not done: every call for it was refused; --allowedTools or another --permission-mode allows it, and --add-dir what lies outside of the folder.`;
  if (outcome.kind !== "unanswered") return undefined;
  const what =
    outcome.asked === "change"
      ? phrase`no language model is there to make a change, and nothing was changed`
      : phrase`no language model is there, and no look-up answers this`;
  return phrase`${what}; set a key (such as ANTHROPIC_API_KEY), start Ollama, or see \`waymark provider list\`.`;
}

function joined(words: string, piped: string): string {
  return [words, piped].filter((text) => text.trim() !== "").join("\n\n");
}

const noticesTo =
  ({ error }: CommandContext) =>
  (notice: string): void =>
    error(`waymark: ${notice}\n`);

/** Where the answer has to be of a form it is checked, and asked for again, before it is given out. */
async function* promptEvents(
  agent: Agent,
  prompt: Prompt,
  schema: AnswerSchema | undefined,
): ReturnType<Agent["prompt"]> {
  if (schema === undefined) return yield* agent.prompt(prompt);
  const { promptWithSchema } = await import("../../headless/json-answer.ts");
  yield* promptWithSchema(agent, prompt, schema);
}

async function answerSchema({ jsonSchema, cd }: RunFlags): Promise<AnswerSchema | undefined> {
  if (jsonSchema === undefined) return undefined;
  return (await import("../../../app/settings/answer-schema.ts")).readAnswerSchema(jsonSchema, cd);
}

/** @throws {UserError} when the flags do not go together */
async function reportsFor(flags: RunFlags, input: string, context: CommandContext): Promise<Reports | undefined> {
  if (flags.report === undefined && flags.failOn === undefined) return undefined;
  if (flags.report === undefined)
    throw new UserError(phrase`--fail-on judges the findings of a report; add --report FILE.`, EXIT.usage);
  if (input === "stream-json")
    throw new UserError(phrase`--report is of one run; drop --input-format stream-json.`, EXIT.usage);
  return (await import("./reports.ts")).reportsOf(flags, context);
}

/** With --final-message-only nothing is told of the way there. */
function quietly(
  output: OutputFormat,
  { finalMessageOnly = false, jsonSchema }: RunFlags,
  context: CommandContext,
): { readonly output: OutputFormat; readonly streams: Streams } {
  const streams = jsonSchema === undefined ? context : { ...context, withoutAnswer: context.error };
  if (!finalMessageOnly) return { output, streams };
  return { output: output === "text" ? output : "json", streams: { ...streams, error: () => {} } };
}

/** A newcomer whom nobody gave a model is asked, once, how to go on. @returns what to begin with; undefined to leave */
async function firstPrompt(flags: RunFlags, context: CommandContext): Promise<string | undefined> {
  const isDecided = [flags.model, flags.provider, flags.offline, flags.replay].some((flag) => flag !== undefined);
  const { isFirstRunOver } = await import("../../../app/settings/first-run-mark.ts");
  if (isDecided || isFirstRunOver(context.environment)) return "";
  const { askFirstRun } = await import("../../terminal/first-run.ts");
  const house = await openHouseFor(context, flags, { flags: configFlags(flags) });
  const answer = await askFirstRun(house).finally(() => house.close());
  return answer.kind === "leave" ? undefined : answer.prompt;
}

/** The full session where the terminal can draw; plain lines where it cannot, or where someone listens to it. */
async function runInteractive(words: string, flags: RunFlags, context: CommandContext): Promise<void> {
  // `-r` alone asks which session; a copy of one is always of the last.
  const isAsked = flags.resume === true && !flags.continue && !flags.forkSession && words === "";
  const { resume: _, ...others } = flags;
  const choice = { ...agentChoice(isAsked ? others : flags), keepsMode: true };
  const prompt = isAsked ? "/resume" : words;
  const settings = configFlags(flags);
  const folder = resolve(context.cwd, flags.cd ?? ".");
  const { environment, version } = context;
  if (!flags.trust) {
    const { askTrust } = await import("../../terminal/ask-trust.ts");
    await askTrust(folder, environment);
  }
  const first = prompt || (await firstPrompt(flags, context));
  if (first === undefined) return context.exit(EXIT.interrupted);
  const open = async (faces: Faces): Promise<OpenedSession> => {
    const house = await openHouseFor(context, flags, { flags: settings, faces, ...SHOWN });
    return { house, ...(await house.agent(choice).catch((error) => closeThenThrow(house, error))) };
  };
  const terminal = terminalFacts(environment);
  const start = { prompt: first, open, environment, terminal, version };
  if (flags.screenReader || terminal.isPlain) {
    const { runSession } = await import("../../terminal/plain/session.ts");
    return context.exit(await runSession({ ...start, ending: cancelOnSignals().signal }));
  }
  const { runSession } = await import("../../terminal/session.ts");
  context.exit(await runSession({ ...start, fullScreen: flags.fullScreen ?? false }));
}

async function closeThenThrow(house: House, error: unknown): Promise<never> {
  await house.close();
  throw error;
}
