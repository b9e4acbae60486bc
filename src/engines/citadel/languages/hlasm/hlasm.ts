import { memberName, nothingFound, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, MemberLookup, SourceText } from "../../frontend.ts";
import type { EdgeKind, FileFacts, NodeKind, ReferenceFact, SymbolFact } from "../../model.ts";
import { UniqueKeys } from "../control-cards/unique-keys.ts";
import { embeddedReferences, isSystemRoutine } from "../pli/embedded.ts";
import { type AssemblerStatement, assemblerStatements, operandValue, positionals } from "./assembler-statements.ts";

/** High Level Assembler at definition and reference level: sections, entries, macros, linkage, COPY. */
export const hlasm: LanguageFrontend = {
  language: "hlasm",
  extensions: [".asm", ".hlasm", ".mac", ".mlc", ".assemble"],
  detect: (_path, head) =>
    /^[\w@#$]*[ \t]+(?:CSECT|RSECT|DSECT|MACRO|AMODE|RMODE)(?:[ \t]|$)/m.test(head) &&
    !/\b(?:DFHMSD|PSBGEN|DBDGEN)\b/.test(head),
  parse: parseHlasm,
};

function parseHlasm(source: SourceText, members: MemberLookup): FileFacts {
  const reader = new AssemblerReader(source, members);
  reader.run();
  const { symbols, references } = reader;
  const problems = symbols.length === 0 ? nothingFound(source.text, "no section, macro or label in this file") : [];
  return standaloneFacts(source, "hlasm", { symbols, references, problems });
}

type Draft = { -readonly [Key in keyof SymbolFact]: SymbolFact[Key] };

class AssemblerReader {
  readonly symbols: Draft[] = [];
  readonly references: ReferenceFact[] = [];
  readonly #statements: readonly AssemblerStatement[];
  readonly #lines: readonly string[];
  readonly #members: MemberLookup;
  readonly #macros = new Map<string, string>();
  readonly #member: string;
  readonly #known = new Map<string, boolean>();
  readonly #keys = new UniqueKeys();
  readonly #sections = new Map<string, Draft>();
  #program: Draft | undefined;
  #module: Draft | undefined;
  #section: Draft | undefined;
  #macro: Draft | undefined;
  #wantsPrototype = false;

  constructor(source: SourceText, members: MemberLookup) {
    this.#statements = assemblerStatements(source);
    this.#lines = source.text.split(/\r?\n/);
    this.#members = members;
    this.#member = memberName(source.path);
  }

  run(): void {
    for (const statement of this.#statements) this.#read(statement);
    const isMember = !this.#program && this.#macros.size === 0 && this.#statements.length > 0;
    if (isMember) this.#owner();
  }

  #read(statement: AssemblerStatement): void {
    const { operation } = statement;
    if (this.#wantsPrototype) {
      this.#wantsPrototype = false;
      this.#macro = this.#add("function", operation, statement, { detail: { type: "macro" } });
      this.#macros.set(operation, this.#macro.key);
      return;
    }
    if (operation === "MACRO") this.#wantsPrototype = true;
    else if (operation === "MEND") {
      if (this.#macro) this.#macro.end = statement.endLine;
      this.#macro = undefined;
    } else if (operation === "CSECT" || operation === "RSECT" || operation === "START")
      this.#startSection("program", statement);
    else if (operation === "DSECT") this.#startSection("data-item", statement);
    else this.#inside(statement);
    const open = this.#macro ?? this.#section;
    if (open && operation !== "MACRO") open.end = Math.max(open.end, statement.endLine);
  }

  /** A section may be resumed: the same name continues the same program or dummy section. */
  #startSection(kind: "program" | "data-item", statement: AssemblerStatement): void {
    const name = statement.label || this.#member;
    const known = this.#sections.get(`${kind}:${name}`);
    const more = kind === "data-item" ? { detail: { type: "dsect" } } : {};
    this.#section = known ?? this.#add(kind, name, statement, more);
    this.#sections.set(`${kind}:${name}`, this.#section);
    if (kind === "program") this.#program ??= this.#section;
  }

  /** References of a dummy section belong to the program around it. */
  #owner(): string {
    const open = this.#macro ?? (this.#section?.kind === "program" ? this.#section : this.#program);
    if (open) return open.key;
    if (!this.#module) {
      const [name, end] = [this.#member, this.#lines.length];
      this.#module = { key: `module:${name}`, kind: "module", name, start: 1, end, detail: { type: "copy" } };
      this.symbols.push(this.#module);
    }
    return this.#module.key;
  }

  #add(
    kind: NodeKind,
    name: string,
    statement: AssemblerStatement,
    { detail, owner }: { readonly detail?: Record<string, unknown>; readonly owner?: string } = {},
  ): Draft {
    const wanted = owner ? `${owner}/${name}` : `${kind}:${name}`;
    const draft: Draft = {
      key: this.#keys.take(wanted, statement.line),
      kind,
      name,
      start: statement.line,
      end: statement.endLine,
      ...(detail && { detail }),
    };
    if (owner) draft.owner = owner;
    this.symbols.push(draft);
    return draft;
  }

  #use(
    kind: EdgeKind,
    name: string,
    targets: readonly NodeKind[],
    { line, text }: Pick<AssemblerStatement, "line" | "text">,
  ): void {
    const isSystem = targets.includes("program") && isSystemRoutine(name);
    this.references.push({
      kind,
      from: this.#owner(),
      name: name.toUpperCase(),
      targets,
      line,
      text,
      ...(isSystem && { resolved: "external" as const }),
    });
  }

  #inside(statement: AssemblerStatement): void {
    const { operation } = statement;
    const [first] = positionals(statement);
    switch (operation) {
      case "DS":
      case "DC":
        this.#data(statement);
        break;
      case "ENTRY":
        for (const operand of positionals(statement))
          this.#add("entry", operand.value.toUpperCase(), statement, { owner: this.#owner() });
        break;
      case "EXTRN":
      case "WXTRN":
        for (const operand of positionals(statement))
          this.#use("references", operand.value.replace(/^PART\(|\)$/g, ""), ["program", "entry"], {
            ...statement,
            line: operand.line,
          });
        break;
      case "COPY":
        if (first) this.#use("copies", first.value, ["copybook", "module"], statement);
        break;
      case "CALL":
        this.#call(statement, first?.value ?? "");
        break;
      case "EXEC":
        this.#exec(statement);
        break;
      case "DCB":
      case "ACB":
        this.#file(statement);
        break;
      default:
        this.#linkage(statement);
    }
  }

  #call(statement: AssemblerStatement, target: string): void {
    if (/^[A-Z@#$][\w@#$]*$/i.test(target)) this.#use("calls", target, ["program", "entry"], statement);
  }

  /** LINK, XCTL, ATTACH and LOAD by name, address constants of external symbols, and macros of the estate. */
  #linkage(statement: AssemblerStatement): void {
    const kind = LINKAGE.get(statement.operation);
    const entryPoint = operandValue(statement, "EP");
    if (kind && entryPoint) this.#use(kind, entryPoint, ["program", "entry"], statement);
    if (kind) return;
    for (const operand of statement.operands)
      for (const match of withoutLiterals(operand.value).matchAll(/=V\(([\w@#$]+)\)/gi))
        this.#use("calls", match[1] ?? "", ["program", "entry"], { ...statement, line: operand.line });
    this.#macroCall(statement);
  }

  #macroCall(statement: AssemblerStatement): void {
    const { operation } = statement;
    const to = this.#macros.get(operation);
    if (!to && !this.#isMember(operation)) return;
    const text = statement.text;
    this.references.push({
      kind: "calls",
      from: this.#owner(),
      name: operation,
      targets: ["function"],
      line: statement.line,
      text,
      ...(to && { to }),
      detail: { macro: true },
    });
  }

  /** Whether a word is a macro of the estate; each word is looked up once. */
  #isMember(operation: string): boolean {
    if (operation.length < 5 && MACHINE_WORDS.has(operation)) return false;
    const known = this.#known.get(operation);
    if (known !== undefined) return known;
    const isMacro =
      /^[A-Z@#$][\w@#$]{1,7}$/.test(operation) &&
      /^\s*MACRO\b/im.test(this.#members.find(operation, "copybook")?.source.text ?? "");
    this.#known.set(operation, isMacro);
    return isMacro;
  }

  #data(statement: AssemblerStatement): void {
    const isDummy = this.#section?.kind === "data-item";
    if (isDummy && this.#section && statement.label)
      this.#add("data-item", statement.label, statement, {
        detail: { definition: statement.operands[0]?.value ?? "" },
        owner: this.#section.key,
      });
    for (const operand of statement.operands)
      for (const match of operand.value.matchAll(/^\d*V(?:L4)?\(([\w@#$,]+)\)/gi))
        for (const name of (match[1] ?? "").split(","))
          this.#use("references", name, ["program", "entry"], { ...statement, line: operand.line });
  }

  #file(statement: AssemblerStatement): void {
    const ddname = operandValue(statement, "DDNAME")?.toUpperCase() ?? statement.label;
    if (!ddname) return;
    const access = operandValue(statement, "MACRF")?.replace(/[()]/g, "").toUpperCase() ?? "";
    const file = this.#add("file", ddname, statement, {
      detail: { ddname, label: statement.label },
      owner: this.#owner(),
    });
    const kinds: EdgeKind[] = [];
    if (/(?:^|,)G|\bIN\b/.test(access)) kinds.push("reads");
    if (/(?:^|,)P|\bOUT\b/.test(access)) kinds.push("writes");
    for (const kind of kinds)
      this.references.push({
        kind,
        from: this.#owner(),
        name: ddname,
        targets: ["file"],
        to: file.key,
        line: statement.line,
        text: statement.text,
      });
  }

  /** EXEC SQL and EXEC CICS run over continuation lines with blanks in them, so the lines are read again. */
  #exec(statement: AssemblerStatement): void {
    const raw = this.#lines.slice(statement.line - 1, statement.endLine).map((line) => line.slice(0, 71));
    const match = /\bEXEC\s+(SQL|CICS)\b/i.exec(raw[0] ?? "");
    if (!match) return;
    const text = [(raw[0] ?? "").slice(match.index + match[0].length), ...raw.slice(1)].join("\n");
    const language = match[1]?.toUpperCase() === "SQL" ? "SQL" : "CICS";
    for (const reference of embeddedReferences({ language, text, line: statement.line, from: this.#owner() }))
      this.references.push(reference);
  }
}

/** What stands in quotes is data, even when it looks like an address constant. */
const withoutLiterals = (value: string): string => value.replace(/'[^']*'/g, "''");

const LINKAGE: ReadonlyMap<string, EdgeKind> = new Map([
  ["LINK", "links"],
  ["LINKX", "links"],
  ["XCTL", "xctls"],
  ["XCTLX", "xctls"],
  ["ATTACH", "calls"],
  ["ATTACHX", "calls"],
  ["LOAD", "references"],
]);
/** Frequent machine and assembler words, which are never looked up. */
const MACHINE_WORDS = new Set(
  "A AH AL AP AR B BAL BALR BAS BASR BC BCT BE BH BL BM BNE BNH BNL BNZ BO BP BR BZ C CH CL CLC CLI CLR CP CR CVB CVD D DC DS DROP ED EX EQU END IC ICM L LA LCR LH LM LNR LPR LR LTR M MH MP MR MVC MVI MVN MVO MVZ N NC NI NOP NOPR NR O OC OI OR ORG PACK S SH SLA SLL SP SR SRA SRL ST STC STCM STH STM SVC TM TR TRT UNPK USING X XC XI XR ZAP".split(
    " ",
  ),
);
