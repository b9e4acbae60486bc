import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { startsOnLook } from "../../engines/shell/git-settings.ts";
import type { WorkspaceFacts } from "../../engines/shell/policy-types.ts";
import { isChooser, namesPlace, placedBy } from "../../engines/shell/programs/chosen-programs.ts";
import { isProgram, mayExecute, namesIn, statIfThere } from "../folder-entries.ts";
import { gitPartAt } from "../git-folder.ts";
import { realIfThere, realOr } from "../inside.ts";
import { fileHead, plainText, smallText } from "../read-plain-file.ts";
import { mayHoldSecret, mayTell } from "../secret-files.ts";
import { gitElsewhere } from "./git/git-elsewhere.ts";
import { keptByGit } from "./git/git-kept.ts";
import type { GitPast } from "./git/git-past.ts";
import { gitAlias, gitPrograms } from "./git/git-programs.ts";
import { expandGlob, partedBelow } from "./read-reach.ts";

/** What the shell engine asks the file system: where links lead, and what git would start. */
export const commandFacts: WorkspaceFacts = factsFor([]);

/**
 * @param trusted     programs and places of the repository, as `gitPrograms` and `gitElsewhere` name them, that a person has trusted
 * @param searchPath  the folders in which programs are found; absent: what a name starts is not known
 */
export function factsFor(trusted: readonly string[], past?: GitPast, searchPath?: string): WorkspaceFacts {
  return {
    realPath: realIfThere,
    holdsSecret: (path) => mayHoldSecret(path, "file"),
    namesFound: (pattern) => expandGlob(pattern),
    partsAway: partedBelow,
    gitAlias,
    isGitPart: (path) => gitPartAt(path, "/") !== undefined,
    keptByGit: (folder) => keptByGit(folder, past),
    ...(past && { secretsShown: past.secretsShown }),
    isWaymark: (path) => {
      const real = realIfThere(path);
      const packages = real === undefined ? [] : [dirname(real), dirname(dirname(real))];
      return packages.some((folder) => /"name":\s*"waymark"/.test(plainText(join(folder, "package.json")) ?? ""));
    },
    placesAbove: placesAbove(searchPath),
    isFolder: (path) => statIfThere(path)?.isDirectory() === true && mayExecute(path),
    repositoryStartsPrograms: (folder) =>
      gitPrograms(folder).some((program) => startsOnLook(program) && !trusted.includes(program)),
    repositoryReadsElsewhere: (folder) => gitElsewhere(folder).find((one) => !trusted.includes(one)),
  };
}

/**
 * The first of some names that is there in a folder or above it, whatever it is; settings that only say how a program goes about its work are as none.
 * @param own  a folder in which they are the person's
 */
export const namedAbove = (start: string, names: readonly string[], own?: string): string | undefined =>
  firstAbove(start, own, (folder) => names.find((name) => mayTell(join(folder, name))));

function firstAbove(
  start: string,
  own: string | undefined,
  firstIn: (folder: string) => string | undefined,
): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = folder === own ? undefined : firstIn(folder);
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

/** See {@link WorkspaceFacts.placesAbove}; each folder, and each name of a program, is looked up once. */
function placesAbove(searchPath: string | undefined): NonNullable<WorkspaceFacts["placesAbove"]> {
  const themselves = new Map<string, boolean>();
  const choosers = new Map<string, string | undefined>();
  return (start, program, own) => {
    if (!themselves.has(program)) themselves.set(program, searchPath !== undefined && isItself(program, searchPath));
    return firstAbove(start, own, (folder) => {
      const placed = placedBy(program).find((name) => tellsPlace(join(folder, name)));
      if (placed !== undefined || themselves.get(program) === true) return placed;
      if (!choosers.has(folder)) choosers.set(folder, chooserIn(folder));
      return choosers.get(folder);
    });
  };
}

const chooserIn = (folder: string): string | undefined =>
  ["", ".config/"]
    .flatMap((within) => namesIn(join(folder, within)).flatMap((name) => (isChooser(name) ? [within + name] : [])))
    .find((name) => tellsPlace(join(folder, name)) && !isEmptyOfSettings(join(folder, name)));

/** A folder that only is called as a manager is, such as its cache or its sources. */
const isEmptyOfSettings = (path: string): boolean =>
  statIfThere(path)?.isDirectory() === true && !namesIn(path).some((name) => /^(?:conf|mise)/.test(name));

/** What is no small file of text may tell anything. */
function tellsPlace(path: string): boolean {
  if (statIfThere(path) === undefined) return false;
  const text = smallText(path);
  return text === undefined || namesPlace(text, basename(path));
}

const OF_SYSTEM = /^\/(?:usr\/)?s?bin$/;
/** One file for many programs, none of which starts another. */
const MANY_IN_ONE = /^(?:busybox|coreutils|toybox)$/;

/**
 * Whether a name on the PATH starts the program that it says, and nothing that goes on to choose another: no script, no second name of another program,
 * and nothing in a folder of such. What is nowhere on it is the shell's own.
 */
function isItself(program: string, searchPath: string): boolean {
  const entry = searchPath.split(delimiter).find((one) => !isAbsolute(one) || isProgram(join(one, program)));
  if (entry === undefined) return true;
  const real = realOr(join(entry, program));
  const isSame =
    OF_SYSTEM.test(entry) ||
    MANY_IN_ONE.test(basename(real)) ||
    (basename(real).startsWith(program) &&
      /^[\d.-]*$/.test(basename(real).slice(program.length)) &&
      statIfThere(real)?.nlink === 1);
  const isScript = fileHead(real, SCRIPT_HEAD_BYTES)?.includes("\0") !== true;
  return isAbsolute(entry) && isSame && !isScript && ![entry, real].some((path) => /\/shims?(?:\/|$)/.test(path));
}

/** A program of the machine's own has zeros in its header, a text has none. */
const SCRIPT_HEAD_BYTES = 64;
