import { escapeRegExp } from "../../../base/glob.ts";
import { codeInAddresses, codesGiven, HIDDEN } from "../dangers/code-doors.ts";
import { type Danger, type DangerContext, firstDanger, hidden } from "../dangers/danger.ts";
import { isAnything, isLiteral, literalWord, type ShellWord, withoutExpansions } from "../words.ts";
import { standingIn } from "./code-folder.ts";
import { withoutCompared, withoutTexts } from "./code-texts.ts";
import { LOSERS } from "./effects.ts";
import { foldCode, foldedCodes } from "./folded-code.ts";
import { deletesEachListed, endsEverything, losesWhatItReads, runsItsInput } from "./read-code.ts";
import { emptiedFolder, LOST, ownFolders, type Vital, vitalOf } from "./vital.ts";
import { takesWhole } from "./whole-folder.ts";

/** Calls by which code deletes, moves, empties or starts what does. */
const LOSES =
  /\b(?:rm|rmtree|rm_rf?|del_\w+|rm_r|rm_tree|remove_tree|rmSync|rmdir\w*|unlink\w*|remove\w*|delete\w*|rename\w*|os\.replace|move\w*|truncate\w*|chmod\w*|lchmod|chown\w*|copytree|cpSync|extractall|unpack_archive|Remove-Item)\b/i;
export const STARTS =
  /\b(?:system|(?:\w*_)?exec\w*|spawn\w*|(?:\w*_)?popen\w*|\w*subprocess\w*|capture\w*|qx|check_call|check_output)\b|`|%x[^\w\s]/i;
/** Languages in which all that names a path has quotes, and a text calls nothing by itself. */
const QUOTES = /^(?:python|pypy|node|deno|bun|tsx|ts-node|ruby|perl|php|lua)/;
const loses = (text: string, program: string): boolean => {
  if (STARTS.test(text)) return LOSES.test(text) || LOSERS.test(text);
  return LOSES.test(QUOTES.test(program) && !RUNS_TEXT.test(text) ? withoutTexts(text, LOSERS) : text);
};
/** Words by which code names the home. */
const HOME =
  /expanduser\(\s*["']~\/?["']|homedir\b|user_home\b|["']user\.home["']|userInfo\(|getpw\w+|USERPROFILE|Path\.home\(\)|Dir\.home|\{[^{}]*\bHOME\b[^{}]*\}\s*=\s*process\.env|(?:environ|ENV(?:IRON)?|env|getenv)[^\w\n]{0,4}(?:get\W{1,3})?HOME\b|\$env:HOME|\$HOME\b|gethome/;
/** As a shell and patterns spell it. */
const SPELLED_HOME = /\s~[\\/]?(?=["'\s;|]|$)/;
/** The root, given to a call that does not work on texts. */
const CALLED_WITH_ROOT =
  /(?<!\b(?:r?split|join|replace\w*|starts_?with|ends_?with|includes|(?:last)?index_?of|r?index|r?find|[lr]?strip|trim\w*|count|r?partition|print\w*|log|puts|echo|say|match|test|concat|push|append|get|post|put|delete|route|use|add|has|set))\s*\(\s*["']\/+["']\s*[,)]/i;
/** Calls whose first argument is where they begin. */
const BEGINS_AT_ROOT =
  /\b(?:rm\w*|remove\w*|unlink\w*|delete\w*|walk|chdir|listdir|readdir\w*|r?glob\w*|scandir|Path|find|each_child|children|opendir|move|rename\w*|cpSync)\b\W{0,4}["'<]\/+["'>]/i;
const TEXTS = /["'`<](?:file:\/\/)?[+>\s]*(?<path>(?:[/~]|\.\.|[\w.-]{1,200}\/)[^"'`<>\n]{0,300})["'`>]/g;
/** Where a text may be a command or several patterns, or words stand without quotes. */
const SPELLS = /\bglob\b|<|\bq[qwxr]?\s*[^\w\s;)\]}.=]|%[wWiIqQxr]?[^\w\s;)\]}"'=]/;
const BARE_PATHS =
  /[\s(=,{[<|!](?<path>\/[\w.*][\w./*-]{0,300}|(?:~|\.\.)(?:\/[\w./*-]{0,300})?(?=[\s"'`)>;|},\]]|$))/g;
/** A path from the root on that what is not known is added to. */
const CONTINUED =
  /(?:["'](?<path>[/~][^"'\n]*)["']\s*(?:\+|\.(?!\s*\w)|\.\.|%|&|<>|,\s*[\w$@])|[f`"](?<before>\/[^"'`{$#\n]*)[$#]?\{)/g;
/** A text that is changed before it is used: what it then is, only running tells. Joining and writing leave it what it is. */
const WORKED_ON =
  /"(?:[^"\\]|\\.)*\/(?:[^"\\]|\\.)*"\s*(?:\.\s*(?!join\b|encode\b|starts?_?with|ends?_?with|includes|split\b(?!\([^)]*\)\s*\.\s*(?:reverse|slice|map)\b))\w+\s*\(|\[|%)/i;
/** A variable of the environment that is not named. */
const ANY_VARIABLE = /\b(?:environ|process\.env|ENV)\s*[[{]\s*[^"'\]}\s]|\bgetenv\(\s*[^"'\s)]/;
const WRITES =
  /\b(?:writeFile\w*|appendFile\w*|write_text|write_bytes|createWriteStream|file_put_contents|(?:File|IO)\.(?:write|binwrite|open))\b|\bopen\b[^;\n]*["']\s*\+?>|\bopen\([^)]*["'][wax]b?\+?["']/;
/** What writes to each file that it finds. */
const FINDS = /\b(?:i?r?glob|walk|listdir|readdir|scandir|iterdir|find|opendir|each_child|children|Dir)\w*\b|</i;
const UNMAKES =
  /printf\([^)]*%c|\w+decode\(|fromhex|unhexlify|fromC(?:harCode|odePoint)|\batob\b|decode_base64|(?:from|toString|decode)\([^)]*["'](?:base64|hex|rot)|\b(?:un)?pack1?\s*\(|unescape\(|decodeURI|codecs|maketrans|\btr\(|\bmap\s*\(?\s*chr\b|unpack\(|\bchr\s*\(|\bBuffer\.from\(\s*\[|(?:json\.loads|JSON\.parse)\(\s*["'`]|\by\/|\btr\/|Marshal|pickle|zlib|strrev|str_rot13|hex2bin/;
/** What is given to what deletes or moves away. */
const DELETED =
  /\b(?:rmtree|rm_rf?|rm_tree|remove_tree|rm|rmSync|rmdirSync|unlink|move|rename(?:Sync)?)\b[\s(]*(?:(?:bsd_)?glob\b[\s(]*|(?:\w{1,40}\.)?(?:Path|str)\(\s*){0,3}["'<](?<path>[^"'<>\n]{1,300})["'>]/g;
const RUNS_TEXT = /\b(?:exec|eval|system|popen|compile|instance_eval|Function)\b/;

/** Code in the line that deletes and names what must not be lost, or runs what it decodes: asked in every mode. */
export function codeFloor(program: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const codes = codesGiven(program, words, context);
  if (codes.includes(HIDDEN)) return hidden(`what ${program} runs is not a file`);
  if (AWK.test(program))
    return firstDanger(startingScripts([...words, ...codes], context), ({ text }) =>
      codeTextFloor(text, "", program, context),
    );
  const loads = words.map(({ text }) => text).join(" ");
  for (const code of codes) {
    if (!isLiteral(code)) {
      if (code.standsFor === undefined && mayLose(code.text, program))
        return hidden(`what ${program} runs is not known, and may delete`);
      continue;
    }
    const isArgument = words.some(isAnything);
    const danger =
      codeTextFloor(code.text, loads, program, context) ??
      takenFromWords(code.text, { program, words }, context) ??
      takenFromReading(code.text, isArgument) ??
      takenFromInput(code.text, context);
    if (danger) return danger;
  }
  return undefined;
}

/** Of code with parts that are not known: it is nothing else, or it says that it deletes. */
const mayLose = (text: string, program: string): boolean =>
  loses(text, program) || !/\w/.test(withoutExpansions(text, " "));

/** `NODE_OPTIONS=--import=data:text/javascript,…`: code in an address that a command is given. */
export function addressFloor(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const codes = words.flatMap(({ text }) => codeInAddresses(text));
  if (codes.includes(HIDDEN)) return hidden("an address holds code that cannot be read");
  return firstDanger(codes, ({ text }) => codeTextFloor(text, "", "the address", context));
}

const AWK = /^[gmn]?awk$/;
/** By which awk starts a program; all else it does to files is read as a script of its own. */
const AWK_STARTS = /\bsystem\s*\(|\|&?\s*(?:["(\w]|getline)|@\w+\s*\(/;

function startingScripts(words: readonly ShellWord[], { input }: DangerContext): readonly ShellWord[] {
  const read =
    input.kind === "text" && words.some(({ text }) => /^-f|^--file/.test(text)) ? [literalWord(input.text)] : [];
  return [...words, ...read].filter(({ text }) => AWK_STARTS.test(text));
}

/** By which perl and python write files anew while they read them. */
const IN_PLACE = /\$\^I\b|\$INPLACE_EDIT\b|\binplace\s*=/;

/** `python3 -c '… rmtree(sys.argv[1])' ~`. */
function takenFromWords(
  text: string,
  { program, words }: { readonly program: string; readonly words: readonly ShellWord[] },
  context: DangerContext,
): Danger | undefined {
  const given = words.filter((word) => word.text !== text).find((word) => vitalOf(word, context) !== undefined);
  const isWhole = given !== undefined && /^(?:folder|all|own)$/.test(vitalOf(given, context) ?? "");
  return given && (loses(text, program) || (isWhole && (WRITES.test(text) || IN_PLACE.test(text))))
    ? hidden(`the code deletes, and is given what must not be lost: ${given.text}`)
    : undefined;
}

/** `python3 -c 'exec(sys.stdin.read())'`: code that runs what it reads is what it reads. */
function takenFromInput(text: string, context: DangerContext): Danger | undefined {
  const { input } = context;
  if (input.kind === "inherited" || !runsItsInput(text)) return undefined;
  if (input.kind === "text") return codeTextFloor(input.text, "", "the input of the code", context);
  return input.isMade || input.files === undefined ? hidden("the code runs what it reads") : undefined;
}

function takenFromReading(text: string, isArgument: boolean): Danger | undefined {
  if (endsEverything(text)) return hidden("the code starts itself without end, or ends every process");
  return losesWhatItReads(text, LOSERS, isArgument) ? hidden("the code deletes what only running it tells") : undefined;
}

/** @param beside  the words of the command, which may load what deletes */
export function codeTextFloor(
  text: string,
  beside: string,
  program: string,
  context: DangerContext,
): Danger | undefined {
  const folded = foldedCodes(text);
  if (UNMAKES.test(text) && (RUNS_TEXT.test(text) || folded.some((one) => LOSES.test(one) || STARTS.test(one))))
    return hidden(`the code that ${program} runs is put together by it`);
  for (const one of folded) {
    const lost = vitalLost(one, { beside, program }, context);
    if (lost !== undefined)
      return hidden(
        `the code that ${program} runs deletes or overwrites, and names what must not be lost${lost && `: ${lost}`}`,
      );
  }
  return undefined;
}

/** What code names that must not be lost where it deletes or writes; empty where that is not one text, undefined where there is nothing. */
function vitalLost(
  text: string,
  { beside, program }: { readonly beside: string; readonly program: string },
  context: DangerContext,
): string | undefined {
  const isLosing = loses(text, program) || LOSES.test(beside);
  if (!isLosing && !WRITES.test(text)) return undefined;
  const isSpelled = !QUOTES.test(program) || [STARTS, SPELLS, LOSERS].some((pattern) => pattern.test(text));
  if (
    isLosing &&
    (HOME.test(text) ||
      (isSpelled && SPELLED_HOME.test(text)) ||
      BEGINS_AT_ROOT.test(text) ||
      CALLED_WITH_ROOT.test(text) ||
      ANY_VARIABLE.test(text) ||
      WORKED_ON.test(text) ||
      deletesHere(text, context))
  )
    return "";
  const harmed = isLosing ? LOST.lose : LOST.write.filter((vital) => vital !== "all" || FINDS.test(text));
  const named = pathsIn(withoutCompared(text, program), { isSpelled }).find((one) => {
    const vital = vitalText(one, context);
    return vital !== undefined && harmed.includes(vital);
  });
  if (named !== undefined || joinsOwn(text, context)) return named ?? "";
  return isLosing &&
    [...text.matchAll(CONTINUED)].some(({ groups }) =>
      mayContinueToVital(groups?.["path"] ?? groups?.["before"] ?? "", context),
    )
    ? ""
    : undefined;
}

/** `rmtree(".")`, `unlink glob("*")`, and what is listed there is deleted: however the folder that is worked in is written. */
function deletesHere(text: string, context: DangerContext): boolean {
  const standing = standingIn(text, context);
  const takes = (path: string, at: number): boolean =>
    takesWhole([{ ...literalWord(path), glob: /[*?[]/.test(path) }], {
      ...context,
      folders: standing(at) ?? context.folders,
    });
  return (
    [...text.matchAll(DELETED)].some(({ groups, index }) => takes(groups?.["path"] ?? "", index)) ||
    deletesEachListed(text, takes)
  );
}

/** `homedir() + "/.config/waymark"`, `home / ".config" / "waymark"`: the last names of one of Waymark's own folders, however they are joined. */
const joinsOwn = (text: string, { options }: DangerContext): boolean =>
  ownFolders(options).some((folder) => {
    const names = folder.split("/").filter(Boolean).slice(-2).map(escapeRegExp);
    return names.length === 2 && new RegExp(`(?<![\\w.-])${names.join("\\W{1,12}")}(?![\\w-])`).test(text);
  });

/** Of a path that goes on with what is not known: whether what holds it must not be lost. */
function mayContinueToVital(start: string, context: DangerContext): boolean {
  const folder = start.slice(0, start.lastIndexOf("/") + 1);
  return folder === "/" || isVitalText(folder, context);
}

/** Whether the script of a stream editor does, where a path may stand right behind a command's letter. */
export const namesVitalAnywhere = (text: string, context: DangerContext): boolean =>
  [...text.matchAll(/\/[\w.][\w./-]*/g)].some(([path]) => isVitalText(path, context));

/** Whether a script names what must not be lost, in one piece or put together. */
export const namesVital = (text: string, context: DangerContext): boolean =>
  [text, foldCode(text)].some((one) => pathsIn(one, { isSpelled: true }).some((path) => isVitalText(path, context)));

/** @param how.isSpelled  whether a shell or patterns may read the texts: they name several, and need no quotes */
const pathsIn = (text: string, { isSpelled }: { readonly isSpelled: boolean }): readonly string[] =>
  [...text.matchAll(TEXTS), ...(isSpelled ? text.matchAll(BARE_PATHS) : [])].flatMap(({ groups }) => {
    const path = groups?.["path"] ?? "";
    return isSpelled && /\s/.test(path) ? [path, ...path.split(/\s+/)] : [path];
  });

function vitalText(text: string, context: DangerContext): Vital | undefined {
  const path = text.startsWith("~") ? `${context.options.home ?? ""}${text.slice(1)}` : text;
  if (/^\/*$/.test(path)) return undefined;
  const isPattern = emptiedFolder(path) !== undefined;
  return vitalOf({ ...literalWord(path), glob: isPattern }, context);
}

const isVitalText = (text: string, context: DangerContext): boolean => vitalText(text, context) !== undefined;
