import { isObject } from "../../base/is-object.ts";
import type { Verdict } from "../permissions/decision.ts";
import type { HookAnswer } from "../ports/hooks.ts";
import { type HookEvent, REFUSAL_MEANS, WORDS_ARE_CONTEXT } from "./hook-events.ts";

/** How a hook ended: a program, a server or function that answered, or why there is no answer. */
export type HookEnd =
  | { readonly kind: "exited"; readonly exitCode: number; readonly output: string; readonly errors: string }
  | { readonly kind: "answered"; readonly value: unknown }
  | { readonly kind: "failed"; readonly why: string };

/** What one hook said. */
export interface HookReport extends Omit<HookAnswer, "context" | "inputBy"> {
  readonly context?: string;
  /** For the person: its own words, and what went wrong with it. */
  readonly told: readonly string[];
  /** It gave no usable answer. */
  readonly failed?: true;
  /** Whose it is. */
  readonly by?: string;
}

const BLOCKING_EXIT = 2;
const WORDS_MAX = 10_000;

/** What a hook said by the way it ended. */
export function readReport(event: HookEvent, end: HookEnd): HookReport {
  switch (end.kind) {
    case "failed":
      return { told: [end.why], failed: true };
    case "answered":
      return isObject(end.value) ? readJson(event, end.value) : readWords(event, String(end.value ?? ""));
    case "exited":
      return readExit(event, end);
  }
}

function readExit(event: HookEvent, { exitCode, output, errors }: Extract<HookEnd, { kind: "exited" }>): HookReport {
  if (exitCode === BLOCKING_EXIT) return refused(event, errors.trim() || output.trim() || "it gave no reason");
  if (exitCode !== 0) {
    const [line = ""] = errors.trim().split("\n");
    return { told: [`ended with code ${exitCode}${line === "" ? "" : `: ${line.slice(0, 200)}`}`], failed: true };
  }
  const text = output.trim();
  // The blanks that a first line begins with belong to it.
  if (!text.startsWith("{")) return readWords(event, output.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd());
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return readJson(event, value);
  } catch {
    // Told below.
  }
  return { told: ["printed something that begins like JSON and is none; nothing of it counts"], failed: true };
}

function readWords(event: HookEvent, words: string): HookReport {
  return words !== "" && WORDS_ARE_CONTEXT.has(event) ? { context: words.slice(0, WORDS_MAX), told: [] } : { told: [] };
}

/** Where nothing can be stopped, a "no" is for the person to read. */
function refused(event: HookEvent, reason: string): HookReport {
  const why = reason.slice(0, WORDS_MAX);
  return REFUSAL_MEANS[event] === "person" ? { told: [why] } : { block: why, told: [] };
}

function readJson(event: HookEvent, value: Readonly<Record<string, unknown>>): HookReport {
  const own = isObject(value["hookSpecificOutput"]) ? value["hookSpecificOutput"] : {};
  const { decision, reason } = value;
  const blocks = decision === "block" || decision === "deny";
  const refusal = blocks ? refused(event, text(reason) ?? "it gave no reason") : { told: [] };
  const permission = permissionIn(own, value);
  const context = text(own["additionalContext"]);
  const output = text(own["updatedToolOutput"]) ?? text(own["updatedMCPToolOutput"]);
  const input = own["updatedInput"] ?? (isObject(own["decision"]) ? own["decision"]["updatedInput"] : undefined);
  const message = text(value["systemMessage"]);
  const unknown = unknownVerdicts(own["permissionDecision"]);
  return {
    ...refusal,
    ...(permission && { permission }),
    ...(isObject(input) ? { input } : {}),
    ...(output === undefined ? {} : { output }),
    ...(context === undefined ? {} : { context: context.slice(0, WORDS_MAX) }),
    ...(value["continue"] === false ? { halt: text(value["stopReason"]) ?? "it gave no reason" } : {}),
    told: [...refusal.told, ...(message === undefined ? [] : [message]), ...unknown],
    ...(unknown.length > 0 && { failed: true }),
  };
}

const VERDICTS: Readonly<Record<string, Verdict>> = { allow: "allow", approve: "allow", ask: "ask", deny: "deny" };

/** A word that decides nothing is a fault: who wrote it may have meant a "no". */
function unknownVerdicts(word: unknown): readonly string[] {
  const isKnown = typeof word === "string" && Object.hasOwn(VERDICTS, word);
  if (word === undefined || word === null || isKnown) return [];
  return [`permissionDecision is ${JSON.stringify(word).slice(0, 50)}, which decides nothing; use allow, ask or deny`];
}

/** `permissionDecision` before a call, `decision.behavior` where a person is about to be asked, `decision: "approve"` of old. */
function permissionIn(
  own: Readonly<Record<string, unknown>>,
  whole: Readonly<Record<string, unknown>>,
): HookAnswer["permission"] {
  const answered = isObject(own["decision"]) ? own["decision"] : {};
  const word = own["permissionDecision"] ?? answered["behavior"] ?? whole["decision"];
  const verdict = typeof word === "string" && Object.hasOwn(VERDICTS, word) ? VERDICTS[word] : undefined;
  if (verdict === undefined) return undefined;
  const reason = text(own["permissionDecisionReason"]) ?? text(answered["message"]) ?? text(whole["reason"]);
  return { verdict, reason: reason ?? "it gave no reason" };
}

function text(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Verdict, number>;

/** Of two words on a permission the one that lets less happen; of equal ones the first. */
export function stricterWord(one: HookAnswer["permission"], other: HookAnswer["permission"]): HookAnswer["permission"] {
  if (one === undefined || other === undefined) return one ?? other;
  return STRICTNESS[one.verdict] >= STRICTNESS[other.verdict] ? one : other;
}

/**
 * The reports of all hooks of an occasion, in their order, as one answer. Where one of them gives other arguments, what the others allowed was not
 * these.
 * @param changedBy  whose arguments do not count any more
 */
export function joinReports(reports: readonly HookReport[], changedBy: readonly string[] = []): HookAnswer {
  const blocks = reports.flatMap(({ block }) => block ?? []);
  const giver = reports.findLast(({ input: given, by = "" }) => given !== undefined && !changedBy.includes(by));
  const permissions = reports.flatMap((report) => {
    const { permission } = report;
    return permission === undefined || (permission.verdict === "allow" && giver && giver !== report) ? [] : permission;
  });
  const permission = permissions.reduce<HookAnswer["permission"]>(stricterWord, undefined);
  const output = reports.findLast((report) => report.output !== undefined)?.output;
  const halt = reports.find((report) => report.halt !== undefined)?.halt;
  return {
    ...(blocks.length > 0 ? { block: blocks.join("\n") } : {}),
    ...(permission && { permission }),
    ...(giver && { input: giver.input, ...(giver.by === undefined ? {} : { inputBy: giver.by }) }),
    ...(output === undefined ? {} : { output }),
    ...(halt === undefined ? {} : { halt }),
    context: reports.flatMap(({ context }) => context ?? []),
  };
}
