import { acceptAll, type Reader, type ReaderTable, refuseOther } from "./reader.ts";

/**
 * The words after which a program tells its version and ends, whatever stands on its input or in the folder; as the only word.
 * `version` stands only where it is a command of the program: anywhere else it is a file, a host or a target, and is run, read or
 * reached. `-v` is not told of a shell or an interpreter that then goes on to read its input.
 */
const ENDS_AFTER: readonly (readonly [programs: string, words: string])[] = [
  ["python python3 python2", "--version -V"],
  ["ruby php node nodejs lua tsc bun fish nvim code", "--version -v"],
  ["perl", "--version -v -V"],
  ["java javac", "--version -version"],
  ["kotlinc scala erl ffmpeg", "-version"],
  ["gcc g++ cc clang clang++ make", "--version -v"],
  ["cmake", "--version -version"],
  ["ninja swift R Rscript julia ghc vim emacs bash zsh aws", "--version"],
  ["deno psql mysql curl wget rustc cargo", "--version -V"],
  ["redis-cli", "--version -v"],
  ["sqlite3", "--version -version"],
  ["docker podman", "--version -v"],
  ["helm openssl go", "version"],
  ["gh", "--version version"],
  ["dotnet", "--version"],
  ["ssh", "-V"],
  ["cobc", "--version -V"],
  ["tmux", "-V"],
  ["bwrap", "--version"],
];
// Left out: gradle, flutter, sam and az, which write in the home even then; gcloud, which makes its settings and asks for the machine it runs on; bundle,
// jest, vitest, pytest, composer and bazel, because files of the folder are run even then; elixir, which looks for its modules there; rustup, which starts
// the compiler that a file of the folder names; `docker version` and `kubectl version`, which ask a server.

const only =
  (words: string): Reader =>
  (given) =>
    given.length === 1 && words.split(" ").includes(given[0]?.text ?? "")
      ? acceptAll(given)
      : refuseOther("it may run or change anything, and no rule allows it");

export const VERSION_WORDS: ReaderTable = Object.fromEntries(
  ENDS_AFTER.flatMap(([programs, words]) => programs.split(" ").map((program) => [program, only(words)])),
);

/** Files by which a folder, or one above it, chooses what answers under that name, of its own or of the net, or what that does besides. */
const CHOSEN_BY: Readonly<Record<string, readonly string[]>> = {
  ...{ cargo: ["rust-toolchain", "rust-toolchain.toml"], rustc: ["rust-toolchain", "rust-toolchain.toml"] },
  dotnet: ["global.json"],
  // Where it writes its log and its cache, and whom it asks for news.
  npm: [".npmrc"],
};

/** The names of files that decide what a program's name means where one of them lies. */
export const chosenBy = (program: string): readonly string[] =>
  Object.hasOwn(CHOSEN_BY, program) ? (CHOSEN_BY[program] ?? []) : [];
