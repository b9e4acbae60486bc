import type { RecordedEvent } from "./event.ts";

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number";
const isAny: Check = () => true;
const isBoolean: Check = (value) => typeof value === "boolean";
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const has = (shape: Shape): Check => {
  const fields = Object.entries(shape);
  return (value) =>
    typeof value === "object" &&
    value !== null &&
    fields.every(([name, check]) => check((value as Record<string, unknown>)[name]));
};
/** By what it says it is. */
const byKind =
  (key: string, kinds: Readonly<Record<string, Check>>, isOther = false): Check =>
  (value) => {
    if (!has({ [key]: isText })(value)) return false;
    const kind = (value as Record<string, string>)[key] ?? "";
    return Object.hasOwn(kinds, kind) ? kinds[kind]?.(value) === true : isOther;
  };

const texts = listOf(isText);
const usage = has({
  ...{ inputTokens: isNumber, outputTokens: isNumber },
  ...{ cacheReadTokens: maybe(isNumber), cacheWriteTokens: maybe(isNumber) },
});
const call = has({ id: isText, name: isText, repairs: maybe(texts) });
const images = maybe(listOf(has({ mediaType: isText, base64: isText })));
const display = byKind("kind", {
  text: has({ text: isText }),
  diff: has({ paths: texts, patch: isText }),
  command: has({ command: isText, cwd: maybe(isText), exitCode: maybe(isNumber), sandbox: maybe(isText) }),
  file: has({ path: isText, fromLine: isNumber, text: isText }),
  todo: has({ items: listOf(has({ id: isText, text: isText, status: isText })) }),
});
const part = byKind("kind", { text: has({ text: isText }), reasoning: has({ text: isText }), call: has({ call }) });
const access = byKind("kind", {
  ...{ read: has({ path: isText }), write: has({ path: isText }), network: has({ url: isText }) },
  ...{ run: has({ command: isText, cwd: maybe(isText) }), escape: has({ command: isText, cwd: maybe(isText) }) },
  ...{
    agent: has({ name: isText }),
    load: has({ name: isText }),
    foreign: has({ wholeName: maybe(isText) }),
    ask: isAny,
  },
});
const result = has({
  ...{ callId: isText, name: isText, text: isText, failed: isBoolean, display, images, durationMs: maybe(isNumber) },
  ...{
    handle: maybe(isText),
    found: maybe(texts),
    instructed: maybe(texts),
    background: maybe(has({ id: isText, state: isText })),
  },
});
const failure = has({ kind: isText, message: isText });
const outcome = has({ kind: isText, text: isText, failure: maybe(failure), refused: maybe(texts) });
const numbers = { costUsd: maybe(isNumber), durationMs: maybe(isNumber), apiDurationMs: maybe(isNumber) };
const piece = has({ text: isText });

const KINDS = {
  "session-start": has({
    ...{ sessionId: isText, cwd: isText, version: isText, name: maybe(isText), parentId: maybe(isText) },
    work: maybe(has({ id: isText, agent: isText, callId: isText, isBackground: isBoolean })),
    orientation: maybe(has({ cwd: isText, platform: isText, date: isText, entries: texts, branch: maybe(isText) })),
  }),
  "run-start": has({ strategy: isText, model: isText, permissionMode: isText, tools: texts }),
  prompt: has({ text: isText, origin: isText, images }),
  reply: has({ content: listOf(part), end: isText, model: isText, usage, ...numbers }),
  "text-delta": piece,
  "reasoning-delta": piece,
  retry: has({ attempt: isNumber, attemptsMax: isNumber, delayMs: isNumber, failure }),
  interruption: has({ by: isText, text: isText }),
  "call-start": has({ call, accesses: listOf(access), display }),
  approval: has({ callId: isText, allowed: isBoolean, why: isText }),
  "call-end": has({ result }),
  compaction: has({ summary: isText }),
  "plan-update": has({ planId: isText, status: isText }),
  note: has({ topic: isText, text: isText }),
  "run-end": has({
    ...{ outcome, steps: maybe(isNumber), usage, ...numbers },
    denials: maybe(listOf(has({ callId: isText, name: isText, why: isText, said: maybe(isText) }))),
  }),
} satisfies Record<RecordedEvent["type"], Check>;
/** What a later version writes besides is passed over by who reads a log. */
const isSound = byKind("type", KINDS, true);

/** Whether what a log holds is an event as this version knows them, by the fields that are read of it: somebody else, or another version, may have written it. */
export const isRecordedEvent = (value: unknown): value is RecordedEvent => isSound(value);
