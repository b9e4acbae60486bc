import type { GrammarResult, ParsedUse } from "../option-grammar.ts";
import { readByGrammar } from "../option-grammar.ts";
import type { ShellWord } from "../words.ts";
import { type Reader, type ReaderTable, refuse } from "./reader.ts";

const UNPACK =
  "-cdkflqtvn -# --stdout --to-stdout --decompress --uncompress --keep --force --list --quiet --test --verbose --no-name";
const TAR =
  "-tvzjJaO -f:@ -C:@ --list --verbose --file=@ --gzip --gunzip --ungzip --bzip2 --xz --lzma --zstd --auto-compress --wildcards --no-wildcards --numeric-owner --full-time --strip-components= --exclude= --occurrence[=] --no-recursion --ignore-case --show-transformed-names --force-local --directory=@ --quoting-style= --utc";

const toStandardOutput: Reader = {
  options: UNPACK,
  operands: "paths",
  check: ({ options }) => {
    const has = (...names: readonly string[]): boolean => names.some((name) => options.has(name));
    // Of several modes the last one counts.
    const looks = has("-l", "--list", "-t", "--test") && !has("-d", "--decompress", "--uncompress");
    return looks || has("-c", "--stdout", "--to-stdout") ? undefined : "it replaces the file";
  },
};
const concatenates: Reader = { options: UNPACK, operands: "paths" };

/** Archives listed or unpacked to standard output; everything else writes. */
export const ARCHIVES: ReaderTable = {
  tar: readTar,
  gtar: readTar,
  bsdtar: readTar,
  gzip: toStandardOutput,
  gunzip: toStandardOutput,
  bzip2: toStandardOutput,
  bunzip2: toStandardOutput,
  xz: toStandardOutput,
  unxz: toStandardOutput,
  zstd: toStandardOutput,
  unzstd: toStandardOutput,
  zcat: concatenates,
  bzcat: concatenates,
  xzcat: concatenates,
  zstdcat: concatenates,
  unzip: {
    options: "-lvZpcqtz1hs",
    operands: "paths",
    check: (use) =>
      ["-l", "-v", "-Z", "-p", "-c", "-t", "-z"].some((name) => use.options.has(name)) ? undefined : "it unpacks files",
  },
  zipinfo: { options: "-12slmvhtTz", operands: "paths" },
};

/** The first word of tar may be a cluster without its dash, whose `f` takes the next word. */
function readTar(words: readonly ShellWord[]): GrammarResult {
  const first = words[0];
  const bare = first && /^[A-Za-z]+$/.test(first.text) && first.certainty === "literal";
  const spelled = bare ? { ...first, text: `-${first.text}` } : undefined;
  if (spelled && /f./.test(spelled.text)) return refuse("the archive option is not last in its cluster", first?.text);
  return readByGrammar(spelled ? [spelled, ...words.slice(1)] : words, {
    options: TAR,
    operands: "text",
    strictGlobs: true,
    check: tarProblem,
  });
}

function tarProblem(use: ParsedUse): string | undefined {
  if (!use.options.has("-t") && !use.options.has("--list")) return "tar packs or unpacks here";
  const archives = [...(use.options.get("-f") ?? []), ...(use.options.get("--file") ?? [])];
  return archives.some((word) => word.text.includes(":"))
    ? "tar fetches such an archive from another machine"
    : undefined;
}
