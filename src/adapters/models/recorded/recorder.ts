import { createHash } from "node:crypto";
import type { ModelAbilities, ModelClient, ModelMessage, ModelPart, ModelRequest } from "../../../core/ports/model.ts";
import { withoutOrientation } from "../../../core/prompts/system-prompt.ts";
import { readGivenFile } from "../../given-file.ts";
import { asRecord } from "../sse/json-shape.ts";

/** A place or a date that may differ when a recording is played: written as `as`, read back as what it is then. */
export interface Neutral {
  readonly text: string;
  /** Unlikely in any text, such as `{{cwd}}`. */
  readonly as: string;
}

export interface RecordingOptions {
  /** Longest first, where one is part of another. Texts of fewer than four characters are left alone. */
  readonly neutral?: readonly Neutral[];
}

interface Header {
  readonly recording: 1;
  readonly model: string;
  /** As they were before the first step. */
  readonly abilities: ModelAbilities;
}

/** What a request adds to the one before it, and what came of it. */
interface Step {
  readonly step: number;
  /** SHA-256 of the whole request. */
  readonly hash: string;
  readonly request: RequestChange;
  readonly parts: readonly ModelPart[];
  /** As they were known after the step: requests depend on them. */
  readonly abilities: ModelAbilities;
}

/** The session's id is left out: a recording is played in another one. */
type Asked = Omit<ModelRequest, "sessionId">;

interface RequestChange {
  /** Everything but the messages, where it differs from the last step. */
  readonly frame?: Omit<Asked, "messages">;
  /** How many messages are those of the last step. */
  readonly kept: number;
  readonly added: readonly ModelMessage[];
}

/** The model, with each of its steps written to `write` as one line when it is over. An aborted step is not written. */
export function recordModel(
  model: ModelClient,
  write: (line: string) => Promise<void> | void,
  options: RecordingOptions = {},
): ModelClient {
  const outward = replacer(options.neutral ?? [], "text", "as");
  const header: Header = { recording: 1, model: model.id, abilities: model.abilities };
  let previous: Asked | undefined;
  let count = 0;
  return {
    id: model.id,
    get abilities() {
      return model.abilities;
    },
    count: model.count?.bind(model),
    get attemptsMax() {
      return model.attemptsMax;
    },
    get fallBack() {
      return model.fallBack;
    },
    close: async () => model.close?.(),
    async *step(request, signal) {
      const asked = neutralRequest(request, outward);
      const parts: ModelPart[] = [];
      for await (const part of model.step(request, signal)) {
        parts.push(part);
        yield part;
      }
      count += 1;
      if (count === 1) await write(`${JSON.stringify(header)}\n`);
      const step: Step = {
        step: count,
        hash: hashOf(asked),
        request: changeFrom(previous, asked),
        parts,
        abilities: model.abilities,
      };
      previous = asked;
      await write(`${outward(JSON.stringify(step))}\n`);
    },
  };
}

/**
 * The model of a recording: the same requests get the same parts, without any network. A request that is not the recorded one
 * fails with `replay-mismatch`, naming the step and the first difference.
 * @throws {RecordingError} for a file that is missing or no recording: names the file and the line
 */
export async function replayModel(path: string, options: RecordingOptions = {}): Promise<ModelClient> {
  let text: string;
  try {
    text = readGivenFile(path);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist" : "cannot be read";
    throw new RecordingError(`${path} ${reason}; make one with --record ${path}.`, { cause: error });
  }
  const { header, steps } = readRecording(text, path);
  const outward = replacer(options.neutral ?? [], "text", "as");
  const inward = replacer(options.neutral ?? [], "as", "text");
  let previous: Asked | undefined;
  let abilities = header.abilities;
  let count = 0;
  return {
    id: header.model,
    get abilities() {
      return abilities;
    },
    async *step(request, signal) {
      signal.throwIfAborted();
      const step = steps[count];
      count += 1;
      if (!step) {
        yield mismatch(path, count, `is asked for, and the recording ends after step ${steps.length}`);
        return;
      }
      const asked = neutralRequest(request, outward);
      const recorded = applyChange(previous, step.request);
      previous = recorded;
      if (hashOf(asked) !== step.hash) {
        yield mismatch(path, step.step, firstDifference(recorded, asked, "request") ?? "differs from what was hashed");
        return;
      }
      abilities = step.abilities;
      for (const part of step.parts) {
        yield JSON.parse(inward(JSON.stringify(part))) as ModelPart;
        signal.throwIfAborted();
      }
    },
  };
}

export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

function mismatch(path: string, step: number, difference: string): ModelPart {
  const message = `Step ${step} of the recording ${path}: ${difference}; record it again with --record.`;
  return { type: "failed", failure: { kind: "replay-mismatch", message } };
}

function readRecording(text: string, path: string): { readonly header: Header; readonly steps: readonly Step[] } {
  const lines = text.split("\n");
  // A recording of a process that was killed ends in a torn line, and is good up to there.
  if (lines.at(-1) !== "") lines.pop();
  const [first, ...rest] = lines.filter((line) => line !== "").map((line, index) => readLine(line, index + 1, path));
  if (first?.["recording"] !== 1) {
    throw new RecordingError(`${path}, line 1: no recording of a model; make one with --record ${path}.`);
  }
  for (const [index, step] of rest.entries()) {
    if (step["step"] === index + 1 && Array.isArray(step["parts"]) && asRecord(step["request"])) continue;
    throw new RecordingError(`${path}, line ${index + 2}: step ${index + 1} is missing or damaged; record it again.`);
  }
  return { header: first as unknown as Header, steps: rest as unknown as readonly Step[] };
}

function readLine(line: string, number: number, path: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(line)) ?? {};
  } catch (error) {
    throw new RecordingError(`${path}, line ${number}: no JSON; record it again with --record ${path}.`, {
      cause: error,
    });
  }
}

function neutralRequest(request: ModelRequest, outward: (text: string) => string): Asked {
  const { sessionId: _, ...asked } = request;
  // The day, the branch and what else lies in the folder are no part of what is asked: a recording replays tomorrow as well.
  return JSON.parse(outward(JSON.stringify({ ...asked, system: withoutOrientation(asked.system) }))) as Asked;
}

function changeFrom(previous: Asked | undefined, asked: Asked): RequestChange {
  const { messages, ...frame } = asked;
  const before = previous?.messages ?? [];
  let kept = 0;
  while (kept < before.length && kept < messages.length && stableJson(before[kept]) === stableJson(messages[kept]))
    kept += 1;
  const { messages: _, ...frameBefore } = previous ?? { messages: [] };
  const isSameFrame = previous !== undefined && stableJson(frame) === stableJson(frameBefore);
  return { ...(isSameFrame ? {} : { frame }), kept, added: messages.slice(kept) };
}

function applyChange(previous: Asked | undefined, change: RequestChange): Asked {
  const { messages, ...frame } = previous ?? { messages: [], system: "", tools: [] };
  return { ...(change.frame ?? frame), messages: [...messages.slice(0, change.kept), ...change.added] };
}

function hashOf(asked: Asked): string {
  return createHash("sha256").update(stableJson(asked)).digest("hex");
}

/** JSON whose object keys are sorted. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    const record = asRecord(inner);
    return record
      ? Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner;
  });
}

const SHOWN_CHARS = 60;

/** Where two values first differ, with a little of both; undefined when they are equal. */
function firstDifference(recorded: unknown, now: unknown, path: string): string | undefined {
  if (recorded === now) return undefined;
  if (typeof recorded === "string" && typeof now === "string") return textDifference(recorded, now, path);
  if (!isTree(recorded) || !isTree(now) || Array.isArray(recorded) !== Array.isArray(now))
    return `${path} was recorded as ${shown(recorded)} and is now ${shown(now)}`;
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(now)])) {
    const inner = Array.isArray(recorded) ? `${path}[${key}]` : `${path}.${key}`;
    const difference = firstDifference(recorded[key], now[key], inner);
    if (difference) return difference;
  }
  return undefined;
}

function textDifference(recorded: string, now: string, path: string): string {
  let at = 0;
  while (recorded[at] === now[at]) at += 1;
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 10), at + SHOWN_CHARS));
  return `${path} differs at character ${at + 1}: recorded ${excerpt(recorded)}, now ${excerpt(now)}`;
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

const NEUTRAL_CHARS_MIN = 4;

/** Works on JSON text, so both sides are taken as they stand inside a JSON string. */
function replacer(neutral: readonly Neutral[], from: "text" | "as", to: "text" | "as"): (json: string) => string {
  const inside = (text: string) => JSON.stringify(text).slice(1, -1);
  const pairs = neutral
    .filter((entry) => entry.text.length >= NEUTRAL_CHARS_MIN)
    .map((entry) => [inside(entry[from]), inside(entry[to])] as const);
  return (json) => pairs.reduce((text, [find, put]) => text.replaceAll(find, () => put), json);
}
