import { createReach } from "../../../base/glob.ts";
import { type Danger, type DangerContext, danger, firstDanger, hidden, place, worstOf } from "../dangers/danger.ts";
import { expressionIn, followsLinks, isNarrowed, leadingPaths } from "../found-files.ts";
import { takesEachFile } from "../meant/search-extent.ts";
import { takesCode } from "../programs/interpreters.ts";
import { clusteredValues, optionValues, programName, scan } from "../scan.ts";
import { isShell } from "../walk/shell-starts.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { GIT_EFFECTS, losesWhatItNames } from "./effects.ts";
import { harm } from "./harm.ts";
import { linksBelow, TOO_MANY_LINKS } from "./links-below.ts";
import { mayFindVital, vitalOf } from "./vital.ts";
import { endsWhole, takesWhole } from "./whole-folder.ts";

const STARTS_OTHERS = /^-(?:exec|execdir|ok|okdir)$/;

/** `find ~ -delete`; and `find ~ -exec sh -c '…' _ {} \;`: what a shell or an interpreter does to each file is not read. */
export function searchFloor(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const started = words.flatMap((word, index) =>
    STARTS_OTHERS.test(word.text) ? [programName(words[index + 1] ?? literalWord(""))] : [],
  );
  const isOfGit = words.some(
    ({ text }, at) => programName(words[at - 1] ?? literalWord("")) === "git" && Object.hasOwn(GIT_EFFECTS, text),
  );
  const loses = isOfGit || deletesByItself(words) || started.some(losesWhatItNames);
  if (!loses && !started.some((name) => isShell(name) || takesCode(name))) return undefined;
  const given = leadingPaths(words);
  const named = given.length > 0 ? given : [literalWord(".")];
  const followed = followsLinks(words) ? linksBelow(named, context) : [];
  if (followed === undefined) return hidden(TOO_MANY_LINKS);
  const findsVital = isNarrowed(words) ? narrowedToVital(words, context) : () => true;
  const all = [...named, ...followed];
  const whole = loses && findsAll(words) ? named.find((word) => place(word, context).region === "root") : undefined;
  if (whole) return { ...danger("D1", `it deletes all of the working folder (${whole.text})`), isCatastrophic: true };
  if (loses)
    return firstDanger(all, (start) =>
      worstOf([harm("lose", findsVital(start) ? start : someBelow(start), context), endsBelow(start, words, context)]),
    );
  const starts = all.filter(findsVital);
  return starts.some((start) => vitalOf(start, context) !== undefined)
    ? hidden("what it runs for every file of a home, a root or the system is not known")
    : undefined;
}

/** `find . ! -name keep -delete`; what it starts for each file is judged by itself. */
const endsBelow = (start: ShellWord, words: readonly ShellWord[], context: DangerContext): Danger | undefined =>
  deletesByItself(words) && takesWhole([start], context) && takesEachFile(expressionIn(words), leadingPaths(words))
    ? endsWhole("deletes", [start])
    : undefined;

const deletesByItself = (words: readonly ShellWord[]): boolean => words.some(({ text }) => text === "-delete");

/** `fd . ~ -xrm`: what it starts for each file, attached or not. */
export function fdFloor(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const options = ["-x", "-X", "--exec", "--exec-batch"];
  const started = [...optionValues(words, ...options), ...options.flatMap((option) => clusteredValues(words, option))];
  if (!started.some((word) => losesWhatItNames(programName(word)))) return undefined;
  return firstDanger([...scan(words).operands, ...optionValues(words, "--search-path", "--base-directory")], (word) =>
    harm("lose", word, context),
  );
}

/** Words of find that leave out nothing but folders, or what lies at the top: with others it is housekeeping. */
const LEAVES_OUT_NONE =
  /^(?:-(?:delete|depth|print0?|xdev|mount|noleaf|true|mindepth|type|H|L|P|O\d)|[01]|[dflps](?:,[dflps])*)$/;

/** `find . -delete`, `find . -type f -delete`, `find . -mindepth 1 -delete`. */
const findsAll = (words: readonly ShellWord[]): boolean =>
  leadingPaths(words).length + words.filter(({ text }) => LEAVES_OUT_NONE.test(text)).length >= words.length &&
  !words.some(({ text }, at) => text === "-type" && words[at + 1]?.text === "d");

const someBelow = (start: ShellWord): ShellWord => ({ ...start, text: `${start.text}/0` });

/** `find ~ -name 'way*'`: whether what narrows a search leaves what must not be lost among what it finds. */
function narrowedToVital(words: readonly ShellWord[], context: DangerContext): (start: ShellWord) => boolean {
  const names = optionValues(words, "-name", "-iname").map(({ text }) => createReach(text, { ignoreCase: true }));
  const paths = optionValues(words, "-path", "-ipath", "-wholename").map(({ text }) => anyPathMatcher(text));
  const isPattern = optionValues(words, "-regex", "-iregex").length > 0;
  const finds = (start: ShellWord, from: string, path: string): boolean => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const printed = `${start.text.replace(/\/+$/, "")}/${path.slice(from.length).replace(/^\//, "")}`;
    return isPattern || (names.every((one) => one(name)) && paths.every((one) => one(printed) || one(path)));
  };
  return (start) => {
    // What is not known may be narrowed by nothing.
    if (!isLiteral(start)) return true;
    if (vitalOf(start, context) === "own") return true;
    return context.folders.some((folder) => {
      const from = place(start, { ...context, folders: [folder] }).path;
      return from !== undefined && mayFindVital(from, context.options, (path) => finds(start, from, path));
    });
  };
}

/** Of `find -path`: a star takes folders, too. */
const anyPathMatcher = (pattern: string): ((path: string) => boolean) => {
  const reach = createReach(pattern.replaceAll("/", "\u0001"), { ignoreCase: true });
  return (path) => reach(path.replaceAll("/", "\u0001"));
};
