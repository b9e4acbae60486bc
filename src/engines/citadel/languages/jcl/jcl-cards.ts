import type { MemberLookup } from "../../frontend.ts";
import type { EdgeKind } from "../../model.ts";
import type { CardText, CardUse } from "../control-cards/card-use.ts";
import { db2UtilityUses, sqlCardUses, tableListUses } from "../control-cards/db2-cards.ts";
import { ftpUses } from "../control-cards/ftp-cards.ts";
import { idcamsUses } from "../control-cards/idcams-cards.ts";
import { unquote } from "../control-cards/operand-field.ts";
import { iebcopyUses, sortUses } from "../control-cards/sort-cards.ts";
import { tsoUses } from "../control-cards/tso-cards.ts";
import { datasetOf } from "./jcl-datasets.ts";
import type { Dd, JclStep, JclValue } from "./jcl-model.ts";
import { isImsProcedure } from "./system-programs.ts";

/** What the program of a step is told to do. */
export interface StepWork {
  /** The program as EXEC names it, upper case. */
  readonly program: string;
  /** The program that does the application's work: under TSO and IMS not the one that EXEC names. */
  readonly application: string;
  readonly uses: readonly CardUse[];
  /** What the program does with a DD, as far as it is known. */
  readonly roles: ReadonlyMap<string, EdgeKind>;
}

const TSO = /^IKJEFT(?:01|1A|1B)$/;

type CardReader = (cards: CardText) => CardUse[];

/** Input DDs of utilities: which DD holds statements, and who reads them. */
const READERS: readonly (readonly [programs: RegExp, dds: RegExp, reader: CardReader])[] = [
  [/^IDCAMS$/, /^SYSIN$/, idcamsUses],
  [TSO, /^SYSTSIN$/, tsoUses],
  [/^(?:SORT|DFSORT|ICEMAN|SYNCSORT)$/, /^(?:SYSIN|DFSPARM|SORTCNTL)$/, sortUses],
  [/^(?:ICETOOL|SYNCTOOL)$/, /^(?:TOOLIN|DFSPARM)$|CNTL$/, sortUses],
  [/^IEBCOPY$/, /^SYSIN$/, iebcopyUses],
  [/^DSNUTIL[BU]$/, /^SYSIN$/, db2UtilityUses],
  [/^FTP$/, /^(?:INPUT|SYSIN)$/, ftpUses],
];

const readerOf = (program: string, dd: string): CardReader | undefined =>
  READERS.find(([programs, dds]) => programs.test(program) && dds.test(dd))?.[2];

const FIXED_ROLES: readonly (readonly [programs: RegExp, dds: RegExp, kind: EdgeKind])[] = [
  [/^(?:SORT|DFSORT|ICEMAN|SYNCSORT)$/, /^SORT(?:IN\d*|JNF\d)$/, "reads"],
  [/^(?:SORT|DFSORT|ICEMAN|SYNCSORT)$/, /^SORTO(?:UT|F\w\w)$/, "writes"],
  [/^(?:IEBGENER|ICEGENER|SYNCGENR|IEBCOPY|IEBUPDTE|IEBPTPCH)$/, /^SYSUT1$/, "reads"],
  [/^(?:IEBGENER|ICEGENER|SYNCGENR|IEBCOPY|IEBUPDTE|IEBPTPCH)$/, /^SYSUT2$/, "writes"],
  [/^DSNTIAUL$/, /^SYSREC\d\d$|^SYSPUNCH$/, "writes"],
  [/^IEBCOMPR$/, /^SYSUT[12]$/, "reads"],
];

/** Reads the control statements of a step, instream or in a member of a control library. */
export function stepWork(
  step: JclStep,
  earlier: readonly JclStep[],
  members: MemberLookup,
  used: Set<string>,
): StepWork {
  const program = unquote(step.program?.text ?? "").toUpperCase();
  const uses: CardUse[] = [];
  const cards = new Map<string, CardText[]>();
  for (const dd of step.dds) {
    const texts = cardTexts(dd, [...earlier, step], { members, used, program });
    cards.set(dd.name, texts);
    const reader = readerOf(program, dd.name);
    for (const use of reader ? texts.flatMap(reader) : []) uses.push(use);
  }
  for (const use of parameterUses(program, step)) uses.push(use);
  const run = TSO.test(program) ? uses.find((use) => use.kind === "executes")?.name : undefined;
  const ims = imsProgram(step);
  const application = run ?? (ims ? nameOf(ims.program) : program);
  for (const use of sqlUses(run ?? program, step, cards)) uses.push(use);
  return { program, application, uses, roles: rolesOf(step, run ?? program, uses) };
}

/** TSO runs its PARM as the first command. */
function parameterUses(program: string, step: JclStep): readonly CardUse[] {
  const parameter = step.parameters.get("PARM");
  if (!parameter || !TSO.test(program)) return [];
  return tsoUses({ file: parameter.file, firstLine: parameter.line, lines: [unquote(parameter.text)] });
}

function rolesOf(step: JclStep, program: string, uses: readonly CardUse[]): Map<string, EdgeKind> {
  const roles = new Map<string, EdgeKind>();
  for (const dd of step.dds) {
    const fixed = FIXED_ROLES.find(([programs, dds]) => programs.test(program) && dds.test(dd.name));
    if (fixed) roles.set(dd.name, fixed[2]);
    else if (/^(?:SYSIN|SYSTSIN|TOOLIN|PARMLIB|CNTL)$/.test(dd.name)) roles.set(dd.name, "reads");
  }
  for (const use of uses) {
    if (use.target !== "dd") continue;
    const known = roles.get(use.name);
    // One DD both read and written, as by IEBCOPY compressing a library in place, is updated.
    roles.set(use.name, known && known !== use.kind ? "updates" : use.kind);
  }
  return roles;
}

/** SQL given to the sample programs of DB2; DSNTIAUL takes table names unless PARM says SQL. */
function sqlUses(program: string, step: JclStep, cards: ReadonlyMap<string, readonly CardText[]>): CardUse[] {
  if (!/^DSN(?:TEP[24]|TIAD|TIAUL)$/.test(program)) return [];
  const isSql = program !== "DSNTIAUL" || /SQL/i.test(step.parameters.get("PARM")?.text ?? "") || hasSqlParm(cards);
  return (cards.get("SYSIN") ?? []).flatMap((text) => (isSql ? sqlCardUses(text) : tableListUses(text)));
}

const hasSqlParm = (cards: ReadonlyMap<string, readonly CardText[]>): boolean =>
  (cards.get("SYSTSIN") ?? []).some((text) => text.lines.some((line) => /\bPARMS?\s*\(\s*'[^']*SQL/i.test(line)));

/** The lines of a DD: instream data, or the members of control libraries that the estate holds. */
export function cardTexts(
  dd: Dd,
  steps: readonly JclStep[],
  { members, used, program }: { readonly members: MemberLookup; readonly used: Set<string>; readonly program: string },
): CardText[] {
  const texts: CardText[] = [];
  for (const entry of dd.entries) {
    if (entry.data) texts.push({ file: entry.data.file, firstLine: entry.data.line, lines: entry.data.lines });
    const dataset = readerOf(program, dd.name) || dd.name === "SYSIN" ? datasetOf(entry, steps) : undefined;
    if (!dataset?.member) continue;
    const found = members.find(dataset.member, "control-card", dataset.dataset);
    if (!found) continue;
    used.add(found.source.path);
    texts.push({ file: found.source.path, firstLine: 1, lines: found.source.text.split(/\r?\n/) });
  }
  return texts;
}

/** The program and PSB (or, for utilities, DBD) that an IMS region is started with. */
export interface ImsRegion {
  readonly program: JclValue;
  readonly psb?: JclValue;
}

/** `PARM='BMP,PROG,PSB,…'` of the region controller, or `MBR=PROG,PSB=PSB` of a procedure that IMS supplies. */
export function imsProgram(step: JclStep): ImsRegion | undefined {
  const parameter = step.parameters.get("PARM");
  if (parameter && /^DFS(?:RRC00|RRA00)$/.test(nameOf(step.program))) {
    const [region = "", program = "", psb = ""] = parameter.text
      .replace(/[()'\s]/g, "")
      .toUpperCase()
      .split(",");
    if (!/^(?:BMP|DLI|DBB|MSG|MPP|IFP|JBP|JMP|ULU|UDR)$/.test(region) || program === "") return undefined;
    return { program: part(parameter, program), ...(psb !== "" && { psb: part(parameter, psb) }) };
  }
  const member = step.parameters.get("MBR");
  if (!member || step.called.length > 0 || !isImsProcedure(nameOf(step.procedure))) return undefined;
  const psb = step.parameters.get("PSB");
  return { program: member, ...(psb && { psb }) };
}

const nameOf = (value: JclValue | undefined): string => unquote(value?.text ?? "").toUpperCase();

/** A piece of a value: what the rest of it misses is no lack of this piece. */
const part = (value: JclValue, text: string): JclValue => ({
  ...value,
  text,
  missing: text.includes("&") ? value.missing : [],
});
