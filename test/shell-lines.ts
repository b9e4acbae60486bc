import { type Random, randomOf } from "./random.ts";

/** Deeper than this only leaves are made. */
const DEPTH_MAX = 3;
const HAZARD = 0.06;
/** Mostly what would leave a mark stands where a shell takes it for text: whoever reads a line otherwise than the shell lets one pass. */
const TAKEN_FOR_TEXT = 0.75;

/** Lines of a shell, made by its grammar and then bent: each holds something that would leave a mark if the shell came to it. */
export function* shellLines(seed: number, count: number): Generator<string> {
  const random = randomOf(seed);
  for (let made = 0; made < count; ) {
    const line = bent(random.chance(0.4) ? new Line(random).whole() : wrapped(random), random);
    if (!/mark|secret|t\.sh/.test(line)) continue;
    made++;
    yield line;
  }
}

const NAMES = [
  ...[
    "echo",
    "echo -n",
    "cat a.txt",
    "cat",
    "ls",
    "true",
    ":",
    "wc -l",
    "head -n 1",
    "sort",
    "uniq",
    "grep a",
    "grep -c a a.txt",
  ],
  ...[
    "printf %s",
    "printf '%s\\n'",
    "test",
    "test -n",
    "sed -n p",
    "sed -n 1p a.txt",
    "cut -c1",
    "tr a b",
    "find . -name",
    "basename",
  ],
  ...["pwd", "type", "command -v", "stat", "diff a.txt", "seq", "expr 1 +", "dirname"],
];
const PLAIN = ["a", "b", "1", "x", "a.txt"];
const LITERALS = [
  ...[
    "a",
    "b",
    "1",
    "x",
    "E",
    "a.txt",
    "-n",
    "--",
    "=",
    "+",
    "#",
    "%",
    "/",
    ".",
    ",",
    "!",
    "^",
    "]",
    "}",
    "\\ ",
    "\\\n",
    "\\$",
    "~",
    "*",
  ],
  ...[
    "?",
    "[ab]",
    "@(a|b)",
    "!(a)",
    "{a,b}",
    "{1..3}",
    "x=",
    "a[1]",
    "a[1]=",
    "-",
    ":",
    "@",
    "\\\\",
    "\\'",
    '\\"',
    "é",
    "\t",
    "secrets",
    "\r",
  ],
];
const VARIABLES = [
  "x",
  "a",
  "a[0]",
  "a[@]",
  "a[*]",
  "#",
  "?",
  "@",
  "*",
  "1",
  "!x",
  "#x",
  "#a[@]",
  "_",
  "IFS",
  "HOME",
  "0",
];
const EXPANSIONS = [
  ":-",
  "-",
  ":+",
  "+",
  ":?",
  ":=",
  "=",
  "#",
  "##",
  "%",
  "%%",
  "/",
  "//",
  "/#",
  "/%",
  "^",
  "^^",
  ",",
  ",,",
  ":",
  "@",
];
const SIGNS = [
  "+",
  "-",
  "*",
  "/",
  "%",
  "**",
  "<<",
  "==",
  "=",
  "+=",
  "&&",
  "||",
  ",",
  "?1:",
  "<",
  "!",
  "~",
  "&",
  "|",
  "^",
];
const REDIRECTIONS = ["<", "<<<", ">&", "2>&", "<&", "2>/dev/null ", ">/dev/null ", "</dev/null "];
const HAZARDOUS_COMMANDS = [
  ...[
    "touch mark",
    ">mark",
    ": >mark",
    "cat ../secret.txt",
    ". ./t.sh",
    "sh t.sh",
    "eval touch mark",
    "tee mark",
    "exec >mark",
    "cp a.txt mark",
  ],
  ...[
    "sed -n wmark a.txt",
    "sort -omark a.txt",
    "find . -fprint mark",
    "{ touch mark; }",
    "(touch mark)",
    "cat <../secret.txt",
    "trap 'touch mark' EXIT",
  ],
  ...[
    "printf -v 'a[$(touch mark)]' x",
    "let 'a[$(touch mark)]'",
    "test -v 'a[$(touch mark)]'",
    "alias e='touch mark'; e",
    "coproc touch mark",
    "cat out",
  ],
  ...[
    "awk 'BEGIN{print>\"mark\"}'",
    "read 'a[$(touch mark)]' <a.txt",
    "mapfile -C 'touch mark' -c1 <a.txt",
    "time touch mark",
    "! touch mark",
  ],
];
const HAZARDOUS_PARTS = [
  ...[
    "$(touch mark)",
    "`touch mark`",
    "<(touch mark)",
    ">(touch mark)",
    "${x:=$(touch mark)}",
    "$((a[$(touch mark)]))",
    "${a[$(touch mark)]}",
  ],
  ...[
    "../secret.txt",
    "out",
    "$[a[$(touch mark)]]",
    "${x-`touch mark`}",
    "$(<../secret.txt)",
    "${x@P}",
    "$(. ./t.sh)",
    "{../secret.txt,a}",
  ],
];
const JOINTS = ["; ", "\n", " && ", " || ", " | ", " & ", ";\n", " |& "];

const FRAGMENTS = ["a", "b", "1", "$x", "'x'", '"y"', "x=", "*", "[1]", "\\\n", "", "", "", "", ""];

/** A line around what would leave a mark: in a nest of places where a shell comes to it, or does not. */
function wrapped(random: Random): string {
  let inner = random.chance(0.3) ? random.pick(HAZARDOUS_COMMANDS) : random.pick(HAZARDOUS_PARTS);
  const beside = (): string => random.pick(FRAGMENTS);
  for (let wraps = 1 + random.below(4); wraps > 0; wraps--)
    inner = beside() + random.pick(WRAPS)(inner, beside) + beside();
  const line = random.pick(ROOTS)(inner, beside);
  return random.chance(0.3) ? `${random.pick(NAMES)} ${beside()}${random.pick(JOINTS)}${line}` : line;
}

type Wrap = (inner: string, beside: () => string) => string;
const WRAPS: readonly Wrap[] = [
  (inner, beside) => `${beside()}${inner}`,
  (inner) => `'${inner}'`,
  (inner) => `"${inner}"`,
  (inner) => `$'${inner}'`,
  (inner) => `$"${inner}"`,
  (inner) => `\\${inner}`,
  (inner, beside) => `\${x${beside()}:-${inner}}`,
  (inner) => `"\${x:-${inner}}"`,
  (inner, beside) => `\${x#${inner}${beside()}}`,
  (inner, beside) => `\${x/${beside()}/${inner}}`,
  (inner, beside) => `\${x/${inner}/${beside()}}`,
  (inner) => `\${x:${inner}}`,
  (inner) => `\${a[${inner}]}`,
  (inner, beside) => `$((${beside()}${inner}))`,
  (inner) => `$(('${inner}'))`,
  (inner) => `$[${inner}]`,
  (inner, beside) => `$(echo ${beside()}${inner})`,
  (inner) => `\`echo ${inner}\``,
  (inner) => `$(${inner})`,
  (inner) => `<(${inner})`,
  (inner, beside) => `{${inner},${beside()}}`,
  (inner) => `[${inner}]`,
  (inner) => `@(a|${inner})`,
  (inner) => ` # ${inner}\n`,
  (inner) => `<<E\n${inner}\nE\n`,
  (inner) => `<<'E'\n${inner}\nE\n`,
  (inner) => `<<-"E"\n\t${inner}\n\tE\n`,
  (inner, beside) => `a=(${beside()} ${inner})`,
  (inner, beside) => `a=([${inner}]=${beside()})`,
  (inner, beside) => `a[${inner}]=${beside()}`,
];
const ROOTS: readonly Wrap[] = [
  (inner) => `echo ${inner}`,
  (inner) => inner,
  (inner) => `x=${inner}`,
  (inner, beside) => `x=${beside()} a=(${inner})${beside()}`,
  (inner) => `cat <<<${inner}`,
  (inner) => `[[ a = ${inner} ]]`,
  (inner) => `[[ a =~ ${inner} ]]`,
  (inner) => `[[ -n ${inner} ]]`,
  (inner) => `[ a = ${inner} ]`,
  (inner) => `case ${inner} in *) :;; esac`,
  (inner) => `case a in ${inner}) :;; esac`,
  (inner) => `for i in ${inner}; do :; done`,
  (inner) => `for ((${inner};0;)); do :; done`,
  (inner) => `((${inner}))`,
  (inner) => `if [[ -n ${inner} ]]; then :; fi`,
  (inner) => `f() { echo ${inner}; }; f`,
  (inner) => `printf %s ${inner}`,
  (inner) => `(echo ${inner})`,
  (inner) => `cat <<E\n${inner}\nE`,
  (inner) => `ls ${inner} | cat`,
];

/** One line under way. */
class Line {
  private readonly random: Random;
  /** Texts that stand behind the end of the line that asked for them. */
  private documents: string[] = [];

  constructor(random: Random) {
    this.random = random;
  }

  whole(): string {
    return `${this.list(0)}${this.flushed()}`;
  }

  private flushed(): string {
    const [documents] = [this.documents];
    this.documents = [];
    return documents.length === 0 ? "" : `\n${documents.join("")}`;
  }

  private hidden(hazard: string): string {
    const { random } = this;
    if (!random.chance(TAKEN_FOR_TEXT)) return hazard;
    return random.pick([
      () => `'${hazard.replaceAll("'", "")}'`,
      () => `\\${hazard}`,
      () => `"${hazard.replaceAll(/["`$]/g, "\\$&")}"`,
      () => `$'${hazard.replaceAll("'", "\\'")}'`,
      () => ` # ${hazard}\n`,
      () => `\n# ${hazard}\n`,
      () => `<<'E'\n${hazard}\nE\n`,
      () => `<<\\E\n${hazard}\nE\n`,
      () => `"'${hazard.replaceAll(/["`$]/g, "\\$&")}'"`,
      () => `<<<'${hazard.replaceAll("'", "")}'`,
    ])();
  }

  private list(depth: number): string {
    let text = this.command(depth);
    for (let more = this.random.chance(0.4) ? 1 : 0; more > 0; more--) {
      const joint = this.random.pick(JOINTS);
      text += joint.endsWith("\n") ? `${this.flushed() || joint}` : joint;
      text += this.command(depth);
    }
    return this.random.chance(0.05) ? `${text} # ${this.word(depth + 1)}${this.flushed() || "\n"}` : text;
  }

  private command(depth: number): string {
    const { random } = this;
    if (random.chance(HAZARD / 2)) return this.hidden(random.pick(HAZARDOUS_COMMANDS));
    if (depth >= DEPTH_MAX || random.chance(0.7)) return this.simple(depth + 1);
    const inner = (): string => this.list(depth + 1);
    const word = (): string => this.word(depth + 1);
    return random.pick([
      () => `if ${inner()}; then ${inner()}; fi`,
      () => `for i in ${word()} ${word()}; do ${inner()}; done`,
      () => `for ((i=0;i<1;i++)); do ${inner()}; done`,
      () => `for ((${this.sum(depth + 1)};0;)); do ${inner()}; done`,
      () => `case ${word()} in ${word()}) ${inner()};; *) ${inner()};; esac`,
      () => `while false; do ${inner()}; done`,
      () => `until true; do ${inner()}; done`,
      () => `(${inner()})`,
      () => `{ ${inner()}; }`,
      () => `[[ ${word()} ${random.pick(["=", "==", "!=", "=~", "-eq", "<", "-nt"])} ${word()} ]]`,
      () => `[[ ${random.pick(["-n", "-z", "-v", "-e", "!", "-f"])} ${word()} && ${word()} ]]`,
      () => `((${this.sum(depth + 1)}))`,
      () => `f() { ${inner()}; }`,
      () => `f() { ${inner()}; }; f`,
      () => `! ${inner()}`,
      () => `time ${inner()}`,
      () => `[ ${word()} = ${word()} ]`,
      () => `select i in ${word()}; do break; done`,
    ])();
  }

  private simple(depth: number): string {
    const { random } = this;
    let text = random.chance(0.25) ? `${this.assignment(depth)} ` : "";
    if (text !== "" && random.chance(0.3)) return text.trimEnd();
    text += random.pick(NAMES);
    for (let words = random.below(2) + random.below(2); words > 0; words--) text += ` ${this.word(depth)}`;
    if (random.chance(0.12)) text += ` ${random.pick(REDIRECTIONS)}${this.word(depth)}`;
    if (random.chance(0.08)) text += this.document(depth);
    return text;
  }

  private assignment(depth: number): string {
    const { random } = this;
    const name = random.pick(["x", "a", "x+", "a[1]", `a[${this.sum(depth + 1)}]`, "a+", "LANG", "i"]);
    if (random.chance(0.5)) return `${name}=${this.word(depth)}`;
    return `${name}=(${this.word(depth)} ${random.chance(0.3) ? `[${this.sum(depth + 1)}]=` : ""}${this.word(depth)})${random.chance(0.15) ? this.part(depth) : ""}`;
  }

  private document(depth: number): string {
    const [start, end] = this.random.pick([
      ["<<E", "E"],
      ["<<'E'", "E"],
      ["<<-E", "\tE"],
      ["<<\\E", "E"],
      ['<<"E F"', "E F"],
      ["<<E$x", "E$x"],
    ] as const);
    this.documents.push(`${this.word(depth + 1)}\n${end}\n`);
    return ` ${start}`;
  }

  private word(depth: number): string {
    let text = this.part(depth);
    while (this.random.chance(0.25)) text += this.part(depth);
    return text;
  }

  private part(depth: number): string {
    const { random } = this;
    if (random.chance(HAZARD)) return this.hidden(random.pick([...HAZARDOUS_PARTS, ...HAZARDOUS_COMMANDS]));
    if (depth > DEPTH_MAX || random.chance(0.6)) return random.pick(random.chance(0.6) ? PLAIN : LITERALS);
    const part = (): string => this.part(depth + 1);
    const word = (): string => this.word(depth + 1);
    return random.pick([
      () => `'${part()}'`,
      () => `"${part()}${part()}"`,
      () => `$'${part()}'`,
      () => `$"${part()}"`,
      () => `$${random.pick(["x", "a", "1", "@", "?", "#", "$", "-"])}`,
      () => `\${${random.pick(VARIABLES)}}`,
      () => `\${${random.pick(VARIABLES)}${random.pick(EXPANSIONS)}${word()}}`,
      () => `\${x/${part()}/${part()}}`,
      () => `\${x:${this.sum(depth + 1)}:${this.sum(depth + 1)}}`,
      () => `\${a[${this.sum(depth + 1)}]}`,
      () => `"\${x:-${part()}}"`,
      () => `$(${this.list(depth + 1)})`,
      () => `\`${this.list(depth + 1)}\``,
      () => `$((${this.sum(depth + 1)}))`,
      () => `$[${this.sum(depth + 1)}]`,
      () => `<(${this.list(depth + 1)})`,
      () => `{${part()},${part()}}`,
      () => `[${part()}]`,
      () => `@(${part()}|${part()})`,
    ])();
  }

  private sum(depth: number): string {
    const { random } = this;
    if (depth > DEPTH_MAX || random.chance(0.4))
      return random.pick(["1", "x", "a[0]", "i", "0x1", "x++", "2#1", "(1)"]);
    const sum = (): string => this.sum(depth + 1);
    return random.pick([
      () => `${sum()}${random.pick(SIGNS)}${sum()}`,
      () => `a[${sum()}]`,
      () => `(${sum()})`,
      () => this.part(depth + 1),
      () => `'${this.part(depth + 1)}'`,
      () => `"${this.part(depth + 1)}"`,
    ])();
  }
}

const PIECES = [
  ..."'\"\\`$#(){}[]<>|&;=!~*?\n \t\r",
  ...[
    "$(",
    "${",
    "$((",
    "))",
    "((",
    "[[",
    "]]",
    "$'",
    '$"',
    "\\\n",
    "<<E\n",
    "\nE\n",
    "<<<",
    ";;",
    ";&",
    "&&",
    "||",
    "<(",
    ">&",
    "&>",
    "in ",
    "do ",
    "done",
  ],
  ...[
    "fi",
    "then ",
    "esac",
    " #",
    "x=(",
    "a[1]=",
    "@(",
    "${x:-",
    "${x@",
    "${#",
    "$[",
    "{a,",
    "function f ",
    "coproc ",
    "time ",
    "! ",
    "case a in ",
    "\u00a0",
    "\v",
  ],
];

/** A line as it is, or with some signs more or less. */
function bent(line: string, random: Random): string {
  let text = line;
  for (let bends = random.chance(0.5) ? 0 : random.below(4); bends > 0; bends--) {
    const at = random.below(text.length + 1);
    const to = Math.min(text.length, at + 1 + random.below(3));
    text = random.chance(0.7)
      ? text.slice(0, at) + random.pick(PIECES) + text.slice(at)
      : random.chance(0.6)
        ? text.slice(0, at) + text.slice(to)
        : text.slice(0, to) + text.slice(at);
  }
  return text;
}
