import type { ParsedUse } from "../option-grammar.ts";
import { isHarmless, isLiteral, isText, literalWord, namedPiece, type ShellWord } from "../words.ts";
import { acceptAll, type ReaderTable, refuse } from "./reader.ts";

const CHECKSUM =
  "-bctzqswa: --binary --check --text --tag --zero --quiet --status --strict --warn --ignore-missing --algorithm= --length= -l:";
const SLEEP_SECONDS_MAX = 60;
const SETS_BY_FORMAT = /%[^%a-zA-Z]*[hjlLqtz]*n/;

/** Files, names and numbers: programs that print and do nothing else with these options. */
export const COREUTILS: ReaderTable = {
  ls: {
    options:
      "-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -T: -w: --all --almost-all --author --escape --block-size= --ignore-backups --color[=] " +
      "--directory --classify[=] --file-type --format= --full-time --group-directories-first --no-group --human-readable --si " +
      "--hide= --hyperlink[=] --indicator-style= --inode --ignore= --dereference --numeric-uid-gid --literal --hide-control-chars " +
      "--show-control-chars --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero",
    operands: "paths",
  },
  cat: {
    options:
      "-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting",
    operands: "paths",
  },
  head: {
    options: "-qvz -n: -c: -# --lines= --bytes= --quiet --silent --verbose --zero-terminated",
    operands: "paths",
  },
  // What is followed by its name may be another file by then: -F and --follow=name are left out on purpose.
  tail: {
    options:
      "-fqvzr -n: -c: -s: -# --lines= --bytes= --follow --sleep-interval= --quiet --silent --verbose --zero-terminated",
    operands: "paths",
  },
  wc: { options: "-cmlLw --bytes --chars --lines --max-line-length --words --total=", operands: "paths" },
  nl: {
    options:
      "-p -b: -d: -f: -h: -i: -l: -n: -s: -v: -w: --body-numbering= --number-format= --number-separator= --number-width= --starting-line-number= --line-increment= --no-renumber",
    operands: "paths",
  },
  tac: { options: "-br -s: --before --regex --separator=", operands: "paths" },
  rev: { options: "-0 --zero", operands: "paths" },
  stat: { options: "-Lftx -c: --dereference --file-system --format= --printf= --terse", operands: "paths" },
  file: {
    options:
      "-bhiIkLNrs0v --brief --mime --mime-type --mime-encoding --no-dereference --dereference --keep-going --no-pad --raw --print0 -F: --separator=",
    operands: "paths",
    operandsMin: 0,
    // -C writes a file.
    strictGlobs: true,
  },
  readlink: {
    options: "-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --zero",
    operands: "paths",
  },
  realpath: {
    options:
      "-eEmLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip --no-symlinks --zero --relative-to= --relative-base=",
    operands: "paths",
  },
  basename: { options: "-az -s: --multiple --suffix= --zero", operands: "text", anyText: true },
  dirname: { options: "-z --zero", operands: "text", anyText: true },
  du: {
    options:
      "-0abcDHhkLlmPSsx -B: -d: -t: --all --apparent-size --block-size= --bytes --total --max-depth= --human-readable --si --separate-dirs --summarize --one-file-system --exclude= --time[=] --threshold= --inodes",
    operands: "paths",
  },
  df: {
    options:
      "-aHhiklPTvx: -B: -t: --all --block-size= --human-readable --inodes --local --portability --print-type --total --type= --exclude-type= --output[=]",
    operands: "paths",
  },
  md5sum: { options: CHECKSUM, operands: "paths" },
  sha1sum: { options: CHECKSUM, operands: "paths" },
  sha224sum: { options: CHECKSUM, operands: "paths" },
  sha256sum: { options: CHECKSUM, operands: "paths" },
  sha384sum: { options: CHECKSUM, operands: "paths" },
  sha512sum: { options: CHECKSUM, operands: "paths" },
  b2sum: { options: CHECKSUM, operands: "paths" },
  shasum: { options: "-bctUpsw -a: --algorithm= --binary --check --text", operands: "paths" },
  cksum: { options: CHECKSUM, operands: "paths" },
  sum: { options: "-rs --sysv", operands: "paths" },
  md5: { options: "-qr -s:", operands: "paths" },
  tree: {
    options:
      "-aACdDfFghilnNpqQrsStuUvx -I: -L: -P: =-aL: =-dL: =-aI: --charset= --dirsfirst --filesfirst --du --filelimit= --gitignore --ignore-case --inodes --matchdirs --noreport --prune --si --sort= --timefmt= -J -X",
    operands: "paths",
    alone: true,
  },
  pwd: { options: "-LP --logical --physical", operands: "none" },
  true: (words) => acceptAll(words),
  false: (words) => acceptAll(words),
  ":": (words) => acceptAll(words),
  echo: (words) => ofKnown(words, "it prints"),
  printf: {
    options: "",
    operands: "text",
    stopsAtOperand: true,
    check: ({ operands: [format] }) =>
      format !== undefined && (!isOneText(format) || SETS_BY_FORMAT.test(format.text))
        ? "%n in its format sets a variable"
        : undefined,
  },
  seq: { options: "-w -f: -s: --equal-width --format= --separator= -#", operands: "text" },
  expr: { options: "", operands: "text", anyText: true, stopsAtOperand: true },
  factor: { options: "-h --exponents", operands: "text" },
  numfmt: {
    options:
      "-z -d: --from= --to= --from-unit= --to-unit= --field= --format= --header[=] --invalid= --padding= --round= --suffix= --delimiter= --grouping --debug",
    operands: "text",
  },
  date: {
    options:
      "-uRI? -d: -r:@ -j --date= --iso-8601[=] --rfc-3339= --rfc-email --utc --universal --reference=@ --resolution",
    operands: "text",
    check: (use) => (use.operands.every((word) => word.text.startsWith("+")) ? undefined : "it may set the clock"),
  },
  sleep: { options: "", operands: "text", check: shortSleep },
  test: (words) => testExpression(words),
  "[": (words) => testExpression(words),
};

/** Known as it is written, and one word whatever the shell finds. */
const isOneText = ({ certainty, glob, findsNothing }: ShellWord): boolean =>
  certainty === "plain" || (certainty === "literal" && (!glob || findsNothing === true));

function shortSleep(use: ParsedUse): string | undefined {
  const seconds = use.operands.map((word) =>
    /^(\d+(\.\d*)?|\.\d+)(s|m)?$/.test(word.text)
      ? Number.parseFloat(word.text) * (word.text.endsWith("m") ? 60 : 1)
      : Number.NaN,
  );
  return seconds.length > 0 && seconds.reduce((total, each) => total + each, 0) <= SLEEP_SECONDS_MAX
    ? undefined
    : "it waits long";
}

function ofKnown(words: readonly ShellWord[], does: string): ReturnType<typeof refuse> {
  const unknown = words.find((word) => !isText(word));
  return unknown === undefined
    ? acceptAll(words)
    : refuse(`${does} ${namedPiece(unknown.text)}, which is not known before it runs`);
}

function testExpression(words: readonly ShellWord[]): ReturnType<typeof refuse> {
  if (words.some((word) => word.text === "-v" || word.text === "-R"))
    return refuse("-v evaluates an index as code", "-v");
  // Nothing that is found by a pattern with a dot or a slash in it is an operator.
  const several = words.find((word) => !isOneText(word) && word.glob && !(isLiteral(word) && /[./]/.test(word.text)));
  if (several !== undefined)
    return refuse(`${namedPiece(several.text)} may be several words, and an operator among them`);
  const told = words.find((word) => !isHarmless(word));
  // A text in the place of an operator would be one.
  if (told !== undefined && !isPlainTest(words.filter(({ text }) => text !== "]")))
    return refuse(`it tests ${namedPiece(told.text)}, which is not known before it runs`);
  return ofKnown(words, "it tests");
}

/** `x`, `-n x`, `x = y`, each with a `!` before it: what stands as the operator is written. */
function isPlainTest(words: readonly ShellWord[]): boolean {
  const [first, second, ...others] =
    isLiteral(words[0] ?? literalWord("")) && words[0]?.text === "!" ? words.slice(1) : words;
  if (first === undefined || second === undefined) return true;
  if (others.length === 0) return isLiteral(first) && /^-[a-zA-Z]$/.test(first.text);
  return (
    others.length === 1 && isLiteral(second) && /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(second.text)
  );
}
