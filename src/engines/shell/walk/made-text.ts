/** Programs that make one text of another, or of nothing: what they print is written in the line, only not readably. */
const MAKERS =
  "printf echo base64 base32 basenc xxd od hexdump hd uudecode uuencode openssl tr rev sed gsed awk gawk mawk nawk perl python python2 python3 ruby node nodejs php lua gunzip zcat gzip bunzip2 bzcat bzip2 unxz xzcat xz unzstd zstdcat zstd gpg cut head tail tac fold fmt paste dd strings jq iconv dc bc m4 expr seq sort uniq grep egrep fgrep rg jot factor sh bash dash zsh ksh ash busybox column pr expand unexpand nl join comm shuf recode dos2unix unix2dos ascii85 basez";
const MAKER_SET = new Set(MAKERS.split(" "));
/** Where a command may begin, and the words that may stand before its name. */
const IN_SUBSTITUTION = new RegExp(
  `(?:^|[;|&({\`!\\n]|\\b(?:then|do|else|command|builtin|exec|env|nice|time)\\s)\\s*["'\\\\]?(?:[\\w./]*/)?(?:${MAKERS.replaceAll(" ", "|")})(?=[\\s"'<\`)]|$)`,
);

export const makesText = (program: string): boolean => MAKER_SET.has(program);

/** Whether a substitution, as it is written, holds a program that makes text, or a here-document. */
export const substitutionMakesText = (source: string): boolean => IN_SUBSTITUTION.test(source) || source.includes("<<");

const OUTPUT_CHARACTERS_MAX = 20_000;

/**
 * What a program prints, by its words and its input alone: the plain ways to write one text as another.
 * @param words  program first, all known
 * @returns undefined when it is not known for sure in every shell
 */
export function producedText(words: readonly string[], input: string | undefined): string | undefined {
  const [program = "", ...rest] = words;
  const name = program.slice(program.lastIndexOf("/") + 1);
  const make = Object.hasOwn(PRODUCERS, name) ? PRODUCERS[name] : undefined;
  const text = make?.(rest, input);
  return text === undefined || text.length > OUTPUT_CHARACTERS_MAX || text.includes("\0") ? undefined : text;
}

type Producer = (words: readonly string[], input: string | undefined) => string | undefined;

const PRODUCERS: Readonly<Record<string, Producer>> = {
  echo: echoed,
  printf: ([format, ...values]) =>
    format === undefined || /^-[^-]/.test(format) ? undefined : formatted(format, values),
  cat: (words, input) => (words.every((word) => word === "-") ? input : undefined),
  tee: (_words, input) => input,
  rev: (words, input) => (words.length > 0 ? undefined : input?.split("\n").map(reversed).join("\n")),
  tac: (words, input) => (words.length > 0 || input === undefined ? undefined : linesOf(input).toReversed().join("\n")),
  base64: (words, input) => decoded(words, input, fromBase64),
  base32: (words, input) => decoded(words, input, fromBase32),
  xxd: (words, input) => (/^-(?:r -p|p -r|rp|pr|ps -r|r -ps)$/.test(words.join(" ")) ? fromHex(input) : undefined),
};

function echoed(words: readonly string[]): string | undefined {
  let start = 0;
  let interprets = false;
  for (; /^-[neE]+$/.test(words[start] ?? ""); start++) interprets ||= (words[start] ?? "").includes("e");
  const text = words.slice(start).join(" ");
  // Without -e some shells read backslashes and some do not.
  if (!text.includes("\\")) return text;
  return interprets ? unescaped(text) : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", e: "\x1b", E: "\x1b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
  ...{ "\\": "\\", "'": "'", '"': '"' },
};

/** Backslash forms of `printf` and `echo -e`; what follows `\c` is not printed. */
function unescaped(text: string): string {
  return (text.split("\\c")[0] ?? "").replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|([\s\S]))/g,
    (whole: string, ...groups: readonly (string | undefined)[]) => {
      const [hex, short, long, octal, letter] = groups;
      const digits = hex ?? short ?? long;
      if (digits !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10ffff));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return ESCAPES[letter ?? ""] ?? whole;
    },
  );
}

const ROUNDS_MAX = 200;

/** `printf`: the format again and again until the values are used up. */
function formatted(format: string, values: readonly string[]): string | undefined {
  let output = "";
  let used = 0;
  for (let round = 0; round === 0 || (used < values.length && round < ROUNDS_MAX); round++) {
    const before = used;
    for (const [piece, conversion] of format.matchAll(/%[-+ #0-9.*]*([a-zA-Z%(])|[^%]+|%/g)) {
      const takesValue = conversion !== undefined && conversion !== "%";
      const text = takesValue ? converted(piece, values[used++] ?? "") : conversion === "%" ? "%" : unescaped(piece);
      if (text === undefined) return undefined;
      output += text;
    }
    if (used === before) return output;
  }
  return used < values.length ? undefined : output;
}

function converted(conversion: string, value: string): string | undefined {
  switch (conversion) {
    case "%s":
      return value;
    case "%b":
      return unescaped(value);
    case "%c":
      return value.slice(0, 1);
    case "%d":
    case "%i":
    case "%u":
      return /^\d+$/.test(value) ? value : undefined;
    default:
      return undefined;
  }
}

const COUNTS_MAX = 1000;
/** What no shell splits or takes for a pattern, and no program for an option. */
const PLAIN_WORD = /^[\w.,/:@%+][\w.,/:@%+-]*$/;

/** The words that `echo a b` or `seq 1 3` prints; undefined where a shell could make something else of them, or it prints more than words. */
export function printedWords([program, ...words]: readonly string[]): readonly string[] | undefined {
  if (!words.every((word) => PLAIN_WORD.test(word))) return undefined;
  return program === "echo" ? words : program === "seq" ? countedUp(words) : undefined;
}

/** `seq 3`, `seq 2 5`, `seq 1 2 9`. */
function countedUp(words: readonly string[]): readonly string[] | undefined {
  if (words.length === 0 || words.length > 3 || !words.every((word) => /^\d{1,9}$/.test(word))) return undefined;
  const first = words.length === 1 ? 1 : Number(words[0]);
  const step = words.length === 3 ? Number(words[1]) : 1;
  const count = Math.floor((Number(words.at(-1)) - first) / step) + 1;
  if (step === 0 || count > COUNTS_MAX) return undefined;
  return Array.from({ length: Math.max(0, count) }, (_, index) => String(first + index * step));
}

function decoded(
  words: readonly string[],
  input: string | undefined,
  decode: (text: string) => string | undefined,
): string | undefined {
  const isDecoding = words.some((word) => /^(?:-\w*[dD]\w*|--d(?:e(?:c(?:o(?:d(?:e)?)?)?)?)?)$/.test(word));
  const isPlain = words.every((word) => /^(?:-[dDi]+|--decode|--ignore-garbage)$/.test(word));
  return isDecoding && isPlain && input !== undefined ? decode(input.replace(/\s+/g, "")) : undefined;
}

function fromBase64(text: string): string | undefined {
  try {
    return atob(text.replace(/=+$/, ""));
  } catch {
    return undefined;
  }
}

/** RFC 4648, section 6. */
function fromBase32(text: string): string | undefined {
  let bits = 0;
  let held = 0;
  let output = "";
  for (const character of text.replace(/=+$/, "").toUpperCase()) {
    const value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character);
    if (value < 0) return undefined;
    held = ((held << 5) | value) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    output += String.fromCharCode((held >> bits) & 0xff);
  }
  return output;
}

function fromHex(input: string | undefined): string | undefined {
  const digits = input?.replace(/\s+/g, "");
  if (digits === undefined || !/^(?:[0-9a-fA-F]{2})*$/.test(digits)) return undefined;
  return digits.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

const reversed = (line: string): string => [...line].reverse().join("");
const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");
