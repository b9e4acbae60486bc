import { isRandom } from "./look-alikes.ts";
import { secretNameStrength } from "./secret-names.ts";
import { mayBeSettings, SECRET_WORD } from "./secret-path.ts";

/** `NAME=value`, `key: value`, and the dash of a list before it. */
const SETTING = /^(?:export[ \t]+|-[ \t]+)?["']?([\w.-]{1,96})["']?[ \t]*[:=][ \t]*(.*)$/;
const SECTION = /^\[{1,2}[\w. -]{1,60}\]{1,2}$|^---$/;
/** A variable, or a blank to be filled in, and nothing beside it: `${DB_PASSWORD}`, `{{ token }}`, `<your key>`, `changeme`. */
const BLANK =
  /^(?:\$\w{1,64}|\$\{\w{1,64}\}|\$?\{\{[\w .$-]{1,80}\}\}|%\w{1,64}%|<[a-z][\w -]{1,60}>|change[-_ ]?(?:me|this|it)|(?:your|my)[-_ ][a-z_ -]{1,40}[-_ ]here|placeholder|todo|tbd|x{3,})$/i;
/** Values that configure and open nothing, whatever they are called. */
const SWITCH = /^(?:true|false|yes|no|on|off|null|none|~)?$/i;
/** In a file of secrets a name that may be one is. */
const OF_SECRET = /(?:key|token|secret|pass\w{0,6}|pwd|pin|cred\w{0,8}|login|auth)s?\d*$/i;
/** A value that may be one by its own words. */
const SPEAKS_OF = /secret|password|token/i;
/** Keys of Kubernetes that say what a file is. */
const OF_KIND = /^(?:apiVersion|kind|name|namespace|type)$/;
const VALUE_LENGTH_MAX = 400;
/** A key that is written in groups has more of them. */
const MIXED_MAX = 2;

/**
 * Whether a file of secrets by its name is one of settings in which nothing is secret: what a project keeps for everybody. Where the file is called by a
 * word for secrets each value is taken for one.
 * @param path  says whether it may be read as settings
 */
export function setsNoSecret(path: string, text: string): boolean {
  if (!mayBeSettings(path)) return false;
  const isAllSecret = SECRET_WORD.test(path.slice(path.lastIndexOf("/") + 1).toLowerCase());
  return text.split(/\r?\n/).every((line) => saysNothing(line.trim(), isAllSecret));
}

function saysNothing(line: string, isAllSecret: boolean): boolean {
  if (line === "" || SECTION.test(line)) return true;
  const comment = /^(?:#|;|\/\/)[#\s]*(.*)$/.exec(line)?.[1];
  // What is set in a comment may have been one.
  const [, name, value = ""] = SETTING.exec(comment ?? line) ?? [];
  if (name === undefined) return comment !== undefined && isPlain(comment.replace(/[?&$`]/g, " "));
  return isOpenValue(name, withoutQuotes(value), isAllSecret);
}

function isOpenValue(name: string, value: string, isAllSecret: boolean): boolean {
  if (BLANK.test(value) || SWITCH.test(value)) return true;
  if (secretNameStrength(name) !== undefined || OF_SECRET.test(name)) return false;
  const saysKind = OF_KIND.test(name);
  return (saysKind || (!isAllSecret && !SPEAKS_OF.test(value))) && isPlain(value);
}

/** Words, numbers, addresses and paths, without anything that might be drawn by lot or carry a login. */
function isPlain(value: string): boolean {
  if (value.length > VALUE_LENGTH_MAX || /[@?&\\$`]/.test(value)) return false;
  const pieces = value.split(/[^\p{L}\d]+/u);
  const mixed = pieces.filter((piece) => /\p{L}/u.test(piece) && /\d/.test(piece));
  return (
    mixed.length <= MIXED_MAX && pieces.every((piece) => piece === "" || (PIECE.test(piece) && !isRandom(piece, 10)))
  );
}

/** Letters or digits; with both it may be a version or a size: `v18`, `es2022`, `15m`. */
const PIECE = /^(?:\p{L}{1,24}|\d{1,10}|[a-z]{1,3}\d{1,4}|\d{1,6}[a-z]{1,2})$/u;

/** Behind a value in quotes a comment may stand. */
const withoutQuotes = (value: string): string => {
  const [, , inside] = /^(["'])(.*)\1,?(?:\s+#[\w\s.,-]*)?$/.exec(value) ?? [];
  return (inside ?? value.replace(/,$/, "")).trim();
};
