import { setOwn } from "../../json/cursor.ts";
import type { Family, Frame } from "../family.ts";
import { NOT_A_CALL, type Reading, UNFINISHED } from "../model.ts";
import { matchAt, nextOf, type Source, skipSpace } from "../source.ts";
import { plainText } from "../text-values.ts";

const NAME = /\s{0,20}([\w.-]{1,128})[ \t]{0,20}(?:<tool_sep>|\r?\n|(?=<))/y;
const KEY = /\s{0,40}<arg_key>([\s\S]{1,200}?)<\/arg_key>/y;
const CLOSER = /\s{0,40}(?:<\/tool_call>|<tool_call>)/y;

/** GLM 4.5 to 4.7, Hunyuan, Poolside: `<tool_call>name` and `<arg_key>…</arg_key><arg_value>…</arg_value>` pairs. */
export const glm: Family = { name: "glm", starts: /\w/, read: readPairs };

function readPairs(source: Source, at: number, frame: Frame): Reading {
  if (!frame.isFramed || !frame.opener.startsWith("<")) return NOT_A_CALL;
  const name = matchAt(source, NAME, at);
  if (name === null) return NOT_A_CALL;
  const texts: Record<string, string> = {};
  let pairs = 0;
  let position = at + name[0].length;
  for (;;) {
    const key = matchAt(source, KEY, position);
    if (key === null) break;
    pairs += 1;
    position = skipSpace(source, position + key[0].length);
    if (!source.text.startsWith("<arg_value>", position)) continue;
    const start = position + "<arg_value>".length;
    const end = nextOf(source, ["</arg_value>", "<arg_key>", "</tool_call>"], start);
    if (end < 0) return UNFINISHED;
    setOwn(texts, (key[1] ?? "").trim(), plainText(source.text.slice(start, end)));
    position = source.text.startsWith("</arg_value>", end) ? end + "</arg_value>".length : end;
  }
  const isEnded = matchAt(source, CLOSER, position) !== null;
  if (!isEnded && skipSpace(source, position) >= source.text.length && pairs === 0) return UNFINISHED;
  if (!isEnded && pairs === 0) return NOT_A_CALL;
  return {
    kind: "calls",
    calls: [{ name: name[1] ?? "", arguments: texts, wire: "text", repairs: [] }],
    end: position,
  };
}
