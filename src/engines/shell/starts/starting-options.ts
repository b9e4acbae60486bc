import { isLiteral, type ShellWord } from "../words.ts";

/** A name, of an option or a setting, by which a program is told what to start. */
const SAYS_STARTS =
  /(?:(?:^|[\W_])(?:exec|executable|cmd|command|pager|editor|shell|hook|wrapper|runner|run[-_]under|program|preview|rsh|browser|askpass|opener|launcher|linker|rustc|rustdoc|open|visual|player|viewer|terminal|tester)|tool|toolexec|execcmd|extcmd|proxycommand|localcommand|knownhostscommand)$/i;
/** `-XX:OnError=`, `-XX:OnOutOfMemoryError=`. */
const SAYS_WHEN = /(?:^|[:-])on[a-z]*(?:error|exit|failure|success|change)$/i;
/** What such an option says of it, and no program. */
const SAYS_ELSE = /(?:name|format|type|config|timeout|args?|version|template|target|package|pkg|filter|feature)s?$/i;
/** Before a text that is handed to a shell. */
export const SIGNS = /^[\s|!@+:-]+/;

export const saysStarts = (name: string): boolean =>
  (SAYS_STARTS.test(name) || SAYS_WHEN.test(name)) && !SAYS_ELSE.test(name);

/**
 * The values of options and settings by whose names something is started: `-vettool=x`, `--pager x`, `-Dexec.executable=x`, `a.runner="x"`;
 * a text that is attached to a letter, and one behind the sign of a command: `-H'x y'`, `'!x'`.
 */
export function saidToStart(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.flatMap((word, at): readonly ShellWord[] => {
    if (/^(?:-[A-Za-z][^-=\s]*\s|[!|]\w)/.test(word.text)) return [word];
    const equals = word.text.indexOf("=");
    if (equals > 0)
      return saysStarts(word.text.slice(0, equals)) ? [{ ...word, text: word.text.slice(equals + 1) }] : [];
    const next = words[at + 1];
    return /^--?[\w.-]{2,}$/.test(word.text) && next !== undefined && saysStarts(word.text) ? [next] : [];
  });
}

/**
 * What of a word may be the name of a program, or a text of commands: the whole, what is attached to an option or given to a name, and what
 * stands between signs, as in `!x`, `p#x`, `f("x")`.
 */
export function programsIn(word: ShellWord): readonly string[] {
  const { text } = word;
  if (!isLiteral(word) || /^[a-z][a-z+.-]*:\/\//i.test(text)) return [];
  const attached = /^-[A-Za-z][^-=\s]/.test(text) ? [text.slice(2)] : [];
  const values = givenIn(text).flatMap(({ name, value }) => (namesThing(name) ? [] : [value]));
  const all = [text, ...attached, ...values].map((one) => one.replace(SIGNS, ""));
  const pieces = all.flatMap((one) => (/\s/.test(one) ? [one] : [one, ...one.split(/["'`()[\]{}#,;|!]+/)]));
  return [...new Set(pieces)].filter((one) => one !== "");
}

const NAMES_MAX = 4;

/** What is given to a name, and to a name within that: `--action=exec=x`. */
function givenIn(text: string): readonly { readonly name: string; readonly value: string }[] {
  const given: { name: string; value: string }[] = [];
  for (let rest = text; given.length < NAMES_MAX; ) {
    const [, name, value] = /^([\w.:/-]+)=([\s\S]*)$/.exec(rest) ?? [];
    if (name === undefined || value === undefined) break;
    given.push({ name, value });
    rest = value;
  }
  return given;
}

/** No name of a thing is a program's. */
export const namesThing = (name: string): boolean => NAMES_THING.test(name);
const NAMES_THING =
  /(?:^|[-_.])(?:name|package|pkg|project|target|features?|filter|tag|label|o|out|output|title|message|body|description|text|author|env|profile|tests?|spec|suite|scope|workspace|service|component|module|search|query|grep|match|pattern|branch|topic|keyword)s?$/i;
