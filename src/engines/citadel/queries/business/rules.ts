import { answer, compare, failure, type Line, type Lines, type QueryResult, type Section } from "../answer.ts";
import type { DeclaredItems } from "./declared-items.ts";
import { DigestBook } from "./digest-book.ts";
import {
  type DecisionDigest,
  type DigestRules,
  PLACE_CELLS,
  RULE_NAME_CELLS,
  UNIT_CELLS,
  WORD_CELLS,
} from "./digest-shape.ts";
import { type DigestSource, pathsUnder } from "./digest-source.ts";
import { FieldRules } from "./field-rules.ts";
import { meaningText, type Rule, type RuleField } from "./rule.ts";

/** A name at a line of a file, as the first file that tells of it has it. */
interface ToldPlace {
  readonly from: number;
  readonly file: string;
  readonly line: number;
  isWritten: boolean;
}

/** The item that a word of a decision means. */
interface Meant {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly isWritten: boolean;
}

/** What a file says of its rules, what others tell of it, and the items that both name. */
interface RulesRead {
  readonly rules: DigestRules;
  readonly places: ReadonlyMap<string, ToldPlace>;
  readonly items: DeclaredItems;
}

/** The rules of files, one file after the other. */
export class RuleBook {
  private readonly book: DigestBook;
  private last: { readonly file: string; readonly rules: readonly Rule[] } | undefined;

  constructor(source: DigestSource) {
    this.book = new DigestBook(source, ({ units, places, items }) => ({ units, places, items, uses: [] }));
  }

  /**
   * Every branch of IF and EVALUATE and every calculation that decides or derives a business field, in the order of lines.
   * A field is of the business when it stands in a file's record, in LINKAGE or in a copybook, or is moved from or to such a field.
   */
  of(file: string): readonly Rule[] {
    if (this.last?.file !== file) this.last = { file, rules: this.read(file) };
    return this.last.rules;
  }

  /** The line from which on too much is nested in too much to be read. */
  unreadFrom(file: string): number | undefined {
    return this.book.digest(file)?.rules.decisions.find(({ kind }) => kind === "unread")?.line;
  }

  private read(file: string): Rule[] {
    const digest = this.book.digest(file);
    if (!digest || digest.rules.decisions.length === 0) return [];
    const units = this.book.inOrder(file, rowsOf(digest.rules.units, UNIT_CELLS), (told) =>
      rowsOf(told.units, UNIT_CELLS),
    );
    const read = {
      rules: digest.rules,
      places: this.toldPlaces(file),
      items: this.book.itemsOfRules(file, digest.rules),
    };
    return digest.rules.decisions.flatMap((decision): Rule[] => {
      const { fields, isOfBusiness } = this.fields(file, decision, read);
      if (!isOfBusiness) return [];
      const [, , program = file, paragraph = ""] = unitAt(units, decision.line) ?? [];
      return [{ program: String(program), paragraph: String(paragraph), decision, fields, file }];
    });
  }

  private fields(
    file: string,
    { words }: DecisionDigest,
    read: RulesRead,
  ): { readonly fields: readonly RuleField[]; readonly isOfBusiness: boolean } {
    const fields = new Map<string, RuleField>();
    let isOfBusiness = false;
    for (let at = 0; at < words.length; at += WORD_CELLS) {
      const meant = this.meant(file, words.slice(at, at + WORD_CELLS), read);
      const items = meant?.file === file ? read.items : meant && this.book.itemsOf(meant.file);
      const item = meant && items?.at(meant.line, meant.name);
      if (!item || !items) continue;
      const access = accessOf(meant, words[at + 2] as number);
      const key = `${access} ${meant.file}:${meant.line}:${meant.name}`;
      if (fields.has(key)) continue;
      fields.set(key, { meaning: items.meaningOf(item), access });
      if (access === "reads" || isOfBusiness) continue;
      isOfBusiness = items.isRecord(item) || this.book.isMovedWithRecord(meant.file, `${meant.line}:${meant.name}`);
    }
    return { fields: [...fields.values()], isOfBusiness };
  }

  private meant(
    file: string,
    [word = "", line = 0, how = 0]: readonly (string | number)[],
    { rules: { names }, places }: RulesRead,
  ): Meant | undefined {
    const cell = typeof word === "number" ? word * RULE_NAME_CELLS : -1;
    const name = String(cell < 0 ? word : names[cell + 2]);
    const told = places.get(`${line}:${name}`);
    if (cell < 0) return told && { ...told, name };
    const isWritten = ((how as number) & 2) !== 0 || told?.isWritten === true;
    if (told && told.from < this.book.placeOf(file)) return { ...told, name, isWritten };
    return { file: (names[cell] as string) || file, line: names[cell + 1] as number, name, isWritten };
  }

  /** What programs that copy a file mean by the names in it; the first of them counts. */
  private toldPlaces(file: string): ReadonlyMap<string, ToldPlace> {
    const found = new Map<string, ToldPlace>();
    for (const { from, told } of this.book.tellersOf(file))
      for (const [line, name, declaredIn, declaredLine, written] of rowsOf(told.places, PLACE_CELLS)) {
        const key = `${line}:${name}`;
        const known = found.get(key);
        if (known) known.isWritten ||= written === 1;
        else
          found.set(key, {
            from,
            file: declaredIn as string,
            line: declaredLine as number,
            isWritten: written === 1,
          });
      }
    return found;
  }
}

function accessOf({ isWritten }: Meant, how: number): RuleField["access"] {
  if ((how & 1) !== 0) return "decides";
  return isWritten ? "sets" : "reads";
}

function rowsOf(cells: readonly (string | number)[], width: number): (readonly (string | number)[])[] {
  const rows: (readonly (string | number)[])[] = [];
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width));
  return rows;
}

/** The innermost unit around a line. */
function unitAt(
  units: readonly (readonly (string | number)[])[],
  line: number,
): readonly (string | number)[] | undefined {
  let found: readonly (string | number)[] | undefined;
  for (const unit of units) {
    const [start = 0, end = 0] = unit;
    if ((start as number) <= line && line <= (end as number) && (!found || (start as number) >= (found[0] as number)))
      found = unit;
  }
  return found;
}

/** The rules of a file or folder, by program and paragraph, then which rules each field has. */
export function businessRules(source: DigestSource, path: string, names: readonly string[] = []): QueryResult<Lines> {
  const files = pathsUnder(source, path).sort(compare);
  if (files.length === 0) return failure(`No analysed file or folder ${path}`);
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  const isAsked = ({ program, paragraph, fields }: Rule): boolean =>
    wanted.size === 0 ||
    [program, paragraph, ...fields.map(({ meaning }) => meaning.name)].some((name) => wanted.has(name.toUpperCase()));
  const book = new RuleBook(source);
  const groups = new Map<string, RuleLines>();
  const fields = new FieldRules();
  let count = 0;
  const unread: string[] = [];
  for (const file of files) {
    for (const [place, rule] of book.of(file).entries()) {
      if (!isAsked(rule)) continue;
      count += 1;
      fields.add(rule);
      const heading = rule.paragraph === "" ? rule.program : `${rule.program}/${rule.paragraph}`;
      const known = groups.get(heading) ?? new RuleLines(book);
      known.add(rule, place);
      groups.set(heading, known);
    }
    const line = book.unreadFrom(file);
    if (line !== undefined) unread.push(`Not read from ${file}:${line} on: too many conditions stand in one another.`);
  }
  if (count === 0)
    return answer<Lines>(`Rules of ${path}`, {
      notes: [...unread, "No statement here decides or derives a field of a record"],
    });
  const sections = [...groups].map(([heading, lines]): Section<Lines> => ({ heading, lines }));
  return answer<Lines>(`Rules of ${path}`, {
    values: [
      ["Rules", count],
      ["Paragraphs", groups.size],
    ],
    sections: [...sections, { heading: "By field", lines: fields }],
    notes: [
      ...unread,
      "Conditions on work fields alone, such as switches and file states, are no rules and are left out.",
    ],
  });
}

/** The lines of some rules, made when they are shown. */
class RuleLines implements Lines {
  length = 0;
  private readonly book: RuleBook;
  private readonly places: { readonly file: string; readonly place: number }[] = [];

  constructor(book: RuleBook) {
    this.book = book;
  }

  add({ file, fields }: Rule, place: number): void {
    this.places.push({ file, place });
    this.length += 1 + fields.length;
  }

  slice(from = 0, to = this.length): readonly Line[] {
    const lines: Line[] = [];
    for (const { file, place } of this.places) {
      if (lines.length >= to) break;
      lines.push(...ruleLines(this.book.of(file)[place] as Rule));
    }
    return lines.slice(from, to);
  }
}

function ruleLines({ file, decision, fields }: Rule): Line[] {
  const { condition, effect, line, endLine } = decision;
  const isAlways = decision.kind === "calculation" && condition === "always";
  return [
    { text: `${isAlways ? "Always" : `When ${condition}`}: ${effect} [lines ${line}-${endLine}]`, file, line },
    ...fields.map(({ meaning, access }) => ({
      text: `${access} ${meaning.name}: ${meaningText(meaning)}`,
      file: meaning.file,
      line: meaning.line,
      depth: 1,
    })),
  ];
}
