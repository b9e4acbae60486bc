import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What one set of cases gave: `unsafe` counts the answers that would have let harm through. */
export interface CaseReport {
  unsafe: number;
  lines: string[];
}

export interface SecurityCase {
  readonly id: string;
  readonly category: string;
  readonly why: string;
  readonly soft?: boolean;
}

/** The cases of one file, or none where the folder is not there. */
export function loadCases<Case>(casesFolder: string, file: string): readonly Case[] {
  const path = join(casesFolder, file);
  if (!existsSync(path)) return [];
  return (JSON.parse(readFileSync(path, "utf8")) as { cases: Case[] }).cases;
}

/** Counts answers per group; soft cases are counted apart and never unsafe. */
export class Tally {
  readonly #title: string;
  readonly #groups = new Map<string, { passed: number; total: number }>();
  readonly #wrong: string[] = [];
  #unsafe = 0;

  constructor(title: string) {
    this.#title = title;
  }

  mark(group: string, answer: { passed: boolean; unsafe?: boolean; id: string; note: string }): void {
    const entry = this.#groups.get(group) ?? { passed: 0, total: 0 };
    entry.total++;
    if (answer.passed) entry.passed++;
    else {
      if (answer.unsafe === true) this.#unsafe++;
      this.#wrong.push(`    ${answer.id}: ${answer.note}`);
    }
    this.#groups.set(group, entry);
  }

  report(verbose: boolean): CaseReport {
    const lines = [...this.#groups].sort().map(([group, { passed, total }]) => {
      const share = ((100 * passed) / total).toFixed(2).padStart(6);
      return `${`${this.#title} ${group}`.padEnd(44)} ${share} %  ${passed}/${total}`;
    });
    return { unsafe: this.#unsafe, lines: verbose ? [...lines, ...this.#wrong] : lines };
  }
}
