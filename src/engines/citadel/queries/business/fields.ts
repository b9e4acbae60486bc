import { memberName } from "../../file-facts.ts";
import { answer, compare, failure, type Line, type Lines, type QueryResult } from "../answer.ts";
import { DigestBook } from "./digest-book.ts";
import { type DeclaredItem, NAME_CELLS, USED_CELLS } from "./digest-shape.ts";
import { type DigestSource, pathsUnder } from "./digest-source.ts";
import type { FieldMeaning } from "./field-meaning.ts";
import { meaningText } from "./rule.ts";

/** One entry of the field dictionary. Offset and length are in bytes, in the record. */
export interface Field {
  readonly meaning: FieldMeaning;
  readonly level: number;
  readonly offset: number | undefined;
  readonly length: number | undefined;
  readonly occurs: number;
  readonly record: string;
  /** The copybook that declares it, or none. */
  readonly copybook: string;
  readonly reads: number;
  readonly writes: number;
  /** Paths of the programs that use it. */
  readonly programs: readonly string[];
}

interface Used {
  reads: number;
  writes: number;
  /** Places of programs among the paths. */
  readonly programs: Set<number>;
}

/** The dictionaries of files, one file after the other. */
export class FieldBook {
  private readonly book: DigestBook;
  private last: { readonly file: string; readonly fields: readonly Field[] } | undefined;

  constructor(source: DigestSource) {
    this.book = new DigestBook(source, ({ items, uses }) => ({ units: [], places: [], items, uses }));
  }

  /** Every named data item of a file, in the order of lines; condition names are values of theirs. */
  of(file: string): readonly Field[] {
    if (this.last?.file !== file) this.last = { file, fields: this.read(file) };
    return this.last.fields;
  }

  private read(file: string): Field[] {
    this.book.digest(file);
    const items = this.book.itemsOf(file);
    const named = items.all.filter(({ level, name }) => level !== 88 && name.toUpperCase() !== "FILLER");
    if (named.length === 0) return [];
    named.sort((left, right) => left.line - right.line || compare(left.name, right.name));
    const used = this.used(file);
    const copybook = this.book.source.languageOf(file) === "cobol" ? "" : (file.split("/").pop() ?? file);
    return named.map((item): Field => {
      const found = namesOf(item, items.on(item.line), used).flatMap((name) => used.get(item.line)?.get(name) ?? []);
      const programs = new Set(found.flatMap((each) => [...each.programs]));
      const { level, offset, length, occurs = 1, record = item.name } = item;
      return {
        meaning: items.meaningOf(item),
        level,
        offset,
        length,
        occurs,
        record,
        copybook,
        reads: found.reduce((sum, { reads }) => sum + reads, 0),
        writes: found.reduce((sum, { writes }) => sum + writes, 0),
        programs: [...programs].map((place) => this.book.source.paths[place] as string).sort(compare),
      };
    });
  }

  /** How the items of a file are used, by line and name. */
  private used(file: string): Map<number, Map<string, Used>> {
    const used = new Map<number, Map<string, Used>>();
    const add = (from: number, [line, name, reads, writes]: readonly (string | number)[]): void => {
      const there = used.get(line as number) ?? new Map<string, Used>();
      used.set(line as number, there);
      const known = there.get(name as string) ?? { reads: 0, writes: 0, programs: new Set<number>() };
      there.set(name as string, known);
      known.reads += reads as number;
      known.writes += writes as number;
      if ((reads as number) + (writes as number) > 0) known.programs.add(from);
    };
    const names = this.book.own(file)?.names ?? [];
    const place = this.book.placeOf(file);
    for (let at = 0; at < names.length; at += NAME_CELLS)
      if (names[at] === "") add(place, names.slice(at + 1, at + NAME_CELLS));
    for (const { from, told } of this.book.tellersOf(file))
      for (let at = 0; at < told.uses.length; at += USED_CELLS) add(from, told.uses.slice(at, at + USED_CELLS));
    return used;
  }
}

/** The names under which programs know an item: its own, and those that REPLACING gave it and nothing else on its line has. */
function namesOf(
  item: DeclaredItem,
  here: readonly DeclaredItem[],
  used: ReadonlyMap<number, ReadonlyMap<string, Used>>,
): string[] {
  const own = item.name.toUpperCase();
  if (item.isRenamed || !used.has(item.line)) return [own];
  const others = new Set(
    here.filter((other) => other !== item && !other.isRenamed).map(({ name }) => name.toUpperCase()),
  );
  const known = [...(used.get(item.line)?.keys() ?? [])].filter((name) => !others.has(name));
  return [...new Set([own, ...known])];
}

/** The dictionary of a file or folder, one section a file. */
export function fieldDictionary(source: DigestSource, path: string, names: readonly string[]): QueryResult<Lines> {
  const files = pathsUnder(source, path).sort(compare);
  if (files.length === 0) return failure(`No analysed file or folder ${path}`);
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  const isAsked = ({ meaning, record, copybook }: Field): boolean =>
    wanted.size === 0 ||
    [meaning.name, record, ...(copybook === "" ? [] : [memberName(copybook)])].some((name) =>
      wanted.has(name.toUpperCase()),
    );
  const book = new FieldBook(source);
  const sections = files.flatMap((file) => {
    const { length } = book.of(file).filter(isAsked);
    const slice: Lines["slice"] = (from, to) => book.of(file).filter(isAsked).slice(from, to).map(fieldLine);
    return length === 0 ? [] : [{ heading: file, lines: { length, slice } }];
  });
  if (sections.length === 0) return answer<Lines>(`Fields of ${path}`, { notes: ["No data item here"] });
  const count = sections.reduce((sum, { lines }) => sum + lines.length, 0);
  return answer<Lines>(`Fields of ${path}`, { values: [["Fields", count]], sections });
}

/** What the record is for stands in its own line. */
function fieldLine({ meaning, record, offset, length, occurs, reads, writes, programs }: Field): Line {
  const times = occurs > 1 ? `, ${occurs} times` : "";
  const place = offset === undefined ? "" : ` at ${offset}, ${length} bytes${times}`;
  const told = meaningText({ ...meaning, record: meaning.record && record });
  const used =
    reads + writes === 0 ? "not used" : `read ${reads}, written ${writes} times in ${programs.length} programs`;
  return {
    text: `${meaning.name}${place}: ${[told, used].filter((part) => part !== "").join("; ")}`,
    file: meaning.file,
    line: meaning.line,
  };
}
