import type { EdgeKind } from "../../model.ts";

/** Lines of utility input: instream data, or a member of a control library. */
export interface CardText {
  /** The file the lines are written in. */
  readonly file: string;
  /** Line number of `lines[0]` in that file. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** What a control statement names: a DD of its step, or a thing of the estate itself. */
export type CardTarget = "dd" | "dataset" | "table" | "program" | "procedure";

/** One use of a name in utility input. */
export interface CardUse {
  readonly kind: EdgeKind;
  readonly target: CardTarget;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A word, parenthesis, sign or quoted text of a control statement. */
export interface CardToken {
  readonly value: string;
  readonly upper: string;
  readonly line: number;
  readonly quoted: boolean;
}

/** One control statement with its continuation lines joined. */
export interface CardCommand {
  readonly tokens: readonly CardToken[];
  readonly line: number;
  readonly text: string;
}

const TEXT_LENGTH_MAX = 100;
/** Columns 73-80 of a card are sequence numbers: never read. */
export const CARD_COLUMNS = 72;

/** The statement on one line, blanks squeezed, shortened. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, TEXT_LENGTH_MAX);

/**
 * Joins lines that end in `-` or `+` (IDCAMS, TSO) into commands and drops C-style comments. A comment may span lines.
 */
export function hyphenCommands(cards: CardText): CardCommand[] {
  const commands: CardCommand[] = [];
  let tokens: CardToken[] = [];
  let texts: string[] = [];
  let inComment = false;
  const close = () => {
    const first = tokens[0];
    if (first) commands.push({ tokens, line: first.line, text: oneLine(texts.join(" ")) });
    tokens = [];
    texts = [];
  };
  for (const [index, raw] of cards.lines.entries()) {
    const stripped = stripComments(raw.slice(0, CARD_COLUMNS), inComment);
    inComment = stripped.inComment;
    const code = stripped.code.trimEnd();
    if (code.trim() === "") {
      if (!stripped.hadComment) close();
      continue;
    }
    const continues = /(?:^|[\s(),'\w.])[-+]$/.test(code);
    const body = continues ? code.slice(0, -1) : code;
    for (const token of cardTokens(body, cards.firstLine + index)) tokens.push(token);
    texts.push(body.trim());
    if (!continues) close();
  }
  close();
  return commands;
}

function stripComments(line: string, startsInside: boolean): { code: string; inComment: boolean; hadComment: boolean } {
  let code = "";
  let at = 0;
  let inside = startsInside;
  let hadComment = startsInside;
  while (at < line.length) {
    const next = line.indexOf(inside ? "*/" : "/*", at);
    if (!inside) code += next < 0 ? line.slice(at) : `${line.slice(at, next)} `;
    else hadComment = true;
    if (next < 0) return { code, inComment: inside, hadComment };
    if (!inside) hadComment = true;
    inside = !inside;
    at = next + 2;
  }
  return { code, inComment: inside, hadComment };
}

/** Splits one line into words, quoted texts and parentheses; commas and equals signs are tokens of their own. */
export function cardTokens(text: string, line: number): CardToken[] {
  const tokens: CardToken[] = [];
  for (const [raw] of text.matchAll(/'[^']*'?|[(),=]|[^\s(),='](?:[^\s(),=']|\([+-]?\d+\))*/g)) {
    const quoted = raw.startsWith("'");
    const value = quoted ? raw.replace(/^'|'$/g, "") : raw;
    tokens.push({ value, upper: value.toUpperCase(), line, quoted });
  }
  return tokens;
}

/** The words inside the parentheses that follow a keyword, nested ones included. */
export function keywordValues(tokens: readonly CardToken[], keywords: readonly string[]): CardToken[] {
  const values: CardToken[] = [];
  for (let index = 0; index < tokens.length - 1; index++) {
    const token = tokens[index];
    if (!token || token.quoted || !keywords.includes(token.upper)) continue;
    const open = tokens[index + 1]?.value === "=" ? index + 2 : index + 1;
    // Going on behind the group keeps a keyword inside its own value from being read again.
    if (tokens[open]?.value === "(") index = takeGroup(tokens, open, values);
    else if (open === index + 2 && tokens[open]) values.push(tokens[open]);
  }
  return values;
}

/** Adds the words between the parenthesis at `open` and its partner to `values`; the index of the partner. */
function takeGroup(tokens: readonly CardToken[], open: number, values: CardToken[]): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token) break;
    if (!token.quoted && token.value === "(") depth++;
    else if (!token.quoted && token.value === ")") depth--;
    else if (token.quoted || (token.value !== "," && token.value !== "=")) values.push(token);
    if (depth === 0) return index;
  }
  return tokens.length;
}
