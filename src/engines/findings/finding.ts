/** How grave, the gravest last. */
export const LEVELS = ["note", "warning", "error"] as const;
export type Level = (typeof LEVELS)[number];

/** Something that is wrong at a place of a file. */
export interface Finding {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly endLine?: number;
  readonly level: Level;
  /** What kind it is, in one word: `off-by-one`. */
  readonly rule: string;
  readonly message: string;
}

/** Whether it is as grave as `least`, or more. */
export function isAtLeast(level: Level, least: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

/** One line for people. */
export function findingLine({ path, line, level, rule, message }: Finding): string {
  return `${path}:${line}: ${level}: ${message.replace(/\s+/g, " ")} [${rule}]`;
}
