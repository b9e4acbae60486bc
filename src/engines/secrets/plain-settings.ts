import { isRandom } from "./look-alikes.ts";
import { secretNameStrength } from "./secret-names.ts";
import { mayBeSettings, SECRET_WORD } from "./secret-path.ts";

/** `NAME=value`, `key: value`, and the dash of a list before it. */
const SETTING = /^(?:export[ \t]+|-[ \t]+)?["']?([\w.-]{1,96})["']?[ \t]*([:=])[ \t]*(.*)$/;
const SECTION = /^\[{1,2}[\w. -]{1,60}\]{1,2}$|^---$/;
/** A variable, or a blank to be filled in, and nothing beside it: `${DB_PASSWORD}`, `{{ token }}`, `<your key>`, `changeme`. */
const BLANK =
  /^(?:\$\{\w{1,64}\}|\$?\{\{[\w .$-]{1,80}\}\}|<[a-z][\w -]{1,60}>|change[-_ ]?(?:me|this|it)|(?:your|my)[-_ ][a-z_ -]{1,40}[-_ ]here|placeholder|todo|tbd|x{3,})$/i;
/** Values that configure and open nothing, whatever they are called. */
const SWITCH = /^(?:true|false|yes|no|on|off|null|none|~)?$/i;
/** In a file of secrets what may be called one is: a name, and the words of a value or of a comment. */
const OF_SECRET =
  /key|token|secret|pass|pwd|cred|login|auth|mnemonic|seed|phrase|wallet|salt|card|cookie|master|users?(?:$|[^a-z])|(?:^|[^a-z])(?:pin|sk|pw)(?:$|[^a-z])/i;
const VALUE_LENGTH_MAX = 400;
/** A key that is written in groups has more of them. */
const MIXED_MAX = 2;

/**
 * Whether a file of secrets by its name is one of settings in which nothing is secret: what a project keeps for everybody. None that is called by a
 * word for secrets is.
 * @param path  says whether it may be read as settings
 */
export function setsNoSecret(path: string, text: string): boolean {
  if (!mayBeSettings(path) || SECRET_WORD.test(path.slice(path.lastIndexOf("/") + 1).toLowerCase())) return false;
  return text.split(/\r?\n/).every((line) => saysNothing(line.trim()));
}

function saysNothing(line: string): boolean {
  if (line === "" || SECTION.test(line)) return true;
  const comment = /^(?:#|;|\/\/)[#\s]*(.*)$/.exec(line)?.[1];
  // What is set in a comment may have been one.
  const [, name, sign = "", value = ""] = SETTING.exec(comment ?? line) ?? [];
  if (name === undefined) return comment !== undefined && isPlain(comment.replace(/[?&$`=;]/g, " "));
  return isOpenValue(name, withoutQuotes(value), sign);
}

/** A name that is drawn by lot may be the secret itself; behind a colon nothing may mean what stands on the lines below. */
function isOpenValue(name: string, value: string, sign: string): boolean {
  const isSecret = secretNameStrength(name) !== undefined || OF_SECRET.test(name);
  if (!areWords(name)) return false;
  if (BLANK.test(value) || SWITCH.test(value)) return !isSecret || value !== "" || sign === "=";
  return !isSecret && isPlain(value);
}

/** Words, numbers, addresses and paths, without anything that might be drawn by lot, carry a login or speak of one. */
const isPlain = (value: string): boolean =>
  value.length <= VALUE_LENGTH_MAX && !/[@?&\\$`{[=;]/.test(value) && !OF_SECRET.test(value) && areWords(value);

function areWords(text: string): boolean {
  const pieces = text.split(/[^\p{L}\d]+/u);
  const mixed = pieces.filter((piece) => /\p{L}/u.test(piece) && /\d/.test(piece));
  return (
    mixed.length <= MIXED_MAX && pieces.every((piece) => piece === "" || (PIECE.test(piece) && !isRandom(piece, 10)))
  );
}

/** Letters or digits; with both it may be a version or a size: `v18`, `es2022`, `15m`. */
const PIECE = /^(?:\p{L}{1,24}|\d{1,10}|[a-z]{1,3}\d{1,4}|\d{1,6}[a-z]{1,2})$/u;

const withoutQuotes = (value: string): string => {
  const [, , inside] = /^(["'])(.*)\1,?$/.exec(value) ?? [];
  return (inside ?? value.replace(/,$/, "")).trim();
};
