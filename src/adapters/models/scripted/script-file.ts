import type { ReplyEnd } from "../../../core/protocol/event.ts";
import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import type { Usage } from "../../../core/protocol/usage.ts";
import { asRecord, type JsonRecord } from "../sse/json-shape.ts";

/** One reply of a script; docs/reference/scripted-model.md says what each field means. */
export interface ScriptedReply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly name: string; readonly input?: unknown; readonly id?: string }[];
  readonly end?: ReplyEnd;
  readonly usage?: Partial<Usage>;
  readonly costUsd?: number;
  readonly fail?: Omit<ModelFailure, "message"> & { readonly message?: string };
  readonly delayMs?: number;
  readonly chunkChars?: number;
  readonly chunkDelayMs?: number;
  readonly expect?: readonly string[];
}

export type Script =
  | { readonly kind: "replies"; readonly replies: readonly ScriptedReply[] }
  | { readonly kind: "malformed"; readonly where: string; readonly message: string };

/** A JSON list of replies, an object whose `replies` is one, or one reply a line. */
export function parseScript(text: string): Script {
  const whole = parseJson(text);
  if (whole.kind === "value") {
    const list = Array.isArray(whole.value) ? whole.value : asRecord(whole.value)?.["replies"];
    if (Array.isArray(list)) return readReplies(list, (index) => `reply ${index + 1}`);
    if (!isOneLine(text)) {
      return {
        kind: "malformed",
        where: "line 1",
        message: 'give a list of replies, {"replies": […]} or one reply a line.',
      };
    }
  }
  // A list that does not parse is better explained as one than line by line.
  if (whole.kind === "error" && /^\s*\[/.test(text)) {
    return { kind: "malformed", where: `line ${whole.line}`, message: `no JSON (${whole.reason}).` };
  }
  const replies: unknown[] = [];
  const lines: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const parsed = parseJson(line);
    if (parsed.kind === "error") {
      const message = `no JSON (${parsed.reason}); give one reply a line, such as {"text": "Hello."}.`;
      return { kind: "malformed", where: `line ${index + 1}`, message };
    }
    replies.push(parsed.value);
    lines.push(index + 1);
  }
  return readReplies(replies, (index) => `line ${lines[index]}`);
}

function isOneLine(text: string): boolean {
  return !text.trim().includes("\n");
}

function readReplies(values: readonly unknown[], where: (index: number) => string): Script {
  const replies: ScriptedReply[] = [];
  if (values.length === 0)
    return { kind: "malformed", where: "line 1", message: "there are no replies; give one at least." };
  for (const [index, value] of values.entries()) {
    const message = findFault(value);
    if (message) return { kind: "malformed", where: where(index), message };
    const reply = value as ScriptedReply & { readonly expect?: string | readonly string[] };
    const expected =
      reply.expect === undefined || Array.isArray(reply.expect) ? reply.expect : [reply.expect as unknown as string];
    replies.push({ ...reply, ...(expected ? { expect: expected } : {}) });
  }
  return { kind: "replies", replies };
}

const isText = (value: unknown) => typeof value === "string";
const isCount = (value: unknown) => typeof value === "number" && Number.isFinite(value) && value >= 0;
const ENDS: readonly ReplyEnd[] = ["stop", "calls", "length", "filtered", "other"];
const FAILURES: readonly ModelFailure["kind"][] = [
  ...(["rate-limit", "overloaded", "network", "stalled", "overflow", "auth", "refused", "bad-request"] as const),
  ...(["over-budget", "tools-unsupported", "replay-mismatch", "unknown"] as const),
];

interface Rule {
  readonly allowed: string;
  readonly accepts: (value: unknown) => boolean;
}

const TEXT: Rule = { allowed: "a text", accepts: isText };
const COUNT: Rule = { allowed: "a number that is not negative", accepts: isCount };

const REPLY_RULES: Readonly<Record<string, Rule>> = {
  text: TEXT,
  reasoning: TEXT,
  calls: { allowed: "a list of {name, input, id}", accepts: Array.isArray },
  end: { allowed: `one of ${ENDS.join(", ")}`, accepts: (value) => ENDS.some((end) => end === value) },
  usage: { allowed: "an object of token counts", accepts: (value) => asRecord(value) !== undefined },
  costUsd: COUNT,
  fail: { allowed: "an object with a kind", accepts: (value) => asRecord(value) !== undefined },
  delayMs: COUNT,
  chunkDelayMs: COUNT,
  chunkChars: {
    allowed: "a whole number of at least 1",
    accepts: (value) => Number.isInteger(value) && (value as number) >= 1,
  },
  expect: {
    allowed: "a text or a list of texts",
    accepts: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
  },
};
const CALL_RULES: Readonly<Record<string, Rule>> = {
  name: TEXT,
  id: TEXT,
  input: { allowed: "any JSON", accepts: () => true },
};
const USAGE_RULES: Readonly<Record<string, Rule>> = {
  inputTokens: COUNT,
  outputTokens: COUNT,
  cacheReadTokens: COUNT,
  cacheWriteTokens: COUNT,
};
const FAIL_RULES: Readonly<Record<string, Rule>> = {
  kind: { allowed: `one of ${FAILURES.join(", ")}`, accepts: (value) => FAILURES.some((kind) => kind === value) },
  message: TEXT,
  status: COUNT,
  retryAfterMs: COUNT,
};

function findFault(value: unknown): string | undefined {
  const reply = asRecord(value);
  if (!reply) return `a reply is an object with ${Object.keys(REPLY_RULES).join(", ")}.`;
  const fault = checkFields(reply, REPLY_RULES, "");
  if (fault) return fault;
  for (const [index, call] of ((reply["calls"] as readonly unknown[] | undefined) ?? []).entries()) {
    const record = asRecord(call);
    if (record?.["name"] === undefined) return `calls[${index}] needs a name.`;
    const callFault = checkFields(record, CALL_RULES, `calls[${index}].`);
    if (callFault) return callFault;
  }
  const usage = asRecord(reply["usage"]);
  const fail = asRecord(reply["fail"]);
  if (fail && fail["kind"] === undefined) return `fail.kind is ${FAIL_RULES["kind"]?.allowed}.`;
  return (usage && checkFields(usage, USAGE_RULES, "usage.")) ?? (fail && checkFields(fail, FAIL_RULES, "fail."));
}

function checkFields(record: JsonRecord, rules: Readonly<Record<string, Rule>>, path: string): string | undefined {
  for (const [name, value] of Object.entries(record)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) return `${path}${name} is not known; allowed are ${Object.keys(rules).join(", ")}.`;
    if (!rule.accepts(value)) return `${path}${name} is ${rule.allowed}, not ${JSON.stringify(value)}.`;
  }
  return undefined;
}

type Parsed =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "error"; readonly reason: string; readonly line: number };

function parseJson(text: string): Parsed {
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch (error) {
    const reason = (error as Error).message.replace(/ in JSON.*$|, ".*$/s, "");
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const before = position === undefined ? text : text.slice(0, Number(position));
    return { kind: "error", reason, line: before.split("\n").length };
  }
}
