import { type Danger, type DangerContext, danger, hidden, place, unresolved } from "../dangers/danger.ts";
import { climbsFromUnknown } from "../meant/word-patterns.ts";
import { placeOf } from "../places.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import type { Effect } from "./effects.ts";
import { isTold, mayMatchVital, possibleWords } from "./possible-words.ts";
import { LOST, NAMED, namesShellFolder, vitalOf, whenEmpty } from "./vital.ts";

const WORDS: Readonly<Record<Effect, string>> = {
  lose: "deletes, empties or moves away",
  mode: "changes modes or owners of",
  write: "overwrites",
  copy: "overwrites",
  format: "overwrites",
  pour: "pours files into",
};
/** What an effect on a word does that no mode lets run, or lets run unasked.
 *  @param below  it is had on all that lies below, too */
export function harm(effect: Effect, target: ShellWord, context: DangerContext, below = false): Danger | undefined {
  const code = effect === "mode" ? "D7" : "D1";
  const vital = vitalOf(target, context);
  if (vital !== undefined && (LOST[effect].includes(vital) || (below && vital === "folder" && effect === "mode")))
    return { ...danger(code, `it ${WORDS[effect]} ${NAMED[vital]} (${target.text})`), isCatastrophic: true };
  if (vital === "folder" && effect === "pour")
    return { ...danger(code, `it ${WORDS.pour} ${NAMED.folder} (${target.text})`), isHidden: true };
  if (!OVERWRITES.test(effect) && BEHIND_PROCESS.test(target.text))
    return hidden(`what it ${WORDS[effect]} is a place that a process holds: ${target.text}`);
  if (isLiteral(target))
    return (
      throughWhatComes(effect, target, context, below) ??
      (effect === "lose" ? inUnknownFolder(target, context) : undefined)
    );
  return harmOfUnknown(effect, target, context, below);
}

const OVERWRITES = /^(?:write|copy)$/;

/** Links whose targets are folders of whoever runs. */
const BEHIND_PROCESS = /^\/(?:proc\/[^/]+(?:\/task\/[^/]+)?\/(?:cwd|root|fd\/[^/]+)|dev\/fd\/[^/]+)\/./;

function harmOfUnknown(effect: Effect, target: ShellWord, context: DangerContext, below: boolean): Danger | undefined {
  const whereEmpty = harmWhereEmpty(effect, target, context, below);
  if (whereEmpty !== undefined) return whereEmpty;
  return harmOfPieces(effect, target, context) ?? harmOfValue(effect, target, context, below);
}

function harmOfValue(effect: Effect, target: ShellWord, context: DangerContext, below: boolean): Danger | undefined {
  if (target.standsFor === undefined && mayComeTo(effect, target, context, below))
    return hidden(`what it ${WORDS[effect]} may come to what must not be lost: ${target.text}`);
  if (isLeftAlone(effect, context)) return undefined;
  const isDestroyed = effect !== "mode" || below;
  if (target.standsFor === undefined && isDestroyed && !isTold(target, context))
    return hidden(`what it ${WORDS[effect]} is not told by the line: ${target.text}`);
  if (!OVERWRITES.test(effect) && mayBeVital(target, context))
    return hidden(`what it ${WORDS[effect]} may be what must not be lost: ${target.text}`);
  const isDoubtful = target.isAssembled === "read" ? effect !== "pour" : effect === "lose";
  return isDoubtful
    ? { ...unresolved(`what ${target.text} names is not known before it runs`), deletesUnknown: true }
    : undefined;
}

function harmOfPieces(effect: Effect, target: ShellWord, context: DangerContext): Danger | undefined {
  const away = OVERWRITES.test(effect) ? undefined : partedAway(target, context);
  return away === undefined
    ? undefined
    : hidden(`it ${WORDS[effect]} pieces of names that blanks part (quote ${target.text}): ${away}`);
}

/** A name there whose pieces are no names of what lies below. */
function partedAway(target: ShellWord, { folders, options }: DangerContext): string | undefined {
  const { partsAway } = options.facts ?? {};
  const pattern = target.standsFor ?? target;
  if (!pattern.isParted || !pattern.glob || partsAway === undefined) return undefined;
  const [start = ""] = /^[^*?[]*\//.exec(pattern.text) ?? [];
  const { path } = placeOf(literalWord(start === "" ? "." : start), folders, options);
  return path && partsAway(path);
}

/** Where a sandbox keeps what is written, and in a text that nobody is known to run. */
const isLeftAlone = (effect: Effect, { options }: DangerContext): boolean =>
  options.isProse ? effect !== "lose" : options.boundsWrites === true && (effect === "pour" || OVERWRITES.test(effect));

/** What a command prints may be nothing: then `"$d"/*` is `/*`. */
function harmWhereEmpty(effect: Effect, target: ShellWord, context: DangerContext, below: boolean): Danger | undefined {
  const empty = target.standsFor && whenEmpty(target);
  const found = empty && harm(effect, empty, context, below);
  return empty && (found?.isCatastrophic || found?.isHidden)
    ? hidden(`it ${WORDS[effect]} ${empty.text} where ${target.text} begins with nothing (write \${NAME:?})`)
    : undefined;
}

/** Whether one of the values that the line gives its names makes of a word what must not be lost. */
function mayComeTo(effect: Effect, target: ShellWord, context: DangerContext, below: boolean): boolean {
  const words = possibleWords(target, context);
  if (words === undefined) return true;
  return words.some((word) => {
    // Nothing at all is no path.
    if (word.text === "") return false;
    if (word.isOpen) return (effect === "lose" || (effect === "mode" && below)) && mayMatchVital(word, context);
    const isWorkspace = effect === "lose" && place(word, context).region === "root";
    const found = harm(effect, word, context, below);
    return isWorkspace || found?.isCatastrophic === true || found?.isHidden === true;
  });
}

/** `cd "$(cat conf)" && rm -rf *`: everything, wherever that is; and `rm -rf build`, where it counts why the folder is not known. */
function inUnknownFolder({ text }: ShellWord, { folders }: DangerContext): Danger | undefined {
  if (text.startsWith("/") || !folders.includes(undefined)) return undefined;
  const isAll = /^[*?.](?:[*?.]|(?<!\/)\/)*$/.test(text);
  return isAll
    ? hidden("it deletes all of a folder that is not known")
    : { ...unresolved(`it deletes ${text} in a folder that is not known`), deletesUnknown: true };
}

/** `mkdir n; find n/../link/.. -delete`: where a path leads that climbs from what is not there yet, nobody can say; a sandbox that keeps writes answers for it. */
function throughWhatComes(
  effect: Effect,
  target: ShellWord,
  { folders, options }: DangerContext,
  below: boolean,
): Danger | undefined {
  if ((effect !== "lose" && !(effect === "mode" && below)) || options.boundsWrites || options.isSandboxed)
    return undefined;
  return folders.some((folder) => folder !== undefined && climbsFromUnknown(target, folder, options))
    ? hidden(`what it ${WORDS[effect]} lies behind what is not there yet: ${target.text}`)
    : undefined;
}

/** A word that is not known, where what it may come to must not be lost. */
function mayBeVital(target: ShellWord, context: DangerContext): boolean {
  const empty = whenEmpty(target);
  if (target.standsFor !== undefined) return place(target.standsFor, context).region === "root";
  return namesShellFolder(target) || (empty !== undefined && vitalOf(empty, context) !== undefined);
}
