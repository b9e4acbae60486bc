/** What one COBOL program says, before it becomes facts: indices point into the arrays beside them. */

/** A paragraph, a section's own statements, or the statements before the first header. */
export interface Unit {
  readonly kind: "main" | "section" | "paragraph";
  readonly name: string;
  /** Number of the name in the lexicon; 0 for the main unit. */
  readonly word: number;
  /** Index of the unit that is its section; -1 outside of sections, its own index for a section. */
  readonly section: number;
  readonly source: number;
  readonly line: number;
  readonly firstRow: number;
  readonly isDeclarative: boolean;
  endRow: number;
  endLine: number;
  /** Can its last statement be passed, so that the next unit is entered? */
  falls: boolean;
  /** All its branches leave, though no leaving verb stands outside of them. */
  branchesLeave: boolean;
  /** EXIT SECTION leaves to the end of its section. */
  exitsSection: boolean;
  /** Holds nothing but EXIT or CONTINUE. */
  isTrivial: boolean;
  statements: number;
  decisions: number;
  /** Lines of statements that follow a leaving verb in the same unit. */
  readonly afterLeave: number[];
  key: string;
}

export type JumpVerb =
  | "PERFORM"
  | "GO TO"
  | "GO TO DEPENDING"
  | "ALTER"
  | "SORT"
  | "MERGE"
  | "XML PARSE"
  | "HANDLE"
  | "WHENEVER"
  | "USE";

export interface Jump {
  readonly verb: JumpVerb;
  readonly unit: number;
  readonly row: number;
  /** Row of the target's name, of its qualifying section, and of the THRU name; -1 when absent. */
  readonly target: number;
  readonly section: number;
  readonly thru: number;
  readonly thruSection: number;
  /** For HANDLE and WHENEVER: the condition. For ALTER: the altered paragraph. */
  readonly note: string;
}

export interface ProgramCall {
  readonly verb: "CALL" | "CANCEL" | "LINK" | "XCTL" | "LOAD" | "START" | "RETURN" | "SET ENTRY" | "INVOKE";
  readonly unit: number;
  readonly row: number;
  /** Row of the literal or identifier. */
  readonly target: number;
}

export interface FileUse {
  readonly verb: string;
  readonly unit: number;
  readonly row: number;
  /** Row of the file or record name. */
  readonly target: number;
  readonly mode: string;
}

export interface ExecOption {
  readonly name: string;
  /** Rows between the parentheses; empty when from equals to. */
  readonly from: number;
  readonly to: number;
}

export interface ExecBlock {
  readonly language: "SQL" | "CICS" | "DLI" | "OTHER";
  readonly unit: number;
  readonly row: number;
  readonly endRow: number;
}

export interface EntryPoint {
  readonly name: string;
  readonly row: number;
  readonly unit: number;
}

export interface DataItem {
  readonly name: string;
  readonly word: number;
  readonly level: number;
  readonly parent: number;
  readonly row: number;
  readonly source: number;
  readonly line: number;
  readonly area: string;
  endLine: number;
  picture: string;
  usage: string;
  /** Row of the first VALUE literal; -1 when none. */
  value: number;
  /** For an 88: rows of its values. */
  values: readonly number[];
  redefines: number;
  occursMax: number;
  occursMin: number;
  dependingOn: string;
  isSeparateSign: boolean;
  isSync: boolean;
  isExternal: boolean;
  /** Bytes from the start of its record, of one occurrence, and of all. */
  offset: number;
  length: number;
  size: number;
  children: number[];
  file: string;
  renames: string;
  /** Level 66: the first and the last item that it covers. */
  renamed: number[];
  /** GLOBAL, itself or by its record or file: programs inside of this one see it. */
  isGlobal: boolean;
  /** The containing program's item that this one stands for. */
  readonly origin?: DataItem;
  /** Key of its symbol, when it is written in the file itself and has a name. */
  key?: string;
}

export interface FileControl {
  readonly name: string;
  readonly word: number;
  readonly row: number;
  readonly assign: string;
  readonly organization: string;
  readonly access: string;
  readonly recordKey: string;
  readonly status: string;
  endRow: number;
}

export interface Program {
  readonly name: string;
  readonly kind: "program" | "function" | "class" | "method";
  readonly parent: number;
  /** The program that contains this one. */
  readonly outer: Program | undefined;
  readonly row: number;
  readonly source: number;
  readonly line: number;
  readonly isCommon: boolean;
  endRow: number;
  endLine: number;
  /** Key of its symbol. */
  key: string;
  procedureRow: number;
  /** Rows of the USING items of PROCEDURE DIVISION. */
  readonly using: number[];
  readonly units: Unit[];
  readonly jumps: Jump[];
  /** Labels of HANDLE and WHENEVER: reached from anywhere, with references of their own. */
  readonly handlers: Jump[];
  /** Units whose end is really passed, so that the next unit is entered. */
  readonly fallen: Set<number>;
  readonly calls: ProgramCall[];
  readonly files: FileControl[];
  readonly uses: FileUse[];
  readonly execs: ExecBlock[];
  readonly entries: EntryPoint[];
  readonly items: DataItem[];
  readonly byName: Map<number, number[]>;
  /** Items of containing programs that this one sees where it declares none of the name. */
  readonly inherited: Map<number, number[]>;
  readonly mentions: number[];
  readonly moves: number[];
  readonly verbs: Map<string, number>;
}

/** A program of which only the header is known. `endRow` and `endLine` are those of the file until its end is found. */
export function emptyProgram(
  header: Pick<Program, "name" | "kind" | "parent" | "outer" | "row" | "source" | "line" | "isCommon" | "endRow">,
): Program {
  return {
    ...header,
    endLine: header.line,
    key: "",
    procedureRow: -1,
    using: [],
    units: [],
    jumps: [],
    handlers: [],
    fallen: new Set(),
    calls: [],
    files: [],
    uses: [],
    execs: [],
    entries: [],
    items: [],
    byName: new Map(),
    inherited: new Map(),
    mentions: [],
    moves: [],
    verbs: new Map(),
  };
}

/** Row layout of `Program.mentions`, one for each use of an item by its name: unit, row, item, access (1 read, 2 written, 3 both), how. */
export const MENTION_COLUMNS = 5;
/**
 * Row layout of `Program.moves`, what an item is set to: unit, row of the receiving operand, source item, target item, how.
 * A source of -1 is no operand's value, -2 - n the literal at row n.
 */
export const MOVE_COLUMNS = 5;
export const HOW = {
  MOVE: 0,
  COMPUTE: 1,
  READ: 2,
  WRITE: 3,
  TEST: 4,
  PASS: 5,
  SET: 6,
  LITERAL: 7,
  STRING: 8,
  UNSTRING: 9,
  EXEC: 10,
  SQL: 11,
} as const;
