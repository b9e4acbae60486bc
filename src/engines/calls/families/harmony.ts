import { readJsonSpan } from "../json-spans.ts";
import type { RawCall } from "../model.ts";
import { matchAt, nextOf, type Source, skipSpace } from "../source.ts";

const HEADER = /(?:<\|start\|>[^<\n]{0,80})?<\|channel\|>([^<]{0,120})(?:<\|constrain\|>[^<]{0,40})?<\|message\|>/y;
const RECIPIENT = /to=(?:functions\.)?([\w.-]{1,128})/;
const ENDINGS = ["<|end|>", "<|call|>", "<|return|>", "<|start|>", "<|channel|>"];

export type HarmonyReading =
  | { readonly kind: "calls"; readonly calls: readonly RawCall[]; readonly end: number }
  /** Reasoning, or a message to a built-in recipient. */
  | { readonly kind: "hidden"; readonly end: number }
  /** The header alone: what follows is content. */
  | { readonly kind: "header"; readonly end: number };

/** GPT-OSS: messages on channels; one that is addressed `to=functions.name` is a call, `analysis` is reasoning. */
export function readHarmony(source: Source, at: number): HarmonyReading | undefined {
  const header = matchAt(source, HEADER, at);
  if (header === null) return undefined;
  const start = at + header[0].length;
  const recipient = RECIPIENT.exec(header[0])?.[1];
  if (recipient !== undefined) return readAddressed(source, recipient, start);
  if (!(header[1] ?? "").trim().startsWith("analysis")) return { kind: "header", end: start };
  return { kind: "hidden", end: endOfMessage(source, start) };
}

function readAddressed(source: Source, name: string, start: number): HarmonyReading {
  const body = skipSpace(source, start);
  if (source.text[body] === "{") {
    const reading = readJsonSpan(source, body, ["<|call|>", "<|end|>"]);
    if (reading.kind === "json") {
      const { value, end, repairs } = reading.span;
      return {
        kind: "calls",
        calls: [{ name, arguments: value, wire: "json", repairs }],
        end: endOfMessage(source, end),
      };
    }
  }
  const end = endOfMessage(source, start);
  const isEmpty =
    source.text
      .slice(start, Math.min(end, start + 200))
      .replace(/<\|\w+\|>/g, "")
      .trim() === "";
  if (isEmpty && end < source.text.length)
    return { kind: "calls", calls: [{ name, arguments: {}, wire: "json", repairs: [] }], end };
  return { kind: "hidden", end };
}

function endOfMessage(source: Source, from: number): number {
  const end = nextOf(source, ENDINGS, from);
  if (end < 0) return source.text.length;
  return /^<\|(?:end|call|return)\|>/.test(source.text.slice(end, end + 12)) ? source.text.indexOf(">", end) + 1 : end;
}
