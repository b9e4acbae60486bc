import { type Grammar, type GrammarResult, type ParsedUse, readByGrammar } from "../option-grammar.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { type Reader, type ReaderTable, refuse } from "./reader.ts";

const UNPACK =
  "-cdkflqtvn -# --stdout --to-stdout --decompress --uncompress --keep --force --list --quiet --test --verbose --no-name";
const TAR =
  "-tvzjJaO -f:@ -C:@ --list --verbose --file=@ --gzip --gunzip --ungzip --bzip2 --xz --lzma --zstd --auto-compress --wildcards --no-wildcards --numeric-owner --full-time --strip-components= --exclude= --occurrence[=] --no-recursion --ignore-case --show-transformed-names --force-local --directory=@ --quoting-style= --utc";

/** `zcat x` opens `x.gz` where there is no `x`, and `unzip -l x` `x.zip`. */
const ENDINGS = ".gz -gz .z -z _z .Z .taz .tgz .bz2 .xz .lzma .zst .zip .ZIP".split(" ");
const alsoByEnding = (grammar: Grammar): Reader => {
  return (words) => {
    const result = readByGrammar(words, grammar);
    if (result.kind === "unknown") return result;
    const { reads, ...use } = result.use;
    const mayRead = reads.flatMap((word) => ENDINGS.map((ending) => ({ ...word, text: word.text + ending })));
    return { kind: "known", use: { ...use, reads, mayRead } };
  };
};

const toStandardOutput = alsoByEnding({
  options: UNPACK,
  operands: "paths",
  check: ({ options }) => {
    const has = (...names: readonly string[]): boolean => names.some((name) => options.has(name));
    // Of several modes the last one counts.
    const looks = has("-l", "--list", "-t", "--test") && !has("-d", "--decompress", "--uncompress");
    return looks || has("-c", "--stdout", "--to-stdout") ? undefined : "it replaces the file";
  },
});
const concatenates = alsoByEnding({ options: UNPACK, operands: "paths" });
const UNSEEN = "which files of the archive it shows is not looked at";
/** It looks for archives by a pattern itself. */
const findsArchives = ({ operands: [archive] }: ParsedUse): string | undefined =>
  /[*?[]/.test(archive?.text ?? "") ? "which archives it finds is not looked at" : undefined;
/** The members that it shows are named, and judged as paths. */
const showsUnnamed = ({ options, operands: [, ...members] }: ParsedUse): string | undefined =>
  (options.has("-p") || options.has("-c")) && (members.length === 0 || members.some(({ text }) => /[*?[\\]/.test(text)))
    ? UNSEEN
    : undefined;

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
  unzip: alsoByEnding({
    options: "-lvZpcqtz1hs",
    operands: "paths",
    check: (use) =>
      ["-l", "-v", "-Z", "-p", "-c", "-t", "-z"].some((name) => use.options.has(name))
        ? (findsArchives(use) ?? showsUnnamed(use))
        : "it unpacks files",
  }),
  zipinfo: alsoByEnding({ options: "-12slmvhtTz", operands: "paths", check: findsArchives }),
};

/** The first word of tar may be a cluster without its dash, of which each letter with a value takes one of the next words. */
function readTar(words: readonly ShellWord[]): GrammarResult {
  const first = words[0];
  const isBare = first !== undefined && !first.text.startsWith("-");
  if (isBare && !(isLiteral(first) && /^[tvzjJaO]*f?$/.test(first.text)))
    return refuse(`which words the letters of ${first.text} take is not known`, first.text);
  const spelled = isBare ? { ...first, text: `-${first.text}` } : undefined;
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
