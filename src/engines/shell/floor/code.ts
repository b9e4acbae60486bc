import { inlineCode, takesCode } from "../dangers/code.ts";
import { type Danger, type DangerContext, hidden } from "../dangers/danger.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { emptiedFolder, vitalOf } from "./vital.ts";

/** Calls by which code deletes, moves, empties or starts what does. */
const LOSES =
  /\b(?:rm|rmtree|rm_rf?|rm_r|rm_tree|remove_tree|rmSync|rmdir\w*|unlink\w*|remove\w*|delete\w*|rename\w*|os\.replace|move\w*|truncate\w*|chmod\w*|lchmod|chown\w*|copytree|cpSync|extractall|unpack_archive|system|exec\w*|spawn\w*|popen\w*|subprocess|check_call|check_output|Remove-Item)\b/i;
/** Words by which code names the home. */
const HOME =
  /expanduser\(\s*["']~\/?["']|homedir\(\)|Path\.home\(\)|Dir\.home|(?:environ|ENV|env|getenv)[^\w\n]{0,4}(?:get\W{1,3})?HOME\b|\$env:HOME|\$HOME\b|gethome/;
/** Calls whose first argument is where they begin. */
const BEGINS_AT_ROOT =
  /\b(?:rm\w*|remove\w*|unlink\w*|delete\w*|walk|chdir|listdir|readdir\w*|r?glob\w*|scandir|Path|find|each_child|children|opendir|move|rename\w*|cpSync)\b\W{0,4}["'<]\/+["'>]/i;
const TEXTS = /["'`<](?<path>(?:[/~]|\.\.)[^"'`<>\n]{0,300})["'`>]/g;
const BARE_PATHS = /[\s(=,](?<path>\/[\w.*][\w./*-]{0,300})/g;
const WRITES =
  /\b(?:writeFile\w*|appendFile\w*|write_text|write_bytes|createWriteStream|file_put_contents)\b|\bopen\([^)]*["'][wax]b?\+?["']/;
const UNMAKES = /b64decode|fromhex|unhexlify|fromCharCode|\batob\b|decode_base64|from\([^)]*["']base64|\bpack\s*\(/;
const RUNS_TEXT = /\b(?:exec|eval|system|popen|compile|instance_eval|Function)\b/;

/** Code in the line that deletes and names what must not be lost, or runs what it decodes: asked in every mode. */
export function codeFloor(program: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (!takesCode(program)) return undefined;
  const loads = words.map(({ text }) => text).join(" ");
  for (const code of inlineCode(program, words, context)) {
    if (!code || !isLiteral(code)) continue;
    const danger = codeTextFloor(code.text, loads, program, context);
    if (danger) return danger;
  }
  return undefined;
}

/** @param beside  the words of the command, which may load what deletes */
export function codeTextFloor(
  text: string,
  beside: string,
  program: string,
  context: DangerContext,
): Danger | undefined {
  if (UNMAKES.test(text) && RUNS_TEXT.test(text)) return hidden(`the code that ${program} runs is put together by it`);
  const loses = LOSES.test(text) || LOSES.test(beside);
  if (!loses && !WRITES.test(text)) return undefined;
  return (loses && (HOME.test(text) || BEGINS_AT_ROOT.test(text))) ||
    textsIn(text).some((one) => isVitalText(one, context))
    ? hidden(`the code that ${program} runs deletes, and names what must not be lost`)
    : undefined;
}

const textsIn = (text: string): readonly string[] =>
  [...text.matchAll(TEXTS), ...text.matchAll(BARE_PATHS)].map(({ groups }) => groups?.["path"] ?? "");

function isVitalText(text: string, context: DangerContext): boolean {
  const path = text.startsWith("~") ? `${context.options.home ?? ""}${text.slice(1)}` : text;
  if (/^\/*$/.test(path)) return false;
  const isPattern = emptiedFolder(path) !== undefined;
  return vitalOf({ ...literalWord(path), glob: isPattern }, context) !== undefined;
}
