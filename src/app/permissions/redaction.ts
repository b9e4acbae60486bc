import { storedKeyValues } from "../../adapters/credentials/credential-store.ts";
import { maskValues, secretValues } from "../../base/secret-variables.ts";
import { isTextPiece, type LiveEvent, type RecordedEvent, type TextPiece } from "../../core/protocol/event.ts";
import type { Redaction } from "../../core/record.ts";
import type { Redactor } from "../../engines/secrets/redactor.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { locations } from "../settings/locations.ts";
import { noteSecrets, obtainedSecrets } from "./obtained-secrets.ts";

/** The redaction of one session; the engine is loaded by the first call, or by a text that may hold a secret. */
export interface SessionRedaction extends Redaction {
  text(text: string): Promise<string>;
  /** Loads the engine; `stream` may be used afterwards. */
  ready(): Promise<void>;
  /** For outputs that are kept as they come. */
  stream(): Redactor;
  /** Hides the values this process holds, and nothing else: for texts that were redacted when they were recorded. */
  known(text: string): string;
}

/** A look at a text that is cheaper than loading the engine: no form of a secret is free of all of these. */
const SUSPICIOUS =
  /(?<![\w+=-])(?=[\w+=-]*\d)[\w+=-]{16}|-----BEGIN|(?:pass|pwd|psw|secret|token|key|auth|cred|cookie|session|sid|otp|sig)\w{0,24}["'\])]{0,2}\s{0,8}(?:[:=>(]|is\b)|bearer\s|identified\s|password\s+'|-\w{0,12}pass\s|jdbc:|net use|--?(?:pass|token|secret|key)|:\/\/[^\s/@:]*:[^\s/@]*@|\b-[pu]\s?\S/i;

/**
 * @param loaded  its environment and provider settings, and what `login` stored, hold the values that must never leave
 * @param options  `showsProgress: false` where nobody looks at a command's output before its end: it is masked once then
 */
export function createRedaction(
  loaded: Pick<LoadedConfig, "environment" | "config">,
  { showsProgress }: { readonly showsProgress: boolean } = { showsProgress: true },
): SessionRedaction {
  const keys = [
    ...Object.values(loaded.config.providers).flatMap((provider) => provider.apiKey ?? []),
    ...storedKeyValues(locations(loaded.environment).config),
  ];
  noteSecrets(...keys);
  const given = [...secretValues(loaded.environment), ...keys.filter((key) => key.length >= 4)];
  // A token may come, or be renewed, in the middle of a session.
  const known = (): readonly string[] => [...new Set([...given, ...obtainedSecrets()])];
  let engine: typeof import("../../engines/secrets/redactor.ts") | undefined;
  const load = async () => {
    engine ??= await import("../../engines/secrets/redactor.ts");
    return engine;
  };
  const full = async (text: string): Promise<string> => {
    if (engine === undefined && !SUSPICIOUS.test(text) && maskValues(text, known()) === text) return text;
    return inPieces(text, (await load()).createRedactor({ known: known() }));
  };
  const maskKnown = async (text: string): Promise<string> => maskValues(text, known());
  const progress = new Map<string, Redactor>();
  const pieces = new PieceMask(known);
  const stream = (): Redactor => {
    if (engine === undefined) throw new Error("the redactor is used before it was loaded");
    return engine.createRedactor({ known: known() });
  };
  return {
    text: full,
    async ready() {
      await load();
    },
    stream,
    known: (text) => maskValues(text, known()),
    live(event) {
      if (event.type !== "call-progress") return event;
      return showsProgress ? maskProgress(event, progress, stream) : undefined;
    },
    streamed(event) {
      return isTextPiece(event) ? pieces.push(event) : pieces.settle(event);
    },
    async recorded(event) {
      switch (event.type) {
        case "call-start":
          // Whatever runs now may bring secrets: from here on the engine is at hand.
          await load();
          return mapTexts(event, maskKnown);
        case "call-end":
          progress.delete(event.result.callId);
          return mapTexts(event, onceEach(full));
        case "prompt":
        case "note":
        case "compaction":
          return mapTexts(event, full);
        // What a model wrote it wrote from masked texts: only what this process knows may not go back to it.
        default:
          return known().length === 0 ? event : mapTexts(event, maskKnown);
      }
    },
  };
}

/** Half a millisecond of work for each thousand characters in which much looks like a secret. */
const PIECE_CHARS = 50_000;

async function inPieces(text: string, redactor: Redactor): Promise<string> {
  let masked = "";
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    if (at > 0) await new Promise(setImmediate);
    masked += redactor.push(text.slice(at, at + PIECE_CHARS));
  }
  return masked + redactor.end();
}

/** Hides known values in a reply that streams: the end of a piece that may be the beginning of one waits for the next. */
class PieceMask {
  readonly #known: () => readonly string[];
  readonly #held = new Map<TextPiece["type"], string>();

  constructor(known: () => readonly string[]) {
    this.#known = known;
  }

  push({ type, text }: TextPiece): readonly TextPiece[] {
    const values = this.#known();
    const whole = maskValues((this.#held.get(type) ?? "") + text, values);
    const held = Math.max(0, ...values.map((value) => sharedEnd(whole, value)));
    this.#held.set(type, whole.slice(whole.length - held));
    const shown = whole.slice(0, whole.length - held);
    return shown === "" ? [] : [{ type, text: shown }];
  }

  /** What was held back before an event that is no piece: a reply has come to its end, anything else has none. */
  settle({ type }: RecordedEvent): readonly TextPiece[] {
    const rest = [...this.#held].flatMap(([kind, text]) => (text === "" ? [] : [{ type: kind, text }]));
    this.#held.clear();
    return type === "reply" ? rest : [];
  }
}

/** How many characters at the end of `text` are the beginning of `value`, and not the whole of it. */
function sharedEnd(text: string, value: string): number {
  for (let length = Math.min(text.length, value.length - 1); length > 0; length--)
    if (text.endsWith(value.slice(0, length))) return length;
  return 0;
}

function maskProgress(
  event: Extract<LiveEvent, { type: "call-progress" }>,
  progress: Map<string, Redactor>,
  stream: () => Redactor,
): LiveEvent | undefined {
  let redactor = progress.get(event.callId);
  if (redactor === undefined) {
    redactor = stream();
    progress.set(event.callId, redactor);
  }
  const text = redactor.push(event.text);
  return text === "" ? undefined : { ...event, text };
}

/** A result and its display often hold the same text. */
function onceEach(mask: (text: string) => Promise<string>): (text: string) => Promise<string> {
  const done = new Map<string, Promise<string>>();
  return (text) => {
    const found = done.get(text) ?? mask(text);
    done.set(text, found);
    return found;
  };
}

const DEPTH_MAX = 600;
/** Names of an event's own fields, which are ours; what a provider signed must go back as it came. Within arguments none is ours. */
const KEPT_FIELDS: ReadonlySet<string> = new Set([
  "type",
  "kind",
  "id",
  "callId",
  "handle",
  "meta",
  "origin",
  "images",
]);

/** The event with its texts mapped; the very same object when none changed, so that nothing is rewritten for nothing. */
async function mapTexts(event: RecordedEvent, map: MapText): Promise<RecordedEvent> {
  return (await mapValue(event, map, { depth: 0, isOurs: true })) as RecordedEvent;
}

interface Within {
  readonly depth: number;
  /** Whether names are those of the event, not of what others put into it. */
  readonly isOurs: boolean;
}

type MapText = (text: string) => Promise<string>;

async function mapValue(value: unknown, map: MapText, { depth, isOurs }: Within): Promise<unknown> {
  if (typeof value === "string") return map(value);
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return value;
  const within = { depth: depth + 1, isOurs };
  if (!Array.isArray(value)) return mapMembers(value, map, within);
  const items: unknown[] = [];
  for (const item of value) items.push(await mapValue(item, map, within));
  return items.some((item, index) => item !== value[index]) ? items : value;
}

async function mapMembers(value: object, map: MapText, { depth, isOurs }: Within): Promise<object> {
  const copy: Record<string, unknown> = {};
  let isChanged = false;
  for (const [key, item] of Object.entries(value)) {
    const isKept = isOurs && KEPT_FIELDS.has(key);
    const mapped = isKept ? item : await mapValue(item, map, { depth, isOurs: isOurs && key !== "input" });
    const name = isOurs ? key : await map(key);
    isChanged ||= mapped !== item || name !== key;
    Object.defineProperty(copy, name, { value: mapped, enumerable: true, writable: true, configurable: true });
  }
  return isChanged ? copy : value;
}
