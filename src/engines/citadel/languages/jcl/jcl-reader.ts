import type { MemberLookup } from "../../frontend.ts";
import { listValues } from "../control-cards/operand-field.ts";
import type { Dd, DdEntry, JclBody, JclInclude, JclStep, JclValue } from "./jcl-model.ts";
import { applyOverrides } from "./jcl-overrides.ts";
import { type JclStatement, jclStatements } from "./jcl-statements.ts";
import { type SymbolRoom, type Symbols, type SymbolValue, substitute } from "./jcl-symbols.ts";

/** What a body of statements sees around it. */
export interface JclScope {
  readonly symbols: Symbols;
  /** Instream procedures: name to statements, the PROC statement first. */
  readonly procedures: ReadonlyMap<string, readonly JclStatement[]>;
  readonly members: MemberLookup;
  readonly libraries: readonly string[];
  /** Names of the procedures being expanded, to stop a cycle. */
  readonly calling: readonly string[];
  /** Collects the paths of members that were read. */
  readonly used: Set<string>;
  /** Steps that may still be expanded: procedures that call each other several times grow without a bound. */
  readonly budget: { steps: number };
  readonly room: SymbolRoom;
}

/** z/OS allows procedures to nest fifteen deep. */
const NESTING_MAX = 15;
const INCLUDES_MAX = 200;
const EXPANDED_STEPS_MAX = 20_000;
const FIRST_STEPS = 500;
const STEPS_A_STATEMENT = 100;

/** Steps of called procedures that a file of so many statements may expand to; z/OS gives a job 255. */
export const expandedStepsMax = (statements: number): number =>
  Math.min(EXPANDED_STEPS_MAX, FIRST_STEPS + STEPS_A_STATEMENT * statements);

/** Reads the statements of one job or procedure into steps with their DDs, symbols substituted and procedures expanded. */
export function readBody(statements: readonly JclStatement[], scope: JclScope): JclBody {
  return new BodyReader(statements, scope).run();
}

/** A step while its DDs are still coming. */
interface OpenStep {
  readonly statement: JclStatement;
  readonly parameters: ReadonlyMap<string, JclValue>;
  readonly symbols: Symbols;
  readonly conditions: readonly string[];
  readonly dds: { name: string; entries: DdEntry[] }[];
  endLine: number;
}

class BodyReader {
  readonly #queue: JclStatement[];
  readonly #scope: JclScope;
  readonly #symbols: Map<string, SymbolValue>;
  readonly #steps: JclStep[] = [];
  readonly #dds: { name: string; entries: DdEntry[] }[] = [];
  readonly #includes: JclInclude[] = [];
  readonly #conditions: string[] = [];
  #libraries: readonly string[];
  #open: OpenStep | undefined;
  #includeCount = 0;

  constructor(statements: readonly JclStatement[], scope: JclScope) {
    this.#queue = [...statements].reverse();
    this.#scope = scope;
    this.#symbols = new Map(scope.symbols);
    this.#libraries = scope.libraries;
  }

  run(): JclBody {
    for (let statement = this.#queue.pop(); statement; statement = this.#queue.pop()) this.#read(statement);
    this.#closeStep();
    return { steps: this.#steps, dds: this.#dds, includes: this.#includes };
  }

  #read(statement: JclStatement): void {
    switch (statement.operation) {
      case "EXEC":
        this.#closeStep();
        this.#open = {
          statement,
          parameters: this.#values(statement),
          symbols: new Map(this.#symbols),
          conditions: [...this.#conditions],
          dds: [],
          endLine: statement.endLine,
        };
        break;
      case "DD":
        this.#dd(statement);
        break;
      case "SET":
        for (const [key, value] of this.#values(statement)) if (key) this.#symbols.set(key, symbolOf(value));
        break;
      case "JCLLIB":
        this.#libraries = listValues(this.#values(statement).get("ORDER")?.text ?? "").filter((name) => name !== "");
        break;
      case "INCLUDE":
        this.#include(statement);
        break;
      case "IF":
        this.#conditions.push(statement.condition ?? "");
        break;
      case "ELSE":
        if (this.#conditions.length > 0) this.#conditions.push(`NOT (${this.#conditions.pop()})`);
        break;
      case "ENDIF":
        this.#conditions.pop();
        break;
      default:
    }
  }

  #values(statement: JclStatement): Map<string, JclValue> {
    const values = new Map<string, JclValue>();
    for (const parameter of statement.parameters) {
      const place = { file: statement.file, line: parameter.line };
      const { text, via, missing } = substitute(parameter.value, this.#symbols, this.#scope.room, place);
      const key = parameter.key === "DSNAME" ? "DSN" : parameter.key;
      // Positional operands keep their order under the keys "", "#1", "#2".
      const name = key === "" && values.has("") ? `#${values.size}` : key;
      values.set(name, { text, ...place, via, missing });
    }
    return values;
  }

  #dd(statement: JclStatement): void {
    const list = this.#open?.dds ?? this.#dds;
    const { file, line, endLine, data, text } = statement;
    const entry: DdEntry = {
      file,
      line,
      endLine,
      text,
      parameters: this.#values(statement),
      ...(data && { data: { file, ...data } }),
    };
    const last = list.at(-1);
    if (statement.name === "" && last) last.entries.push(entry);
    else list.push({ name: statement.name, entries: [entry] });
    if (this.#open && file === this.#open.statement.file) this.#open.endLine = Math.max(this.#open.endLine, endLine);
  }

  #include(statement: JclStatement): void {
    const member = this.#values(statement).get("MEMBER")?.text ?? "";
    if (member === "" || this.#includeCount++ >= INCLUDES_MAX) return;
    this.#includes.push({
      member: member.toUpperCase(),
      place: { file: statement.file, line: statement.line },
      text: statement.text,
    });
    const found = this.#scope.members.find(member, "procedure", this.#libraries[0]);
    if (!found || found.source.path === statement.file) return;
    this.#scope.used.add(found.source.path);
    for (const included of jclStatements(found.source).reverse()) this.#queue.push(included);
  }

  #closeStep(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const { statement, parameters, conditions, endLine } = open;
    const program = parameters.get("PGM");
    const procedure = program ? undefined : (parameters.get("PROC") ?? parameters.get(""));
    const called = procedure ? this.#callProcedure(procedure, open) : [];
    this.#scope.budget.steps -= this.#scope.calling.length > 0 ? 1 : 0;
    const { name, file, line, text } = statement;
    const own = { name, file, line, endLine, parameters, conditions, text };
    this.#steps.push({
      ...own,
      ...(program && { program }),
      ...(procedure && { procedure }),
      dds: procedure ? [] : open.dds,
      overrides: procedure ? open.dds : [],
      called: applyOverrides(called, open.dds),
    });
  }

  #callProcedure(procedure: JclValue, open: OpenStep): readonly JclStep[] {
    const name = procedure.text.toUpperCase();
    if (this.#scope.calling.includes(name) || this.#scope.calling.length >= NESTING_MAX) return [];
    const statements = this.#findProcedure(name);
    if (!statements || this.#scope.budget.steps <= 0) return [];
    const symbols = new Map(open.symbols);
    const header = statements[0]?.operation === "PROC" ? statements[0] : undefined;
    for (const parameter of header?.parameters ?? []) {
      if (!parameter.key) continue;
      const place = { file: header?.file ?? "", line: parameter.line };
      const { text } = substitute(parameter.value, symbols, this.#scope.room, place);
      symbols.set(parameter.key, { value: unwrapped(text), place });
    }
    for (const [key, value] of open.parameters) {
      if (key && !EXEC_KEYWORDS.has(key) && !key.includes(".") && !key.startsWith("#"))
        symbols.set(key, symbolOf(value));
    }
    const calling = [...this.#scope.calling, name];
    const body = readBody(header ? statements.slice(1) : statements, {
      ...this.#scope,
      libraries: this.#libraries,
      symbols,
      calling,
    });
    const steps = body.steps.flatMap((step) =>
      step.procedure
        ? [step, ...step.called.map((inner) => ({ ...inner, name: `${step.name}.${inner.name}` }))]
        : [step],
    );
    return steps;
  }

  #findProcedure(name: string): readonly JclStatement[] | undefined {
    const instream = this.#scope.procedures.get(name);
    if (instream) return instream;
    const found = this.#scope.members.find(name, "procedure", this.#libraries[0]);
    if (!found) return undefined;
    this.#scope.used.add(found.source.path);
    const statements = jclStatements(found.source);
    const start = statements.findIndex((statement) => statement.operation === "PROC");
    const end = statements.findIndex((statement, index) => index > start && statement.operation === "PEND");
    return statements.slice(Math.max(0, start), end < 0 ? undefined : end);
  }
}

const EXEC_KEYWORDS = new Set(
  "PGM PROC PARM PARMDD COND REGION TIME ACCT ADDRSPC DPRTY DYNAMNBR PERFORM RD CCSID MEMLIMIT TVSMSG TVSAMCOM RLSTMOUT".split(
    " ",
  ),
);

const unwrapped = (text: string): string => (text.startsWith("'") ? (listValues(text)[0] ?? "") : text);

const symbolOf = (value: JclValue): SymbolValue => ({
  value: unwrapped(value.text),
  place: { file: value.file, line: value.line },
});

/** The DD of that name, if the step has one. */
export const findDd = (step: { readonly dds: readonly Dd[] }, name: string): Dd | undefined =>
  step.dds.find((dd) => dd.name === name);
