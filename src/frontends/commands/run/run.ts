import { resolve } from "node:path";
import { isatty } from "node:tty";
import type { Command } from "commander";
import type { Agent } from "../../../app/agent.ts";
import type { Faces, House } from "../../../app/open-house.ts";
import type { AgentChoice } from "../../../app/session/start-agent.ts";
import { EXIT, type ExitCode, UserError } from "../../../base/user-error.ts";
import { exitCodeOf } from "../../headless/exit-codes.ts";
import { policyApprover } from "../../headless/policy-approver.ts";
import { readStdin } from "../../headless/read-stdin.ts";
import { type OutputFormat, writeEvents } from "../../headless/write-events.ts";
import type { OpenedSession } from "../../terminal/opened-session.ts";
import type { CommandContext } from "../command.ts";
import { openHouseFor } from "../in-house.ts";
import { configFlags, defineRunOptions, outputFormat, type RunFlags } from "./run-options.ts";

/** Asked by number: to look at `process.stdin` opens it, which takes 3 ms. */
const [STDIN, STDOUT] = [0, 1] as const;

/** `waymark [prompt]` and `waymark -p [prompt]`. */
export function define(command: Command, context: CommandContext): void {
  defineRunOptions(command).action(async (words: readonly string[], flags: RunFlags) => {
    if ("version" in flags) return context.out(`${context.version}\n`);
    const isInteractive = !flags.print && isatty(STDIN) && isatty(STDOUT);
    if (isInteractive) return runInteractive(words.join(" "), flags, context);
    await runHeadless(words.join(" "), flags, context);
  });
}

/** The session that the flags mean. @throws {UserError} when they contradict each other */
export function agentChoice(flags: RunFlags): AgentChoice {
  const resume = flags.continue ? "last" : flags.resume;
  if (flags.forkSession && resume === undefined)
    throw new UserError("--fork-session needs the session to copy; add -c or -r ID.", EXIT.usage);
  if (flags.record && flags.replay)
    throw new UserError("--record and --replay exclude each other; drop one.", EXIT.usage);
  return {
    fork: flags.forkSession ?? false,
    ...(resume === undefined ? {} : { resume: resume === true ? "last" : resume }),
    ...(flags.sessionId === undefined ? {} : { sessionId: flags.sessionId }),
    ...(flags.record === undefined ? {} : { record: flags.record }),
    ...(flags.replay === undefined ? {} : { replay: flags.replay }),
  };
}

async function runHeadless(words: string, flags: RunFlags, context: CommandContext): Promise<void> {
  const format = outputFormat(flags);
  const choice = agentChoice(flags);
  const settings = configFlags(flags);
  const piped = isatty(STDIN) ? { text: "" } : await readStdin(words !== "");
  if (piped.notice) context.error(`waymark: ${piped.notice}\n`);
  const prompt = joined(words, piped.text);
  if (prompt === "")
    throw new UserError('There is no prompt; give one: waymark -p "what does this folder do?"', EXIT.usage);
  const showsProgress = flags.includePartialMessages ?? false;
  const house = await openHouseFor(context, flags, {
    flags: settings,
    faces: { approver: policyApprover, isInteractive: false, showsProgress },
  });
  try {
    const { agent, notices } = await house.agent(choice);
    for (const notice of notices) context.error(`waymark: ${notice}\n`);
    const whole = words.includes("@") ? joined(await withFiles(words, agent, context), piped.text) : prompt;
    await answerHeadless({ agent, prompt: whole, format, flags, context });
  } finally {
    await house.close();
  }
}

interface HeadlessRun {
  readonly agent: Agent;
  readonly prompt: string;
  readonly format: OutputFormat;
  readonly flags: RunFlags;
  readonly context: CommandContext;
}

async function answerHeadless({ agent, prompt, format, flags, context }: HeadlessRun): Promise<void> {
  const signals = watchSignals(agent);
  try {
    const frame = { sessionId: agent.sessionId, cwd: agent.cwd, includePartial: flags.includePartialMessages ?? false };
    const outcome = await writeEvents(await promptEvents(agent, prompt, flags), format, frame, context);
    if (outcome?.kind === "model-failed") context.error(`waymark: ${outcome.failure.message}\n`);
    if (outcome?.kind === "limit" && format === "text")
      context.error(`waymark: stopped at a limit (${outcome.limit}); the answer is partial.\n`);
    context.exit(signals.code() ?? (outcome ? exitCodeOf(outcome) : EXIT.failed));
  } finally {
    signals.release();
  }
}

function joined(words: string, piped: string): string {
  return [words, piped].filter((text) => text.trim() !== "").join("\n\n");
}

/** The files that the words name by @; what is piped in is data, and names nothing. */
async function withFiles(words: string, { workspace }: Agent, { error }: CommandContext): Promise<string> {
  const { attachMentions } = await import("../../../app/knowledge/mentions.ts");
  const { text, notices } = await attachMentions(words, workspace, async () => []);
  for (const notice of notices) error(`waymark: ${notice}\n`);
  return text;
}

/** With --json-schema the answer is checked, and asked for again, before it is given out. */
async function promptEvents(agent: Agent, prompt: string, flags: RunFlags): Promise<ReturnType<Agent["prompt"]>> {
  if (flags.jsonSchema === undefined) return agent.prompt(prompt);
  const { promptWithSchema } = await import("../../headless/json-answer.ts");
  const { readAnswerSchema } = await import("../../../app/settings/answer-schema.ts");
  return promptWithSchema(agent, prompt, readAnswerSchema(flags.jsonSchema));
}

/** The first signal cancels the run, which then ends in order; the second leaves at once. */
export function watchSignals(agent: Agent): { code(): ExitCode | undefined; release(): void } {
  let code: ExitCode | undefined;
  const on = (exitCode: ExitCode) => (): void => {
    if (code !== undefined) process.exit(exitCode);
    code = exitCode;
    agent.interrupt();
  };
  const onInterrupt = on(EXIT.interrupted);
  const onTerminate = on(EXIT.terminated);
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate).on("SIGHUP", onTerminate);
  return {
    code: () => code,
    release: () => void process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate).off("SIGHUP", onTerminate),
  };
}

/** A newcomer whom nobody gave a model is asked, once, how to go on. @returns what to begin with; undefined to leave */
async function firstPrompt(cwd: string, flags: RunFlags, { environment }: CommandContext): Promise<string | undefined> {
  const isDecided = [flags.model, flags.provider, flags.offline, flags.replay].some((flag) => flag !== undefined);
  const { isFirstRunOver } = await import("../../../app/settings/first-run-mark.ts");
  if (isDecided || isFirstRunOver(environment)) return "";
  const { askFirstRun } = await import("../../terminal/first-run.ts");
  const answer = await askFirstRun({ cwd, environment });
  return answer.kind === "leave" ? undefined : answer.prompt;
}

/** The full session where the terminal can draw; plain lines where it cannot, or where someone listens to it. */
async function runInteractive(words: string, flags: RunFlags, context: CommandContext): Promise<void> {
  // `-r` alone asks which session; a copy of one is always of the last.
  const isAsked = flags.resume === true && !flags.continue && !flags.forkSession && words === "";
  const { resume: _, ...others } = flags;
  const choice = agentChoice(isAsked ? others : flags);
  const prompt = isAsked ? "/resume" : words;
  const settings = configFlags(flags);
  const folder = resolve(context.cwd, flags.cd ?? ".");
  const { environment, version } = context;
  if (!flags.trust) {
    const { askTrust } = await import("../../terminal/ask-trust.ts");
    await askTrust(folder, environment);
  }
  const first = prompt || (await firstPrompt(folder, flags, context));
  if (first === undefined) return context.exit(EXIT.interrupted);
  const open = async (faces: Faces): Promise<OpenedSession> => {
    const house = await openHouseFor(context, flags, { flags: settings, faces });
    return { house, ...(await house.agent(choice).catch((error) => closeThenThrow(house, error))) };
  };
  const start = { prompt: first, open, environment, version };
  const isPlain = flags.screenReader || Boolean(environment["WAYMARK_SCREEN_READER"]) || environment["TERM"] === "dumb";
  if (isPlain) {
    const { runSession } = await import("../../terminal/plain/session.ts");
    return context.exit(await runSession(start));
  }
  const { runSession } = await import("../../terminal/session.ts");
  context.exit(await runSession({ ...start, fullScreen: flags.fullScreen ?? false }));
}

async function closeThenThrow(house: House, error: unknown): Promise<never> {
  await house.close();
  throw error;
}
