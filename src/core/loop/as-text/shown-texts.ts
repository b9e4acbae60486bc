import { QUOTED_CALL, type TextCall } from "../../ports/model.ts";
import type { RecordedEvent } from "../../protocol/event.ts";
import type { AgentParts } from "../agent-parts.ts";

/** Fewer letters may be anybody's words. */
const LETTERS_MIN = 12;
/** Of a line of a value that says something. */
const LINE_LETTERS_MIN = 3;
const FENCE = /^\s*`{3,}[^\n`]*\n|\n\s*`{3,}\s*$/g;
/** How far from the tool's name its values stand, in letters of the values. */
const REACH = 3;
const REACH_LETTERS = 400;

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", apos: "'" };

/** What a text says, in whatever way it is shown: letters that JSON or HTML spell out are what they stand for, and only letters and digits count. */
const letters = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt]/g, " ")
    .replace(/&#(x?)([0-9a-f]{1,6});/gi, (_, isHex: string, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, isHex === "" ? 10 : 16) || 32, 0x10ffff)),
    )
    .replace(/&(lt|gt|quot|amp|apos);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Whether a call stands in what a session gave the model to read (results, prompts, instructions, what tools say of themselves): its text,
 * or its tool's name with all that it is given near by, whatever is put before lines, in any order and spelling. Nothing does once the model
 * was told that it quotes: what it writes then it means.
 */
export function shownIn({
  history,
  system,
  tools,
}: Pick<AgentParts, "history" | "system" | "tools">): (call: TextCall) => boolean {
  return (call) => {
    const isQuoted = quotes(call);
    if (isQuoted === undefined) return false;
    const told = history.findLastIndex(isTold);
    const texts = history.slice(told + 1).map(shownBy);
    if (texts.some(isQuoted)) return true;
    if (told >= 0) return false;
    return (
      isQuoted(system) ||
      [...tools.values()].some(({ description, schema }) => isQuoted(description + JSON.stringify(schema)))
    );
  };
}

/** Whether a text holds what a call says; undefined where that is too little to be told from anybody's words. */
function quotes({ name, input, written = "" }: TextCall): ((text: string) => boolean) | undefined {
  const wanted = letters(written.replace(FENCE, ""));
  if (wanted.length < LETTERS_MIN) return undefined;
  const called = letters(name);
  const values = stringsIn(input).flatMap((value) => value.split("\n").map(letters));
  const pieces = [...new Set(values.filter((value) => value.length >= LINE_LETTERS_MIN))];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const reach = REACH * length + REACH_LETTERS;
  return (text) => {
    const shown = letters(text);
    if (shown.includes(wanted)) return true;
    if (length < LETTERS_MIN) return false;
    for (let at = shown.indexOf(called); at >= 0; at = shown.indexOf(called, at + reach)) {
      const around = shown.slice(Math.max(0, at - reach), at + 2 * reach);
      if (pieces.every((piece) => around.includes(piece))) return true;
    }
    return false;
  };
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const isTold = (event: RecordedEvent): boolean =>
  event.type === "prompt" && event.origin === "engine" && event.text.includes(QUOTED_CALL);

function shownBy(event: RecordedEvent): string {
  switch (event.type) {
    case "call-end":
      return event.result.text;
    case "prompt":
    case "note":
      return event.text;
    case "compaction":
      return event.summary;
    default:
      return "";
  }
}
