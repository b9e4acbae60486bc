import { DeclaredItems } from "./declared-items.ts";
import {
  type Cells,
  type DecisionDigest,
  type DeclaredItem,
  type DigestRules,
  NAME_CELLS,
  PLACE_CELLS,
  RULE_NAME_CELLS,
  type ToldOf,
  WORD_CELLS,
} from "./digest-shape.ts";

/** What the parts are chosen from; `moves` are pairs of places in `names`, of which there are `NAME_CELLS` cells each. */
interface Whole {
  readonly items: readonly DeclaredItem[];
  readonly names: Cells;
  readonly moves: readonly number[];
  readonly told: ReadonlyMap<string, Pick<ToldOf, "places">>;
  readonly language: string;
}

/** Of all names, items and moves of a file those that tell which of its decisions are rules. */
export function ruleParts(whole: Whole, decisions: readonly DecisionDigest[]): Omit<DigestRules, "units"> {
  const { names } = whole;
  const own = new DeclaredItems(whole.items, whole.items, whole.language);
  const rules = new RuleNames(names);
  const words = decisions.map((decision) => ({ ...decision, words: rules.wordsOf(decision) }));
  const named = rules.ownOf();
  const items = named.flatMap(({ line }) => own.on(line).map((item) => ({ ...item, meaning: own.meaningOf(item) })));
  // What stands in a record is of the business whatever it is moved to.
  const needed = new Set([...named, ...toldOf(whole)].filter((name) => !isRecord(own, name)).map(keyOf));
  const moves: number[] = [];
  for (let at = 0; at < whole.moves.length; at += 1) {
    const [name, other] = [whole.moves[at] as number, whole.moves[at ^ 1] as number];
    const mine = ownName(names, name);
    if (!mine || !needed.has(keyOf(mine))) continue;
    const theirs = ownName(names, other);
    if (!theirs) moves.push(rules.at(name), rules.at(other));
    else if (isRecord(own, theirs)) rules.mark(name);
  }
  return { decisions: words, names: rules.cells, moves, items: [...new Set(items)] };
}

interface OwnName {
  readonly line: number;
  readonly name: string;
}

const keyOf = ({ line, name }: OwnName): string => `${line}:${name}`;

function ownName(names: Cells, place: number): OwnName | undefined {
  const [file, line, name] = names.slice(place * NAME_CELLS, place * NAME_CELLS + 3);
  return file === "" ? { line: line as number, name: name as string } : undefined;
}

function isRecord(own: DeclaredItems, { line, name }: OwnName): boolean {
  const item = own.at(line, name);
  return item !== undefined && own.isRecord(item);
}

/** The items of this file that it names in code of others. */
function toldOf({ told, names }: Whole): OwnName[] {
  const own = new Set<string>();
  for (let place = 0; place * NAME_CELLS < names.length; place += 1) {
    const name = ownName(names, place);
    if (name) own.add(keyOf(name));
  }
  const found: OwnName[] = [];
  for (const { places } of told.values())
    for (let at = 0; at < places.length; at += PLACE_CELLS) {
      const name = { line: places[at + 3] as number, name: places[at + 1] as string };
      if (own.has(keyOf(name))) found.push(name);
    }
  return found;
}

/** The names that are needed, in the order in which they are asked for. */
class RuleNames {
  readonly cells: (string | number)[] = [];
  private readonly names: Cells;
  private readonly known = new Map<number, number>();

  constructor(names: Cells) {
    this.names = names;
  }

  at(name: number): number {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    this.cells.push(...this.names.slice(name * NAME_CELLS, name * NAME_CELLS + 3), 0);
    this.known.set(name, this.known.size);
    return this.known.size - 1;
  }

  mark(name: number): void {
    this.cells[this.at(name) * RULE_NAME_CELLS + 3] = 1;
  }

  wordsOf({ words }: DecisionDigest): (string | number)[] {
    return words.map((word, at) => (at % WORD_CELLS === 0 && typeof word === "number" ? this.at(word) : word));
  }

  ownOf(): OwnName[] {
    return [...this.known.keys()].flatMap((name) => ownName(this.names, name) ?? []);
  }
}
