import type { ParsedUse } from "../option-grammar.ts";
import { readByGrammar } from "../option-grammar.ts";
import { awkProblem } from "./awk-script.ts";
import { jqProblem, yqProblem } from "./jq-filter.ts";
import type { ReaderTable } from "./reader.ts";
import { sedProblem } from "./sed-script.ts";

const GREP =
  "-EFGPiIovwxycqshnHlLrRazTUbuZ -e: -f:@ -m: -A: -B: -C: -d: -D: -# --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp= --file=@ " +
  "--ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color[=] --colour[=] --files-without-match --files-with-matches " +
  "--max-count= --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null " +
  "--after-context= --before-context= --context= --text --binary-files= --devices= --directories= --exclude= --exclude-dir= --exclude-from=@ --include= " +
  "--recursive --dereference-recursive --line-buffered --binary --null-data --group-separator= --no-group-separator";
const AWK =
  "-F: -v: --field-separator= --assign= --posix --traditional --re-interval --csv --characters-as-bytes --lint[=] -k -b";
const JQ =
  "-nrRjacCsSeM --null-input --raw-input --raw-output --raw-output0 --join-output --ascii-output --compact-output --color-output --monochrome-output " +
  "--slurp --sort-keys --exit-status --tab --indent= --stream --seq --unbuffered --args --jsonargs --arg== --argjson==";

const awk = {
  options: AWK,
  operands: "pattern",
  operandsMin: 1,
  strictGlobs: true,
  check: (use: ParsedUse) => awkProblem(use.operands[0]?.text ?? ""),
} as const;
const grep = { options: GREP, operands: "pattern", patternOptions: ["-e", "-f", "--regexp", "--file"] } as const;

/** `@FILE` stands for options that the file holds: `--plugin=./evil.so` runs code. */
const OF_BINUTILS = {
  strictGlobs: true,
  check: ({ operands, options }: ParsedUse) =>
    [...operands, ...[...options.values()].flat()].some(({ text }) => text.startsWith("@"))
      ? "it takes its options from a file"
      : undefined,
} as const;

/** Programs that cut, compare and search text. Their own languages (sed, awk, jq) are read by their own files. */
export const TEXT_TOOLS: ReaderTable = {
  grep,
  egrep: grep,
  fgrep: grep,
  sed: {
    options:
      "-nErsuz -e: --quiet --silent --expression= --regexp-extended --posix --debug --sandbox --null-data --zero-terminated --separate --unbuffered --line-length=",
    operands: "pattern",
    patternOptions: ["-e", "--expression"],
    strictGlobs: true,
    check: sedUse,
  },
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  jq: {
    options: JQ,
    operands: "pattern",
    strictGlobs: true,
    alone: true,
    check: (use) => jqProblem(use.operands[0]?.text ?? ""),
  },
  // Two programs bear this name; only what means the same to both, and nothing that writes (-i, -s) or loads.
  yq: (words) => {
    const [first, ...rest] = words;
    return readByGrammar(/^(?:e|eval)$/.test(first?.text ?? "") ? rest : words, {
      options:
        "-rcejCMPN -o: --raw-output --unwrapScalar[=] --prettyPrint --no-colors --colors --output-format= --exit-status",
      operands: "pattern",
      patternMayBeFile: true,
      strictGlobs: true,
      check: (use) => yqProblem(use.operands[0]?.text ?? ""),
    });
  },
  cut: {
    options:
      "-nsz -b: -c: -d: -f: --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated",
    operands: "paths",
  },
  tr: { options: "-cCdst --complement --delete --squeeze-repeats --truncate-set1", operands: "text", operandsMax: 2 },
  // -o and -T write, --compress-program starts a program, --files0-from reads a list of files.
  sort: {
    options:
      "-bcCdfghiMmnRrsuVz -k: -t: -S: --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort " +
      "--human-numeric-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check[=] --key= --merge --stable --buffer-size= " +
      "--field-separator= --parallel= --unique --zero-terminated --debug",
    operands: "paths",
    strictGlobs: true,
  },
  // A second operand is the file that uniq writes.
  uniq: {
    options:
      "-cdDiuz -f: -s: -w: --count --repeated --all-repeated[=] --group[=] --ignore-case --unique --skip-fields= --skip-chars= --check-chars= --zero-terminated",
    operands: "paths",
    operandsMax: 1,
    strictGlobs: true,
  },
  paste: { options: "-sz -d: --delimiters= --serial --zero-terminated", operands: "paths" },
  join: {
    options: "-iz -a: -e: -j: -o: -t: -v: -1: -2: --ignore-case --check-order --nocheck-order --header",
    operands: "paths",
  },
  comm: {
    options: "-123z --check-order --nocheck-order --output-delimiter= --total --zero-terminated",
    operands: "paths",
  },
  fold: { options: "-bs -w: -# --bytes --spaces --width=", operands: "paths" },
  fmt: {
    options: "-cstu -p: -w: -g: -# --crown-margin --split-only --uniform-spacing --width= --prefix=",
    operands: "paths",
  },
  expand: { options: "-i -t: -# --initial --tabs=", operands: "paths" },
  unexpand: { options: "-a -t: --all --first-only --tabs=", operands: "paths" },
  column: {
    options:
      "-txneLJ -s: -o: -c: -N: -l: -R: -H: -O: -W: -E: --table --separator= --output-separator= --output-width= --table-columns= --json --fillrows",
    operands: "paths",
  },
  diff: {
    options:
      "-qsuabBdEwiNrytpcenPTZ -U: -C: -W: -I: -x: -F: -# --normal --brief --report-identical-files --context[=] --unified[=] --ed --rcs --side-by-side --width= " +
      "--left-column --suppress-common-lines --show-c-function --show-function-line= --label= -L: --expand-tabs --initial-tab --tabsize= --recursive " +
      "--no-dereference --new-file --ignore-file-name-case --exclude= --exclude-from=@ -X:@ --ignore-case --ignore-tab-expansion --ignore-trailing-space " +
      "--ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --color[=] --speed-large-files",
    operands: "paths",
  },
  cmp: {
    options: "-bls -i: -n: --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent",
    operands: "paths",
  },
  od: {
    options:
      "-abcdfhilosvx -A: -j: -N: -S? -t: -w? --address-radix= --format= --skip-bytes= --read-bytes= --strings[=] --width[=] --output-duplicates",
    operands: "paths",
  },
  hexdump: { options: "-bcCdovx -e: -n: -s: --canonical --length= --skip= --no-squeezing", operands: "paths" },
  hd: { options: "-bcCdovx -n: -s:", operands: "paths" },
  // A second operand is the file that xxd writes.
  xxd: {
    options: "-abeEipruCd -c: -g: -l: -o: -s: -n: =-ps =-len: =-cols: =-seek: =-plain",
    operands: "paths",
    operandsMax: 1,
    strictGlobs: true,
    alone: true,
  },
  base64: { options: "-dDw: --decode --ignore-garbage --wrap=", operands: "paths" },
  base32: { options: "-dw: --decode --ignore-garbage --wrap=", operands: "paths" },
  pr: { options: "-adFfJmrTtv -# -l: -w: -h: -o: -s? -n? -e? -i?", operands: "paths" },
  tsort: { options: "", operands: "paths", operandsMax: 1 },
  // -o writes.
  shuf: {
    options: "-erz -i: -n: --echo --input-range= --head-count= --repeat --zero-terminated",
    operands: "paths",
    strictGlobs: true,
  },
  look: { options: "-abdf", operands: "pattern" },
  bc: { options: "-lqsw --mathlib --quiet --standard --warn", operands: "paths" },
  nm: {
    options: "-ACDgnpruSa --demangle --extern-only --defined-only --undefined-only --print-size --size-sort",
    operands: "paths",
    ...OF_BINUTILS,
  },
  readelf: {
    options:
      "-ahlSgtesnrudVAIW --all --file-header --headers --symbols --dynamic --relocs --sections --segments --notes --wide",
    operands: "paths",
    ...OF_BINUTILS,
  },
  // -S shows lines of whichever files the debug information names.
  objdump: {
    options: "-dDhftTrRsxapC -M: -j: --disassemble --headers --syms --demangle --all-headers",
    operands: "paths",
    ...OF_BINUTILS,
  },
  strings: {
    options: "-af -n: -t: -e: -o -# --all --print-file-name --bytes= --radix= --encoding=",
    operands: "paths",
    ...OF_BINUTILS,
  },
  // A code with a slash in it is the file of a table.
  iconv: { options: "-lcs -f:@ -t:@ --list --from-code=@ --to-code=@", operands: "paths" },
};

function sedUse(use: ParsedUse): string | undefined {
  const given = [...(use.options.get("-e") ?? []), ...(use.options.get("--expression") ?? [])];
  const scripts = given.length > 0 ? given : use.operands.slice(0, 1);
  if (scripts.length === 0) return "it has no script";
  return sedProblem(scripts.map((word) => word.text).join("\n"));
}
