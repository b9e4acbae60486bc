import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A line of `growth-units.jsonl`. In a unit `%` is a number that counts up, `~` the one before it. */
interface Tongue {
  readonly path: string;
  /** What every line begins with. */
  readonly margin: string;
  readonly openings: readonly string[];
  readonly units: readonly string[];
}

/** What a language opens, then a unit of it again and again. */
export interface Shape {
  readonly name: string;
  readonly path: string;
  text(characters: number): string;
}

/** Every unit of `growth-units.jsonl` behind every opening of its language, on one line and on lines of their own. */
export const SHAPES: readonly Shape[] = readFileSync(join(import.meta.dirname, "growth-units.jsonl"), "utf8")
  .trim()
  .split("\n")
  .flatMap((line) => shapesOf(JSON.parse(line) as Tongue));

function shapesOf({ path, margin, openings, units }: Tongue): readonly Shape[] {
  return openings.flatMap((opening, at) =>
    units.flatMap((unit) =>
      (unit.endsWith("\n") ? [""] : ["", "\n"]).map((end) => ({
        name: `${path} ${JSON.stringify(opening.slice(-24))}#${at} + ${JSON.stringify(unit + end)}…`,
        path,
        text: (characters: number) => (opening + repeated(unit + end, characters)).replace(/^(?=.)/gm, margin),
      })),
    ),
  );
}

function repeated(unit: string, characters: number): string {
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < characters; index++) {
    const piece = unit.replaceAll("%", String(index)).replaceAll("~", String(Math.max(0, index - 1)));
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join("");
}
