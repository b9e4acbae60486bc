/** A place that a check complains about. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

const PROBLEMS_MAX = 200;
const MESSAGE_CHARACTERS_MAX = 300;

/**
 * File and line of what linters, compilers and test runners report, in the order they come, each place once. Knows
 * the common shapes: `file:line:column: message`, TypeScript's `file(1,2): error`, ESLint's and Biome's blocks,
 * Python, Java, Node, Go and Rust traces, JUnit and Maven lines.
 */
export function parseProblems(output: string): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  let blockFile: string | undefined;
  let lastMessage = "";
  for (const raw of stripColours(output).split(/\r?\n/)) {
    const line = raw.trimEnd();
    if (FILE_ALONE.test(line)) blockFile = line.trim();
    else if (line === "") blockFile = undefined;
    const problem = parseLine(line, blockFile, lastMessage);
    if (problem !== undefined) {
      const key = `${problem.file}:${problem.line}:${problem.message}`;
      if (!seen.has(key)) problems.push(problem);
      seen.add(key);
      if (problems.length >= PROBLEMS_MAX) break;
    } else if (MESSAGE.test(line)) lastMessage = line.trim();
  }
  return problems;
}

/** A line that is only a path, as ESLint prints above the problems of a file. */
const FILE_ALONE = /^(?:\/|\.{0,2}\/|[A-Za-z]:[\\/])?[\w@.+~-]+(?:[\\/][\w@.+~ -]+)*\.[A-Za-z]\w{0,7}$/;
/** A line worth keeping as the reason of a trace or an arrow below it. */
const MESSAGE =
  /^(?:\s*(?:error|warning)(?:\[\w+\])?:|[\w.]*(?:Error|Exception|Failure)\b|\s*(?:E {3}|AssertionError|✗|×|FAIL|not ok|---? FAIL))/i;
const PATH = String.raw`((?:[A-Za-z]:)?[^\s:()"'<>|]+\.[A-Za-z]\w{0,9})`;

interface Shape {
  readonly pattern: RegExp;
  /** Takes the message from the line before where the match has none. */
  read(match: RegExpExecArray, lastMessage: string): Problem | undefined;
}

const SHAPES: readonly Shape[] = [
  // src/a.ts(3,5): error TS2322: …
  { pattern: new RegExp(`^\\s*${PATH}\\((\\d+),(\\d+)\\):\\s*(.+)$`), read: plain },
  // [ERROR] /src/App.java:[12,8] cannot find symbol
  { pattern: new RegExp(`^\\[(?:ERROR|WARNING)\\]\\s+${PATH}:\\[(\\d+),(\\d+)\\]\\s*(.+)$`), read: plain },
  // a.py:3:5: F401 …, main.go:7:2: …, a.c:3:1: error: …
  { pattern: new RegExp(`^\\s*${PATH}:(\\d+):(\\d+):?\\s+(.+)$`), read: plain },
  // --> src/main.rs:4:5 (Rust), ❯ a.test.ts:7:19 (vitest)
  {
    pattern: new RegExp(`^\\s*(?:-->|❯|→|╭─\\[)\\s*(?:\\S+\\s+)?${PATH}:(\\d+):(\\d+)`),
    read: (match, last) => problemOf(match[1], match[2], match[3], last),
  },
  // at Object.<anonymous> (/src/a.test.js:5:9)
  {
    pattern: new RegExp(`^\\s+at (?:.*\\()?(?:file://)?${PATH}:(\\d+):(\\d+)\\)?$`),
    read: (match, last) => (isForeign(match[1]) ? undefined : problemOf(match[1], match[2], match[3], last)),
  },
  // File "a.py", line 3, in test
  {
    pattern: /^\s*File "([^"]+)", line (\d+)/,
    read: (match, last) => (isForeign(match[1]) ? undefined : problemOf(match[1], match[2], undefined, last)),
  },
  // at demo.AppTest.adds(AppTest.java:12)
  {
    pattern: /^\s+at [\w.$]+\(([\w$]+\.(?:java|kt|scala|groovy)):(\d+)\)$/,
    read: (match, last) => problemOf(match[1], match[2], undefined, last),
  },
  // src/a.rs:4:5: after "panicked at"
  {
    pattern: new RegExp(`panicked at (?:'(.*)', )?${PATH}:(\\d+):(\\d+)`),
    read: (match) => problemOf(match[2], match[3], match[4], match[1] ?? "panicked"),
  },
  // a_test.go:9: got 3, test_a.py:4: AssertionError
  {
    pattern: new RegExp(`^\\s*${PATH}:(\\d+):\\s*(.*)$`),
    read: (match, last) => problemOf(match[1], match[2], undefined, match[3] === "" ? last : match[3]),
  },
];

function parseLine(line: string, blockFile: string | undefined, lastMessage: string): Problem | undefined {
  if (line.length > 2000) return undefined;
  for (const { pattern, read } of SHAPES) {
    const match = pattern.exec(line);
    if (match !== null) return read(match, lastMessage);
  }
  const inBlock = blockFile === undefined ? null : /^\s+(\d+):(\d+)\s+(.+)$/.exec(line);
  return inBlock === null ? undefined : problemOf(blockFile, inBlock[1], inBlock[2], inBlock[3]);
}

function plain(match: RegExpExecArray): Problem | undefined {
  return problemOf(match[1], match[2], match[3], match[4]);
}

function problemOf(
  file: string | undefined,
  line: string | undefined,
  column: string | undefined,
  message: string | undefined,
): Problem | undefined {
  if (file === undefined || line === undefined) return undefined;
  const place = { file: file.replace(/^\.\//, ""), line: Number(line) };
  const text = (message ?? "").trim().slice(0, MESSAGE_CHARACTERS_MAX);
  return { ...place, ...(column === undefined ? {} : { column: Number(column) }), message: text };
}

/** Frames inside of tools and libraries say nothing about the project. */
function isForeign(file: string | undefined): boolean {
  return (
    file === undefined ||
    /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|lib[\\/]python[\d.]+)[\\/]|^node:/.test(file)
  );
}

function stripColours(text: string): string {
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
}
