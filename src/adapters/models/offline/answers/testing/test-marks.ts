/** A mark that tests carry in most projects. */
export interface Mark {
  /** How a question speaks of it. */
  readonly said: RegExp;
  readonly means: string;
  /** How it is written in tests, in most languages. */
  readonly pattern: string;
}

const CALLED = String.raw`\b(?:test|it|describe|suite|context)(?:\.\w+)*\.`;

export const MARKS: readonly Mark[] = [
  {
    said: /\b(?:expect\w*|known|supposed|allowed|marked|meant|esperad\w+)\b.*\b(?:fail\w*|falh\w+)\b|\bxfail\w*|\bfailing\b/,
    means: "expected to fail",
    pattern: String.raw`${CALLED}(?:failing|fails)\b|\bxfail\b|expectedFailure|should_panic`,
  },
  {
    said: /\b(?:skip\w*|ignored?|disabled|switched off|turned off|saltad\w+|ignorad\w+|desativad\w+|desligad\w+)\b/,
    means: "skipped",
    pattern: String.raw`${CALLED}(?:skip|skipIf|runIf)\b|\bx(?:it|test|describe)\(|\b(?:pytest|unittest|self|this|ctx|context)\.skip\w*\(|^\s*@skip\w*|mark\.skip|@(?:Disabled|Ignore)\b|#\[ignore|\bt\.Skip`,
  },
  {
    said: /\b(?:todo|to be written|por escrever)\b/,
    means: "still to be written",
    pattern: String.raw`${CALLED}todo\b`,
  },
  {
    said: /\b(?:serial\w*|one after (?:the )?other|in sequence)\b/,
    means: "run one after the other",
    pattern: String.raw`${CALLED}serial\b`,
  },
  {
    said: /\b(?:parametri[sz]ed?\w*|table[- ]driven|parametrizad\w+)\b/,
    means: "run with several parameters",
    pattern: String.raw`${CALLED}each\b|parametrize\b|@ParameterizedTest|@TestCase\b`,
  },
  {
    // What is left alone is not touched.
    said: /(?<!\b(?:leav\w*|left|let\w*) .*)\balone\b|\b(?:exclusively|focus+ed)\b/,
    means: "run alone",
    pattern: String.raw`${CALLED}only\b|\bf(?:it|describe)\(`,
  },
];
