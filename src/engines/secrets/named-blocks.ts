import type { Finding } from "./finding.ts";
import type { LineReader } from "./line-reader.ts";
import { VALUE_KEY } from "./nested-values.ts";
import { type NameStrength, namedStrength } from "./secret-names.ts";
import { isSecretValue } from "./secret-values.ts";

/** So far below a name its value may stand. */
const LINES_MAX = 20;
/** A line number or the mark of a diff, as tools print them. */
const PREFIX = /^(?:\s{0,8}\d{1,7}[\t:|→-])?(?:[+-](?![+-]))?/;
const NAME = "(?<![\\w.$-])([A-Za-z_][\\w.$-]{1,63})";
const REST = "[ \\t]*(?:\\\\|#.*|//.*)?$";
/** `password:`, `"passwords": [`, `token = \`, `password: >-`, `variable "db_password" {`. */
const OPENING = new RegExp(
  `(?:${NAME}\\\\*["'\`]?\\]?[ \\t]*(?:=>|:=|[:=])[ \\t]*(?:[[{(]|[|>][-+]?)?|["']${NAME}["'][ \\t]+\\{|<${NAME}>)${REST}`,
);
/** `- name: DB_PASSWORD`, `"key": "DB_PASSWORD",`, `05 WS-PASSWORD PIC X(8)`: the value has a name of its own. */
const ENTRY = new RegExp(
  `(?:^|[\\s{,<(-])["']?(?:name|key|variable|id)["']?[ \\t]*[:=][ \\t]*["']?${NAME}["']?,?[ \\t]*$|\\b${NAME}[ \\t]+PIC[ \\t][^.]*$`,
  "i",
);
/** Is in every line that may begin such a block. */
export const NAMED_BLOCK_HINT =
  /(?:pass|pwd|psw|pw|psk|secret|token|key|cred)[\w.$-]{0,40}\\?["'`>]?\]?(?:[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}(?:[[{(]|[|>][-+]?)?|[ \t]{1,8}\{|,|[ \t]{1,8}PIC[ \t][^.\r\n]{0,80})?[ \t]{0,8}(?:\\|#[^\r\n]{0,200}|\/\/[^\r\n]{0,200})?$/gim;

const LONE = /^\s*(?:-[ \t]+)?(?:\\*(["'`]))?([^\s"'`<>]{6,4096})\1?[,;]?\s*$/;
const KEYED = new RegExp(
  `(?:^|[\\s{,])["']?${VALUE_KEY}["']?[ \\t]*(?:[:=]>?[ \\t]*|[ \\t](?=["']))(["'\`]?)([^\\s"'\`]{6,4096})`,
  "i",
);

interface Block {
  readonly indent: number;
  readonly strength: NameStrength;
  /** Whether its values have a name of their own, beside that of the secret. */
  readonly isEntry: boolean;
  readonly linesLeft: number;
}

/** Follows what stands below the name of a secret: its value on the next line, a list of them, an object with a value. */
export function createNamedBlockReader(): LineReader {
  let block: Block | undefined;
  return {
    readLine(line) {
      const prefix = PREFIX.exec(line)?.[0] ?? "";
      const body = line.slice(prefix.length);
      const current = block !== undefined && isBelow(body, block) ? block : undefined;
      block =
        openedBy(body) ??
        (current !== undefined && current.linesLeft > 1 ? { ...current, linesLeft: current.linesLeft - 1 } : undefined);
      return current === undefined ? [] : valuesIn(body, prefix.length, current);
    },
    isInside: () => block !== undefined,
  };
}

/** A value stands deeper than its name; one with a name of its own may stand beside it. */
function isBelow(body: string, { indent, isEntry }: Block): boolean {
  if (body.trim() === "") return true;
  return isEntry ? indentOf(body) >= indent : indentOf(body) > indent;
}

function valuesIn(body: string, offset: number, { strength, isEntry }: Block): Finding[] {
  const found = KEYED.exec(body) ?? (isEntry ? null : LONE.exec(body));
  if (found === null) return [];
  const [whole, quote = "", given = ""] = found;
  const value = quote === "" ? given.replace(/[,;.]+$/, "") : given;
  if (!isSecretValue(value, { strength, isQuoted: quote !== "" })) return [];
  const start = offset + found.index + whole.lastIndexOf(given);
  return [{ from: start, start, end: start + value.length, kind: strength === "password" ? "password" : "secret" }];
}

/** Whether a line may be a value of such a block. */
export const mayBeBelowName = (line: string): boolean => LONE.test(line) || KEYED.test(line);

function openedBy(line: string): Block | undefined {
  NAMED_BLOCK_HINT.lastIndex = 0;
  if (!NAMED_BLOCK_HINT.test(line)) return undefined;
  const body = line.trimEnd();
  const opening = OPENING.exec(body);
  const found = opening ?? ENTRY.exec(body);
  const name = found?.slice(1).find((group) => group !== undefined);
  const strength = name === undefined ? undefined : namedStrength(name);
  if (strength === undefined || strength === "weak") return undefined;
  return { indent: indentOf(body), strength, isEntry: opening === null, linesLeft: LINES_MAX };
}

const indentOf = (line: string): number => /^[\s]*/.exec(line)?.[0].length ?? 0;
