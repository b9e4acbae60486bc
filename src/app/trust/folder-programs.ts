import { isBuiltin } from "node:module";
import { gitPrograms } from "../../adapters/workspace/git/git-programs.ts";
import { RECOGNISERS } from "../../engines/shell/capability/capability.ts";
import { EDITORS } from "../../engines/shell/capability/edit-capability.ts";
import { parseLine, scopeOf } from "../../engines/shell/parse-line.ts";
import { programName } from "../../engines/shell/scan.ts";
import { unitsOf } from "../../engines/shell/walk/units.ts";

/**
 * Whether a command starts what the folder has although it names no file of it: scripts and tasks of a project (`npm run`, `make`), packages
 * of it (`npx`), modules beside it (`python3 -c 'import json'`), what its repository has git start. What cannot be read may do so.
 */
export function startsWhatFolderHas(command: string, cwd: string): boolean {
  const options = { root: cwd, cwd, home: undefined };
  const parsed = parseLine(command, scopeOf(options));
  if (parsed.kind === "unreadable") return true;
  const started = parsed.parts.flatMap((part) => unitsOf(part, options));
  return started.some(({ words: [program, ...words] }) => {
    const name = program === undefined ? "" : programName(program);
    const texts = words.map(({ text }) => text);
    if (name === "git") return gitPrograms(cwd).length > 0;
    if (/^(?:python|pypy)[\d.]*$/.test(name)) return importsFromHere(texts);
    if (/^(?:node|nodejs|bun|deno)$/.test(name)) return loadsPackages(texts);
    return FINDS_ITS_WORK.test(name) || (RECOGNISERS.has(name) && !EDITORS.includes(name) && !FINDS_NOTHING.test(name));
  });
}

/** Others that run what a file of the folder says, found by its own name. */
const FINDS_ITS_WORK =
  /^(?:ant|ansible(?:-playbook)?|asdf|bazel(?:isk)?|bundle|cabal|clj|dart|devbox|direnv|dune|fab|fastlane|flutter|grunt|gulp|hatch|inv(?:oke)?|lefthook|lein|mage|mise|mix|nix(?:-shell)?|nox|overcommit|pixi|pnpx|pod|poe|pulumi|rake|scons|stack|swift|terraform|thor|trunk|uvx|vagrant|waf|zig)$/;

/** Known by a kind of work that takes nothing of the folder, or only the file that it is given, which is looked at by itself. */
const FINDS_NOTHING = /^(?:ruby|perl|php|lua|(?:ba)?sh|gh|lsof|netstat|ss|docker|podman)$/;

/** Python looks for modules where it stands, unless it is given a file or told not to. */
const importsFromHere = (words: readonly string[]): boolean =>
  !words.some((word) => /^-[A-Za-z]*[IP]/.test(word)) &&
  (words.length === 0 ||
    words.some((word) => /^-[A-Za-z]*[cm]$|^-$/.test(word)) ||
    words.every((word) => word.startsWith("-")));

/** Code that is given on the command line, or in front of a file, finds the packages of the folder. */
function loadsPackages(words: readonly string[]): boolean {
  const text = words.join(" ");
  const loads =
    /(?:\brequire\s*\(|\bimport\b\s*\(?|\bfrom\b|(?:^|\s)(?:-r|--require|--import|--loader)(?:\s+|=))\s*["'`]?([\w@./:-]*)/g;
  return [...text.matchAll(loads)].some(([, name = ""]) => !isBuiltin(name) && !name.startsWith("/"));
}
