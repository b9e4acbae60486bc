import type { Family, Frame } from "../family.ts";
import { NOT_A_CALL, type Reading } from "../model.ts";
import { readNamedJson } from "../named-json.ts";
import { matchAt, type Source } from "../source.ts";

const SEPARATOR = "<[|｜]tool[▁_]sep[|｜]>";
const TYPED = new RegExp(
  `\\s{0,20}function${SEPARATOR}\\s{0,20}([\\w.-]{1,128})\\s{0,20}(?:\`\`\`(?:json)?)?(?=\\s{0,20}(?:\\{|$))`,
  "y",
);
const PLAIN = new RegExp(`\\s{0,20}([\\w.-]{1,128})\\s{0,20}${SEPARATOR}\\s{0,20}(?:\`\`\`(?:json)?)?`, "y");
const FENCE_END = /\s{0,20}```/y;

/** DeepSeek R1 and V3 (`function<｜tool▁sep｜>name` and a fenced object) and V3.1 (`name<｜tool▁sep｜>{…}`). */
export const deepseek: Family = { name: "deepseek", starts: /\w/, read: readSeparated };

function readSeparated(source: Source, at: number, frame: Frame): Reading {
  if (!frame.isFramed) return NOT_A_CALL;
  const closers = ["<｜tool▁call▁end｜>", "```"];
  let reading = readNamedJson(source, at, TYPED, closers);
  if (reading.kind === "none") reading = readNamedJson(source, at, PLAIN, closers);
  if (reading.kind !== "calls") return reading;
  const fence = matchAt(source, FENCE_END, reading.end);
  return { ...reading, end: reading.end + (fence?.[0].length ?? 0) };
}
