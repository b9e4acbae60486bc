import { memberSymbol, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { EdgeKind, FileFacts, NodeKind, ReferenceFact, SymbolFact } from "../../model.ts";
import { UniqueKeys } from "../control-cards/unique-keys.ts";
import { sqlReferences } from "../sql/sql-references.ts";

/** Easytrieve at definition and reference level: files, JOB and SORT activities, procedures, reports, calls, macros. */
export const easytrieve: LanguageFrontend = {
  language: "easytrieve",
  extensions: [".ezt", ".ezy", ".eztp", ".esy"],
  detect: (_path, head) => /^ *JOB +INPUT\b/im.test(head) && /^ *FILE +[\w-]+/im.test(head),
  parse: parseEasytrieve,
};

const COLUMNS = 72;
const TEXT_LENGTH_MAX = 100;

type Draft = { -readonly [Key in keyof SymbolFact]: SymbolFact[Key] };

function parseEasytrieve(source: SourceText): FileFacts {
  const reader = new EasytrieveReader(source);
  reader.run();
  return standaloneFacts(source, "easytrieve", reader);
}

interface Statement {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

/** Lines that end in `+` or `-` go on in the next; `*` in the first column begins a comment. */
function statements(text: string): Statement[] {
  const found: Statement[] = [];
  let open: { text: string; line: number } | undefined;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const code = raw.slice(0, COLUMNS).trimEnd();
    if (/^\s*\*/.test(code) || code.trim() === "") continue;
    const continues = /\s[+-]$/.test(code);
    const body = continues ? code.slice(0, -1).trim() : code.trim();
    open = open ? { ...open, text: `${open.text} ${body}` } : { text: body, line: index + 1 };
    if (continues && open.text.length < 20_000) continue;
    found.push({ ...open, endLine: index + 1 });
    open = undefined;
  }
  if (open) found.push({ ...open, endLine: open.line });
  return found;
}

const FILE: readonly NodeKind[] = ["file"];
const FILE_VERBS: ReadonlyMap<string, EdgeKind> = new Map([
  ["GET", "reads"],
  ["READ", "reads"],
  ["POINT", "reads"],
  ["PUT", "writes"],
  ["WRITE", "writes"],
  ["CLOSE", "closes"],
]);

class EasytrieveReader {
  readonly symbols: Draft[] = [];
  readonly references: ReferenceFact[] = [];
  readonly #statements: readonly Statement[];
  readonly #program: Draft;
  readonly #keys = new Map<string, string>();
  readonly #unique = new UniqueKeys();
  #unit: Draft | undefined;

  constructor(source: SourceText) {
    this.#statements = statements(source.text);
    this.#program = memberSymbol(source, "program", { type: "easytrieve" });
    this.symbols.push(this.#program);
  }

  run(): void {
    for (const statement of this.#statements) {
      this.#read(statement);
      if (this.#unit) this.#unit.end = Math.max(this.#unit.end, statement.endLine);
    }
    this.#resolveOwn();
  }

  /** References to what the program itself defines get its key. */
  #resolveOwn(): void {
    for (const [index, reference] of this.references.entries()) {
      const isOwn = reference.kind === "performs" || reference.targets === FILE;
      const to = isOwn ? this.#keys.get(reference.name) : undefined;
      if (to) this.references[index] = { ...reference, to };
    }
  }

  #read(statement: Statement): void {
    const words = statement.text.split(/[\s(),]+/).map((word) => word.toUpperCase());
    const [first = "", second = ""] = words;
    const procedure = /^([\w-]+)\.?\s+PROC\b/i.exec(statement.text)?.[1]?.toUpperCase();
    if (/^%./.test(first)) this.#use("copies", first.slice(1), ["copybook"], statement);
    else if (first === "JOB" || first === "SORT") this.#activity(first, words, statement);
    else if (procedure && !(first === "FILE" || first === "REPORT"))
      this.#unit = this.#add("paragraph", procedure, statement, { type: "procedure" });
    else if (first === "SQL") this.#sql(statement);
    else if (second) this.#named(first, words, statement);
  }

  /** A statement that names what it is about behind its verb. */
  #named(verb: string, words: readonly string[], statement: Statement): void {
    const name = words[1] ?? "";
    if (verb === "FILE") this.#add("file", name, statement);
    else if (verb === "REPORT") this.#unit = this.#add("paragraph", name, statement, { type: "report" });
    else if (verb === "PERFORM" || verb === "PRINT") this.#use("performs", name, ["paragraph"], statement);
    else if (verb === "CALL") this.#use("calls", name.replace(/'/g, ""), ["program"], statement);
    else if (FILE_VERBS.has(verb)) this.#file(verb, name, words, statement);
  }

  /** `JOB INPUT file NAME x` reads its input by itself; `SORT a TO b` reads one file and writes another. */
  #activity(verb: string, words: readonly string[], statement: Statement): void {
    const at = words.indexOf("NAME");
    const name = at > 0 ? words[at + 1] : undefined;
    this.#unit = this.#add("paragraph", name ?? `(${verb.toLowerCase()})`, statement, { type: verb.toLowerCase() });
    const input = verb === "JOB" ? words[words.indexOf("INPUT") + 1] : words[1];
    if (input && input !== "NULL" && input !== "SQL" && input !== verb) this.#use("reads", input, FILE, statement);
    const output = verb === "SORT" && words[2] === "TO" ? words[3] : undefined;
    if (output) this.#use("writes", output, FILE, statement);
  }

  #file(verb: string, name: string, words: readonly string[], statement: Statement): void {
    const change = words.includes("UPDATE") ? "updates" : words.includes("DELETE") ? "deletes" : undefined;
    this.#use(change ?? FILE_VERBS.get(verb) ?? "references", name, FILE, statement);
  }

  #sql(statement: Statement): void {
    for (const use of sqlReferences(statement.text.slice(3)).flatMap((each) => each.uses))
      this.#use(use.kind, use.name, use.targets, statement);
  }

  #add(kind: "file" | "paragraph", name: string, statement: Statement, detail?: Record<string, unknown>): Draft {
    const wanted = `${kind}:${name}`;
    const key = this.#unique.take(wanted, statement.line);
    if (!this.#keys.has(name)) this.#keys.set(name, key);
    const draft: Draft = {
      key,
      kind,
      name,
      owner: this.#program.key,
      start: statement.line,
      end: statement.endLine,
      ...(detail && { detail }),
    };
    this.symbols.push(draft);
    return draft;
  }

  #use(kind: EdgeKind, name: string, targets: readonly NodeKind[], statement: Statement): void {
    const text = statement.text.slice(0, TEXT_LENGTH_MAX);
    this.references.push({
      kind,
      from: this.#unit?.key ?? this.#program.key,
      name,
      targets,
      line: statement.line,
      text,
    });
  }
}
