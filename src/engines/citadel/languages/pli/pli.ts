import { countLines, memberName, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { EdgeKind, FileFacts, NodeKind, ReferenceFact, SymbolFact } from "../../model.ts";
import { UniqueKeys } from "../control-cards/unique-keys.ts";
import { lineFinder } from "../sql/sql-tokens.ts";
import { embeddedReferences, isSystemRoutine } from "./embedded.ts";

/** PL/I at definition and reference level: procedures, entries, files, calls, includes, EXEC SQL and EXEC CICS. */
export const pli: LanguageFrontend = {
  language: "pli",
  extensions: [".pli", ".pl1", ".plinc"],
  detect: (_path, head) => /\bPROC(?:EDURE)?\b[^;]{0,200}\bOPTIONS\s*\(\s*MAIN/i.test(head) && /;\s*$/m.test(head),
  parse: parsePli,
};

const TEXT_LENGTH_MAX = 100;
/** Of a long statement only the beginning is shown. */
const STATEMENT_SHOWN_MAX = 400;

function parsePli(source: SourceText): FileFacts {
  const reader = new PliReader(source);
  reader.run();
  const { symbols, references, openBlocks } = reader;
  const line = Math.max(1, countLines(source.text));
  const problems = openBlocks > 0 ? [{ line, message: `${openBlocks} block(s) without END` }] : [];
  return standaloneFacts(source, "pli", { symbols, references, problems });
}

/** Blanks comments and, when `hidesText` is set, literals; offsets and lines stay. Column 1 and 73-80 are outside the margins. */
function maskPli(text: string, hidesText: boolean): string {
  const inMargins = text
    .split("\n")
    .map((line) => (/^.{72}\d{8}\s*$/.test(line) ? line.slice(0, 72) + " ".repeat(line.length - 72) : line))
    .join("\n");
  return inMargins.replace(/\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\n]|'')*'?|"(?:[^"\n]|"")*"?/g, (part) =>
    part.startsWith("/*") || hidesText ? part.replace(/[^\n]/g, " ") : part,
  );
}

interface Block {
  readonly key: string | undefined;
  readonly label: string;
}

type Draft = { -readonly [Key in keyof SymbolFact]: SymbolFact[Key] };

class PliReader {
  readonly symbols: Draft[] = [];
  readonly references: ReferenceFact[] = [];
  readonly #masked: string;
  readonly #code: string;
  readonly #lineOf: (offset: number) => number;
  readonly #blocks: Block[] = [];
  readonly #functions = new Map<string, string>();
  readonly #byKey = new Map<string, Draft>();
  readonly #keys = new UniqueKeys();
  readonly #member: string;
  openBlocks = 0;

  constructor(source: SourceText) {
    this.#code = maskPli(source.text, false);
    this.#masked = maskPli(source.text, true);
    this.#lineOf = lineFinder(source.text);
    this.#member = memberName(source.path);
  }

  run(): void {
    let start = 0;
    while (start < this.#masked.length) {
      const end = this.#masked.indexOf(";", start);
      this.#statement(start, end < 0 ? this.#masked.length : end);
      if (end < 0) break;
      start = end + 1;
    }
    this.openBlocks = this.#blocks.length;
    if (this.openBlocks === 0 && !this.symbols.some((symbol) => symbol.kind === "program")) this.#owner();
    this.#close(this.#blocks.length, this.#masked.trimEnd().length);
    for (const [index, reference] of this.references.entries()) {
      const to = reference.kind === "calls" ? this.#functions.get(reference.name) : undefined;
      if (to) this.references[index] = { ...reference, to };
    }
  }

  #line(offset: number): number {
    return this.#lineOf(offset) + 1;
  }

  /** The key of the innermost procedure, or of the file when there is none (an include member). */
  #owner(): string {
    const inside = this.#blocks.findLast((block) => block.key !== undefined)?.key;
    if (inside) return inside;
    const key = `module:${this.#member}`;
    if (!this.#byKey.has(key)) {
      const end = this.#line(Math.max(0, this.#masked.length - 1));
      this.#push({ key, kind: "module", name: this.#member, start: 1, end, detail: { type: "include" } });
    }
    return key;
  }

  #statement(from: number, end: number): void {
    const raw = this.#masked.slice(from, end);
    const lead = raw.search(/\S/);
    if (lead < 0) return;
    const start = from + lead;
    const text = raw.slice(lead);
    const embedded = /^(?:[\w@#$]+\s*:\s*)*EXEC\s+(SQL|CICS)\b/i.exec(text);
    if (embedded) {
      const at = start + embedded[0].length;
      const language = embedded[1]?.toUpperCase() === "SQL" ? "SQL" : "CICS";
      const body = this.#code.slice(at, end);
      const skipped = Math.max(0, body.search(/\S/));
      for (const reference of embeddedReferences({
        language,
        text: body.slice(skipped),
        line: this.#line(at + skipped),
        from: this.#owner(),
      }))
        this.references.push(reference);
      return;
    }
    const labels = /^(?:\s*[\w@#$]+\s*:)*/.exec(text)?.[0] ?? "";
    const code = text.slice(labels.length).trimStart();
    const codeStart = start + text.length - code.length;
    this.#plain(code, labels.split(":")[0]?.trim().toUpperCase() ?? "", { start, codeStart, end });
  }

  #plain(code: string, label: string, at: { start: number; codeStart: number; end: number }): void {
    const { start, codeStart, end } = at;
    const procedure = /^(?:PROC|PROCEDURE)\b(.*)/is.exec(code);
    if (procedure && label) this.#open(label, start, procedure[1] ?? "");
    else if (/^(?:BEGIN|DO|SELECT)\b(?!\s*=)/i.test(code)) this.#blocks.push({ key: undefined, label });
    else if (/^(?:PACKAGE)\b/i.test(code)) this.#blocks.push({ key: undefined, label });
    else if (/^ENTRY\b/i.test(code) && label) this.#add("entry", label, { start, end });
    else if (/^END\b(?!\s*=)/i.test(code)) this.#end(/^END\s+([\w@#$]+)/i.exec(code)?.[1]?.toUpperCase(), end);
    else {
      this.#uses(codeStart, end);
      this.#declaredFile(code, start, end);
      for (let count = openedWithin(code); count > 0; count--) this.#blocks.push({ key: undefined, label: "" });
    }
  }

  #open(label: string, start: number, rest: string): void {
    const isOuter = !this.#blocks.some((block) => block.key !== undefined);
    const isMain = /\bOPTIONS\s*\([^)]*\bMAIN\b/i.test(rest);
    const draft = this.#add(
      isOuter ? "program" : "function",
      label,
      { start, end: start },
      isMain ? { main: true } : {},
    );
    if (!isOuter) this.#functions.set(label, draft.key);
    this.#blocks.push({ key: draft.key, label });
  }

  #add(
    kind: NodeKind,
    name: string,
    { start, end }: { readonly start: number; readonly end: number },
    detail: Record<string, unknown> = {},
  ): Draft {
    const owner = this.#blocks.findLast((block) => block.key !== undefined)?.key;
    // Keys name the outermost procedure only: nested blocks of a damaged file would make them grow with its depth.
    const outermost = this.#blocks.find((block) => block.key !== undefined)?.key;
    const wanted = outermost ? `${outermost}/${name}` : `${kind}:${name}`;
    const line = this.#line(start);
    const key = this.#keys.take(wanted, line);
    const draft: Draft = {
      key,
      kind,
      name,
      start: line,
      end: Math.max(line, this.#line(end)),
      ...(Object.keys(detail).length > 0 && { detail }),
    };
    if (owner) draft.owner = owner;
    return this.#push(draft);
  }

  #push(draft: Draft): Draft {
    this.symbols.push(draft);
    this.#byKey.set(draft.key, draft);
    return draft;
  }

  /** `END NAME` closes every block up to the one of that name. */
  #end(label: string | undefined, offset: number): void {
    const at = label ? this.#blocks.findLastIndex((block) => block.label === label) : -1;
    this.#close(at >= 0 ? this.#blocks.length - at : 1, offset);
  }

  #close(count: number, offset: number): void {
    for (let left = Math.min(count, this.#blocks.length); left > 0; left--) {
      const block = this.#blocks.pop();
      const symbol = block?.key === undefined ? undefined : this.#byKey.get(block.key);
      if (symbol) symbol.end = Math.max(symbol.start, this.#line(offset));
    }
  }

  #declaredFile(code: string, start: number, end: number): void {
    if (!/^(?:DCL|DECLARE)\b/i.test(code)) return;
    for (const match of code.matchAll(/(?:^(?:DCL|DECLARE)\s+|,\s*)([\w@#$]+)\s+FILE\b/gi))
      this.#add("file", (match[1] ?? "").toUpperCase(), { start, end });
  }

  #uses(start: number, end: number): void {
    const masked = this.#masked.slice(start, end);
    for (const [pattern, kind, targets] of USES)
      for (const match of masked.matchAll(pattern)) {
        const name = (match[1] ?? "").toUpperCase();
        const offset = start + match.index + match[0].lastIndexOf(match[1] ?? "");
        const isSystem = kind === "calls" && isSystemRoutine(name);
        this.references.push({
          kind,
          from: this.#owner(),
          name,
          targets,
          line: this.#line(offset),
          text: this.#code
            .slice(start, Math.min(end, start + STATEMENT_SHOWN_MAX))
            .replace(/\s+/g, " ")
            .trim()
            .slice(0, TEXT_LENGTH_MAX),
          ...(isSystem && { resolved: "external" as const }),
        });
      }
  }
}

const FILE: readonly NodeKind[] = ["file"];
const USES: readonly (readonly [pattern: RegExp, kind: EdgeKind, targets: readonly NodeKind[]])[] = [
  [/(?:^|[\s;)])CALL\s+([A-Z@#$][\w@#$]*)/gi, "calls", ["function", "program", "entry"]],
  [/(?:^|[\s;)])FETCH\s+([A-Z@#$][\w@#$]*)/gi, "references", ["program"]],
  [/%\s*INCLUDE\s+(?:[\w@#$]+\s*\(\s*)?([A-Z@#$][\w@#$]*)/gi, "includes", ["copybook", "module"]],
  [/\bREAD\s+FILE\s*\(\s*([\w@#$]+)/gi, "reads", FILE],
  [/\bGET\s+FILE\s*\(\s*([\w@#$]+)/gi, "reads", FILE],
  [/(?:^|[^E])\bWRITE\s+FILE\s*\(\s*([\w@#$]+)/gi, "writes", FILE],
  [/\bPUT\s+FILE\s*\(\s*([\w@#$]+)/gi, "writes", FILE],
  [/\bREWRITE\s+FILE\s*\(\s*([\w@#$]+)/gi, "updates", FILE],
  [/\bDELETE\s+FILE\s*\(\s*([\w@#$]+)/gi, "deletes", FILE],
  [/\bOPEN\s+FILE\s*\(\s*([\w@#$]+)/gi, "opens", FILE],
  [/\bCLOSE\s+FILE\s*\(\s*([\w@#$]+)/gi, "closes", FILE],
];

/** How many blocks a statement opens behind its first word: `ON … BEGIN`, `THEN DO`, `WHEN (…) SELECT`. */
function openedWithin(code: string): number {
  const isOnUnit = /^ON\b[\s\S]*\bBEGIN\s*(?:OPTIONS\s*\([^)]*\)\s*)?$/i.test(code);
  const openers = code.match(/\b(?:THEN|ELSE|OTHERWISE|OTHER|WHEN\s*\([^;]*?\))\s*(?:DO|BEGIN|SELECT)\b/gi) ?? [];
  return openers.length + (isOnUnit ? 1 : 0);
}
