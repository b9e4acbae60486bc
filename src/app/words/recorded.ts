import { escapeRegExp } from "../../base/glob.ts";
import { listed, Phrase, type PhraseValue, phrase, type Words } from "../../base/phrase.ts";
import { PLAN_STATES } from "./plan-states.ts";
import { spoken } from "./spoken.ts";

/** A value of any text, and one that is a number. */
const X = "";
const N = 0;

/**
 * What is recorded, sent to a model, or given to a program is English, and a person reads it as well: why a call is asked about, how a
 * plan ended. Each sentence stands here as the one that makes it writes it; `recorded.test.ts` has them made.
 */
export const RECORDED: readonly Phrase[] = [
  // Why a call is asked about, refused or done: core/permissions, app/permissions.
  phrase`changes ${X}`,
  phrase`deletes ${X}`,
  phrase`only reads`,
  phrase`reaches the network`,
  phrase`it reaches the network`,
  phrase`${X} is outside the working folder`,
  phrase`${X} is outside the working folder, in a folder of Waymark's own`,
  phrase`${X} is outside the working folder, and commands have a folder of their own in that place`,
  phrase`does what cannot be seen from here`,
  phrase`wants the network, which the sandbox closes`,
  phrase`wants to run outside the sandbox`,
  phrase`plan mode only looks`,
  phrase`plan mode only looks (${X})`,
  phrase`plan mode only looks, and ${X} may do more (${X})`,
  phrase`it is not known to only read`,
  phrase`Look by what only reads, and propose the rest instead of running it.`,
  phrase`${X}, and mode dontAsk never asks`,
  phrase`nobody is there to be asked (${X})`,
  phrase`nobody is there to be asked (${X}). Whoever starts the run can allow it with --permission-mode ${X}.`,
  phrase`nobody is there to be asked (${X}). Whoever starts the run can allow it with --permission-mode ${X}, or --allowedTools '${X}'.`,
  phrase`Do not try another tool for it: go on without it, or say what is to be changed.`,
  phrase`Do not retry it; find another way or say what you need.`,
  phrase`${X}. Whoever starts the run can allow it with --allowedTools '${X}'.`,
  phrase`${X}. A rule that asks is above every rule that allows: a person answers it, or whoever starts the run takes it out of the rules.`,
  phrase`Not allowed: ${X}`,
  phrase`the user said no`,
  phrase`mode acceptEdits`,
  phrase`mode bypassPermissions`,
  phrase`rule ${X}`,
  phrase`the rule ${X} says ${X}`,
  phrase`the rule ${X} asks`,
  phrase`allowed by the rule ${X}`,
  phrase`it may be what the rule ${X} means`,
  phrase`what it hands on names what the rule ${X} means`,
  phrase`inside the workspace`,
  phrase`${X} is Waymark's own: no call changes it`,
  phrase`${X} can start programs or change what an agent may do`,
  phrase`${X} may hold secrets`,
  // Of commands: engines/shell.
  phrase`it runs nothing`,
  phrase`it only reads inside the workspace`,
  phrase`it only starts what only reads`,
  phrase`it only starts what rules allow`,
  phrase`no rule allows it`,
  phrase`no rule allows ${X}, and it is not known to only read`,
  phrase`it may run or change anything, and no rule allows it`,
  phrase`it talks to the network`,
  phrase`it talks to a server of this machine`,
  phrase`${X} waits for a person at a terminal, which no command has: ${X}`,
  phrase`edit_file and write_file change files, read_file shows them`,
  phrase`ps aux lists processes, top -b -n 1 looks once`,
  phrase`run what it repeats, or start that with background: true`,
  phrase`background: true keeps a process, and shell_output shows what it writes`,
  phrase`give it a file, its code in an argument, or lines in a here-document`,
  phrase`give the statements in an argument or in a here-document`,
  phrase`give the statements in an argument (-c, -e, -f) or in a here-document`,
  phrase`it deletes ${X}, outside the workspace or all of it`,
  phrase`what ${X} names is not known before it runs`,
  phrase`what it is told to do is not known before it runs`,
  phrase`the shell runs what it reads`,
  // What a run that is reached from outside offers and refuses: app/live.
  phrase`Yes, once`,
  phrase`Always in this session: ${X}`,
  phrase`Always, kept in your settings: ${X}`,
  phrase`For this session, allow it to ${X}`,
  phrase`asked because of the rule ${X}`,
  phrase`runs in ${X}`,
  phrase`There is no text in it.`,
  phrase`There is no answer in it.`,
  phrase`Nothing such is asked.`,
  phrase`It was answered already, where the run was started; that answer counts.`,
  phrase`It was answered already, in a browser; that answer counts.`,
  // What becomes of the context: core/context.
  phrase`The summary was rejected: ${X}. Old results are left out instead, and the record is made from the log.`,
  phrase`Nothing was condensed: ${X}.`,
  phrase`it is no shorter than what it replaces`,
  phrase`it is empty`,
  phrase`it lost the user's newest message`,
  phrase`the newest message of the user is gone`,
  phrase`the goal is gone`,
  phrase`${N} steps of the plan are gone`,
  phrase`changed files are gone: ${X}`,
  phrase`pending calls are gone: ${X}`,
  // What a prompt waits for: app/mcp.
  phrase`MCP: waiting for ${X} …`,
  phrase`MCP: still waiting for ${X}; the tools come when it answers.`,
  // How a reply ended: core/loop.
  phrase`The answer ends where the model may write no more: ask it to go on.`,
  phrase`The answer reads like a step, and nothing of it was done: say what is to come of it.`,
  // How the steps of a plan ended: core/plan.
  phrase`It needs ${X}, which failed.`,
  phrase`It needs ${X}, which is blocked.`,
  phrase`Failed: ${X}.`,
  phrase`Blocked: ${X}.`,
  phrase`Failed: ${X}. Blocked: ${X}.`,
  phrase`${N} of ${N} steps completed.`,
  phrase`${N} of ${N} steps completed, ${X}.`,
  phrase`${N} in progress`,
  phrase`${N} pending`,
  phrase`${N} failed`,
  phrase`${N} skipped`,
  phrase`${N} blocked`,
  ...Object.values(PLAN_STATES),
];

interface Sentence {
  readonly pattern: string;
  readonly form: RegExp;
  /** How much of it is words of ours: where several fit, the one that says most is meant. */
  readonly letters: number;
}

let sentences: readonly Sentence[] | undefined;

/** What a text says that was recorded in English, as far as its lines are sentences of ours; anything else is left as it is. */
export function recordedWords(text: string): Words {
  const lines = text.split("\n");
  const told = lines.map((line) => recognized(line) ?? line);
  return told.some((line) => line instanceof Phrase) ? listed(told, "\n") : text;
}

/** What a person reads of words, recorded ones among them. */
export const spokenRecorded = (words: Words): string =>
  spoken(typeof words === "string" ? recordedWords(words) : words);

/** @returns undefined where no sentence of ours is in it */
function recognized(text: string): Phrase | undefined {
  sentences ??= RECORDED.map(sentenceOf);
  const joined = joinedBy("; ", text);
  if (joined) return joined;
  let best: { readonly of: Sentence; readonly values: readonly string[] } | undefined;
  for (const of of sentences) {
    const [found, ...values] = of.form.exec(text) ?? [];
    if (found !== undefined && of.letters > (best?.of.letters ?? 0)) best = { of, values };
  }
  if (best) return new Phrase(best.of.pattern, best.values.map(asValue));
  return joinedBy(", ", text) ?? behindName(text);
}

const asValue = (value: string): PhraseValue => recognized(value) ?? value;

/** Reasons of several accesses stand in one line, and so do counts. */
function joinedBy(mark: string, text: string): Phrase | undefined {
  const parts = text.split(mark);
  if (parts.length === 1) return undefined;
  const told = parts.map(asValue);
  return told.every((part) => part instanceof Phrase) ? listed(told, mark) : undefined;
}

/** `PATH: REASON`. */
function behindName(text: string): Phrase | undefined {
  const at = text.indexOf(": ");
  const told = at < 0 ? undefined : recognized(text.slice(at + 2));
  return told && listed([text.slice(0, at), told], ": ");
}

function sentenceOf({ pattern, values }: Phrase): Sentence {
  const parts = pattern.split(/\{\d+\}/);
  const form = parts
    .map(escapeRegExp)
    .reduce((whole, part, index) => `${whole}${values[index - 1] === N ? "(\\d+)" : "(.+?)"}${part}`);
  return { pattern, form: new RegExp(`^${form}$`), letters: parts.join("").length };
}
