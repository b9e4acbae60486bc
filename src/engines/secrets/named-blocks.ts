import type { Finding } from "./finding.ts";
import type { LineReader } from "./line-reader.ts";
import { isDrawn } from "./look-alikes.ts";
import { VALUE_KEY } from "./name-and-value.ts";
import { type NameStrength, namedStrength } from "./secret-names.ts";
import { isSecretValue } from "./secret-values.ts";

/** So far below a name its value may stand. */
const LINES_MAX = 20;
const HEADED_MAX = 5;
/** A line number or the mark of a diff, as tools print them. */
const PREFIX = /^(?:\s{0,8}\d{1,7}[\t:|→-])?(?:[+-](?![+-]))?/;
const NAME = "(?<![\\w.$-])([A-Za-z_\\u00c0-\\u04ff][\\w\\u00c0-\\u04ff.$-]{1,63})";
const REST = "[ \\t]*(?:\\\\|#.*|//.*)?$";
/** `password:`, `"passwords": [`, `token = \`, `password: >-`, `variable "db_password" {`. */
const OPENING = new RegExp(
  `(?:${NAME}\\\\*["'\`]?\\]?[ \\t]*(?:=>|:=|[:=])[ \\t]*(?:[[{(]|[|>][-+]?)?|["']${NAME}["'][ \\t]+\\{|<${NAME}>)${REST}`,
);
/** `- name: DB_PASSWORD`, `"key": "DB_PASSWORD",`, `05 WS-PASSWORD PIC X(8)`: the value has a name of its own. */
const ENTRY = new RegExp(
  `(?:^|[\\s{,<(-])["']?\\w{0,24}?(?:name|key|variable|id)["']?[ \\t]*[:=][ \\t]*["']?${NAME}["']?,?[ \\t]*$|\\b${NAME}[ \\t]+PIC[ \\t][^.]*$`,
  "i",
);
/** Is in every line that may begin such a block. */
export const NAMED_BLOCK_HINT =
  /(?:pass|pwd|psw|pw|psk|secret|token|key|cred|kennwort|senha|contrase|chave|clave|segredo|jeton|mdp|пароль)[\w\u00c0-\u024f.$ -]{0,40}\\?["'`>*:]{0,3}(?:<\/\w{1,8}>)?\]?(?:[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}(?:[[{(]|[|>][-+]?)?|[ \t]{1,8}\{|,|[ \t]{1,8}PIC[ \t][^.\r\n]{0,80})?[ \t]{0,8}(?:\\|#[^\r\n]{0,200}|\/\/[^\r\n]{0,200})?$/gim;

/** A heading, the name of an entry of a list of properties, a line that is a name: the value stands beside it, as often as not. */
const HEADING =
  /^\s*(?:#{1,6}[ \t]+|<(?:key|name)>)?\*{0,2}([\p{L}_][\p{L}\d_ .$-]{1,40}?):?\*{0,2}:?(?:<\/(?:key|name)>)?[ \t]*$/u;

const LONE = /^\s*(?:-[ \t]+)?(?:<\w{1,20}>)?(?:\\*(["'`]))?([^\s"'`<>]{6,4096})\1?(?:<\/\w{1,20}>)?[,;]?\s*$/;
const KEYED = new RegExp(
  `(?:^|[\\s{,])["']?${VALUE_KEY}["']?[ \\t]*(?:[:=]>?[ \\t]*|[ \\t](?=["']))(["'\`]?)([^\\s"'\`]{6,4096})`,
  "i",
);

interface Block {
  readonly indent: number;
  readonly strength: NameStrength;
  /** How its values stand: deeper; with a name of their own; or anywhere, so that how they look alone tells what they are. */
  readonly kind: "deeper" | "entry" | "anywhere";
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
function isBelow(body: string, { indent, kind }: Block): boolean {
  if (body.trim() === "") return true;
  return kind !== "deeper" ? indentOf(body) >= indent : indentOf(body) > indent;
}

function valuesIn(body: string, offset: number, { strength, kind }: Block): Finding[] {
  const found = (kind === "anywhere" ? null : KEYED.exec(body)) ?? (kind === "entry" ? null : LONE.exec(body));
  if (found === null) return [];
  const [whole, quote = "", given = ""] = found;
  const value = quote === "" ? given.replace(/[,;.]+$/, "") : given;
  if (!isSecretValue(value, { strength, isQuoted: quote !== "" || kind === "anywhere" })) return [];
  if (kind === "anywhere" && !isDrawn(value)) return [];
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
  const entry = opening ?? ENTRY.exec(body);
  const found = entry ?? HEADING.exec(body);
  const name = found?.slice(1).find((group) => group !== undefined);
  const strength = name === undefined ? undefined : namedStrength(name);
  if (strength === undefined || strength === "weak") return undefined;
  const indent = indentOf(body);
  if (opening !== null) return { indent, strength, kind: "deeper", linesLeft: LINES_MAX };
  return {
    indent,
    strength,
    kind: entry === null ? "anywhere" : "entry",
    linesLeft: entry === null ? HEADED_MAX : LINES_MAX,
  };
}

const indentOf = (line: string): number => /^[\s]*/.exec(line)?.[0].length ?? 0;
