import { countLines, memberName } from "../../file-facts.ts";
import type { LanguageFrontend, MemberLookup, SourceText } from "../../frontend.ts";
import type { FileFacts, Problem } from "../../model.ts";
import { JclCollector } from "./jcl-facts.ts";
import { expandedStepsMax, type JclScope, readBody } from "./jcl-reader.ts";
import { type JclStatement, jclStatements } from "./jcl-statements.ts";
import { SymbolRoom } from "./jcl-symbols.ts";

/** Jobs, steps, procedures and the datasets and programs they name. Procedures are expanded where they are called. */
export const jcl: LanguageFrontend = {
  language: "jcl",
  extensions: [".jcl", ".job", ".prc", ".proc"],
  detect: (_path, head) =>
    /^\/\/[\w@#$]{0,8}[ \t]+(?:JOB|PROC|EXEC|DD|SET|JCLLIB)(?:[ \t]|$)/m.test(head) && head.trimStart().startsWith("/"),
  parse: parseJcl,
};

/** One job, one procedure, or loose statements of an INCLUDE member. */
interface Unit {
  readonly kind: "job" | "procedure" | "fragment";
  readonly name: string;
  readonly statements: readonly JclStatement[];
  readonly start: number;
  readonly end: number;
}

function parseJcl(source: SourceText, members: MemberLookup): FileFacts {
  const statements = jclStatements(source);
  const used = new Set<string>();
  const collector = new JclCollector(source.path, members, used);
  const room = new SymbolRoom(source.path);
  const budget = { steps: expandedStepsMax(statements.length) };
  for (const unit of units(statements, source.path)) {
    const instream =
      unit.kind === "job" ? instreamProcedures(unit.statements) : { procedures: new Map(), rest: unit.statements };
    const scope: JclScope = {
      symbols: new Map(),
      procedures: instream.procedures,
      members,
      libraries: [],
      calling: [],
      used,
      budget,
      room,
    };
    const kind = unit.kind === "job" ? "job" : "procedure";
    const owner = collector.owner({ kind, name: unit.name, start: unit.start, end: unit.end, ...jobDetail(unit) });
    collector.body(owner, readBody(instream.rest, procedureScope(unit.statements[0], scope)));
    for (const [name, body] of instream.procedures) {
      const end = body.at(-1)?.endLine ?? unit.end;
      const key = collector.owner({
        kind: "procedure",
        name,
        owner,
        start: body[0]?.line ?? unit.start,
        end,
        detail: { instream: true },
      });
      collector.body(key, readBody(body.slice(1), procedureScope(body[0], { ...scope, calling: [name] })));
    }
  }
  const isEmpty = statements.length === 0 && source.text.includes("\n");
  const unknown = statements
    .filter(({ operation }) => !KNOWN.has(operation))
    .map(({ line, operation }) => ({ line, message: `not a JCL operation: ${operation.slice(0, 20)}` }));
  const problems: Problem[] = [...room.problems, ...unknown];
  if (isEmpty) problems.push({ line: 1, message: "no JCL statement in this file" });
  used.delete(source.path);
  return {
    path: source.path,
    language: "jcl",
    lines: countLines(source.text),
    parse: isEmpty ? "failed" : problems.length > 0 ? "partial" : "full",
    problems: problems.slice(0, PROBLEMS_MAX),
    symbols: collector.symbols,
    references: collector.references,
    members: [...used].sort(),
  };
}

const PROBLEMS_MAX = 100;
const KNOWN = new Set(
  "JOB EXEC DD PROC PEND SET INCLUDE JCLLIB IF ELSE ENDIF NULL OUTPUT CNTL ENDCNTL COMMAND XMIT EXPORT SCHEDULE JOBGROUP GJOB ENDGROUP NOTIFY JOBSET SJOB ENDSET AFTER BEFORE CONCURRENT".split(
    " ",
  ),
);

/**
 * Splits a file at its JOB statements; a PROC outside a job is a catalogued procedure. It is called by the name of its
 * member, whatever label its PROC statement has; only in a file of several procedures do the labels tell them apart.
 */
function units(statements: readonly JclStatement[], path: string): Unit[] {
  const groups: JclStatement[][] = [];
  let inJob = false;
  for (const statement of statements) {
    const startsJob = statement.operation === "JOB";
    const startsProcedure = statement.operation === "PROC" && !inJob;
    if (startsJob) inJob = true;
    const last = groups.at(-1);
    if (!last || startsJob || startsProcedure) groups.push([statement]);
    else last.push(statement);
  }
  const procedures = groups.filter((group) => group[0]?.operation === "PROC").length;
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const kind = first.operation === "JOB" ? "job" : first.operation === "PROC" ? "procedure" : "fragment";
    if (kind === "fragment" && group.every((statement) => !/^(?:EXEC|DD|SET|INCLUDE)$/.test(statement.operation)))
      return [];
    return [
      {
        kind,
        name: ((kind === "job" || procedures > 1) && first.name) || memberName(path),
        statements: group,
        start: first.line,
        end: group.at(-1)?.endLine ?? first.endLine,
      } satisfies Unit,
    ];
  });
}

/** Takes the instream procedures out of a job. */
function instreamProcedures(statements: readonly JclStatement[]): {
  procedures: Map<string, JclStatement[]>;
  rest: JclStatement[];
} {
  const procedures = new Map<string, JclStatement[]>();
  const rest: JclStatement[] = [];
  let open: JclStatement[] | undefined;
  for (const statement of statements) {
    if (statement.operation === "PROC") {
      open = [];
      procedures.set(statement.name, open);
    }
    if (open) open.push(statement);
    else rest.push(statement);
    if (statement.operation === "PEND") open = undefined;
  }
  return { procedures, rest };
}

/** A procedure read for itself sees the defaults of its PROC statement. */
function procedureScope(header: JclStatement | undefined, scope: JclScope): JclScope {
  if (header?.operation !== "PROC") return scope;
  const symbols = new Map(scope.symbols);
  for (const { key, value, line } of header.parameters)
    if (key) symbols.set(key, { value: value.replace(/^'|'$/g, ""), place: { file: header.file, line } });
  return { ...scope, symbols };
}

function jobDetail(unit: Unit): { detail?: Record<string, unknown> } {
  const header = unit.statements[0];
  if (unit.kind === "fragment") return { detail: { fragment: true } };
  const named = (header?.parameters ?? []).filter((parameter) => parameter.key !== "");
  const interesting = named.filter(
    (parameter) => unit.kind === "procedure" || /^(?:CLASS|TYPRUN|COND|RESTART)$/.test(parameter.key),
  );
  const label = unit.kind === "procedure" && header?.name && header.name !== unit.name ? header.name : undefined;
  if (interesting.length === 0 && !label) return {};
  const parameters = Object.fromEntries(interesting.map((parameter) => [parameter.key, parameter.value]));
  return { detail: { ...(label && { label }), ...(interesting.length > 0 && { parameters }) } };
}
