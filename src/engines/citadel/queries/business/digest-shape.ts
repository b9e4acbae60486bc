import type { Decision } from "../../languages/cobol/procedure/decision.ts";
import type { FieldMeaning } from "./field-meaning.ts";

/** Lists of numbers and names one after the other, as many a row as the name of the constant beside them says. */
export type Cells = readonly (string | number)[];

/** A data item as it is declared. `meaning` is what it means, or the place of the item in the same list that has its meaning. */
export interface DeclaredItem {
  readonly line: number;
  readonly name: string;
  readonly level: number;
  /** Whether it stands in a file's record or in LINKAGE. */
  readonly isShared?: true;
  /** Whether REPLACING gave it its name. */
  readonly isRenamed?: true;
  readonly offset?: number;
  readonly length?: number;
  readonly occurs?: number;
  /** The name of its record, where that is another one. */
  readonly record?: string;
  readonly meaning: FieldMeaning | number;
}

/** A branch or calculation that names data. */
export interface DecisionDigest {
  readonly kind: Decision["kind"];
  readonly line: number;
  readonly endLine: number;
  /** The condition with those around it. */
  readonly condition: string;
  readonly effect: string;
  /** Three a word: the place in `DigestRules.names` of the item, or the name of one that nothing here declares; its line; how: 1 in the condition, 2 written. */
  readonly words: Cells;
}
export const WORD_CELLS = 3;

/** What one file says of another that it copies. */
export interface ToldOf {
  /** As `DigestItems.units`. */
  readonly units: Cells;
  /** Five a place: line, the name there, file and line of the item, whether it is written (1). */
  readonly places: Cells;
  readonly items: readonly DeclaredItem[];
  /** Four a use of an item declared there: line, name, how often it is read, how often written. */
  readonly uses: Cells;
}
export const PLACE_CELLS = 5;
export const USED_CELLS = 4;

/** What a file says of itself. */
export interface DigestItems {
  readonly items: readonly DeclaredItem[];
  /** Five a name that its code uses: file (empty for its own), line, name, how often it is read, how often written. */
  readonly names: Cells;
}
export const NAME_CELLS = 5;

/** What the decisions of a file need; it stands without `DigestItems`. */
export interface DigestRules {
  readonly decisions: readonly DecisionDigest[];
  /** Four a program, section or paragraph: first and last line, program, paragraph. */
  readonly units: Cells;
  /** Four an item that code names: file (empty for this one), line, name, and 1 where it is moved from or to a record of this file. */
  readonly names: Cells;
  /** Two a move between an item of this file and one of another: their places in `names`. */
  readonly moves: readonly number[];
  /** The items of this file that its decisions name. */
  readonly items: readonly DeclaredItem[];
}
export const RULE_NAME_CELLS = 4;
export const UNIT_CELLS = 4;

/** What one file says of business data, plain JSON. It depends on the file and on what is copied into it, and on nothing else. */
export interface FileDigest {
  readonly told: Readonly<Record<string, ToldOf>>;
  readonly own: DigestItems;
  readonly rules: DigestRules;
}

/** Data that comes with the run time and not from the business. */
export const SYSTEM_NAME = /^(?:DFH|EIB|SQL(?:CA|CODE|STATE|ERR|WARN)|DIB)/;
