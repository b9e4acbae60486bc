import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A piece of the folder that one session alone changes, and what it may hold by what that session was told. */
export interface Cell {
  readonly name: string;
  read(): string;
}

export const LINES_EACH = 20;
const WHOLE_LINES = 400;

export const lineOf = (who: string, index: number, value: string): string => `${who} line ${index} is ${value}`;

/** The text that both sessions start with; each has its own lines in it. */
export function sharedText(): string {
  const lines = ["a", "b"].flatMap((who) =>
    Array.from({ length: LINES_EACH }, (_, index) => lineOf(who, index, "new")),
  );
  return `${lines.join("\n")}\n`;
}

/** A version of the file that both replace as a whole: of which version it was made, and a sum over all of it. */
export function wholeText(version: string, before: string): string {
  const body = `${`text of ${version}`.repeat(4)}\n`.repeat(WHOLE_LINES);
  return `version ${version} after ${before}\n${body}sum ${sumOf(version, body)}\n`;
}

const sumOf = (version: string, body: string): string =>
  createHash("sha256").update(version).update(body).digest("hex").slice(0, 12);

/** @returns the version, or what is wrong */
export function readWhole(
  cwd: string,
): { readonly version: string; readonly before: string } | { readonly broken: string } {
  const text = readFileSync(join(cwd, "whole.txt"), "utf8");
  const found = /^version (\S+) after (\S+)\n([\s\S]*)sum (\w+)\n$/.exec(text);
  const [, version = "", before = "", body = "", sum] = found ?? [];
  if (found === null || sum !== sumOf(version, body))
    return { broken: `whole.txt has ${text.length} characters: ${text.slice(0, 80)}` };
  return { version, before };
}

export const PAIR_LINES = 300;

/** Half of what is changed in two files at once. */
export const halfText = (value: string): string => `pair ${value}\n${"filling\n".repeat(PAIR_LINES)}`;

export const lineCell = (cwd: string, who: string, index: number): Cell => ({
  name: `line ${index} of ${who} in both.txt`,
  read: () =>
    new RegExp(`^${who} line ${index} is (.*)$`, "m").exec(readFileSync(join(cwd, "both.txt"), "utf8"))?.[1] ?? "lost",
});

export const pairCell = (cwd: string, who: string): Cell => ({
  name: `the pair of ${who}`,
  read: () => {
    const [one = "", other = ""] = ["one", "two"].map((half) => readFileSync(join(cwd, who, `${half}.txt`), "utf8"));
    const value = /^pair (.*)$/m.exec(one)?.[1] ?? "lost";
    return one === other && one === halfText(value) ? value : `torn: ${one.slice(0, 20)} and ${other.slice(0, 20)}`;
  },
});

export const fileCell = (cwd: string, path: string): Cell => ({
  name: path,
  read: () => (existsSync(join(cwd, path)) ? readFileSync(join(cwd, path), "utf8") : "absent"),
});

/** What the cells may hold. What was told as done is done; what a kill cut may be or not; nothing else may. */
export class Ledger {
  readonly #possible = new Map<string, readonly string[]>();
  readonly #cells = new Map<string, Cell>();

  /** What a cell holds by all that is known. */
  value(cell: Cell): string {
    this.#cells.set(cell.name, cell);
    const [first] = this.#possible.get(cell.name) ?? this.#settle(cell);
    return first ?? "";
  }

  set(cell: Cell, ...possible: readonly string[]): void {
    this.#possible.set(cell.name, possible);
  }

  /** Looks at all cells. @returns what cannot be */
  check(): readonly string[] {
    return [...this.#cells.values()].flatMap((cell) => {
      const possible = this.#possible.get(cell.name) ?? [];
      const found = cell.read();
      this.#possible.set(cell.name, [found]);
      return possible.includes(found)
        ? []
        : [
            `${cell.name} is ${JSON.stringify(found.slice(-300))}, but must be ${possible.map((text) => JSON.stringify(text.slice(-300))).join(" or ")}`,
          ];
    });
  }

  #settle(cell: Cell): readonly string[] {
    const found = [cell.read()];
    this.#possible.set(cell.name, found);
    return found;
  }
}
