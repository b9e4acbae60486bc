import { npmSettingsShowMore } from "./package-settings.ts";
import { setsNoSecret } from "./plain-settings.ts";
import { secretNameStrength } from "./secret-names.ts";
import { isSecretPath, namesOfCopy, SECRET_WORD, secretPathKind } from "./secret-path.ts";

/** So much of a `by-content` file is looked at; a longer one may hold anything behind that. */
export const LOOKED_AT_BYTES = 1_048_576;

/** A value with its name, in settings, data and source. */
const NAMED_VALUE =
  /(?:^|[{,])[ \t]*(?:(?:export|set|#define|const|let|var|static|final|public|private|readonly)[ \t]+){0,3}\$?["']?([\w.-]{2,64})["']?(?:[ \t]*[:=]|(?<=#define[ \t]+\S+)[ \t])[ \t]*([^\s{[,}][^\n]*)/gm;
/** What stands for a value, is none, or says that one is to be put there. */
const NO_VALUE =
  /^["'`]?(?:\$\{[\w.]+(?::?[-?])?\}|\$[A-Za-z_]\w*|\$\([^)]*\)|%[A-Za-z_]\w*%|\{\{[^'"]*\}\}|<[\w .-]+>|<%[^'"]*%>|(?:process\.env|import\.meta\.env|os\.environ|os\.getenv|System\.getenv|ENV\[|env\(|secrets\.|vault:|op:\/\/)\S*|change[-_]?me|your[-_ ][\w -]*|x{3,}|\*{3,}|\.{3,}|null|~|none|nil|undefined|true|false)?["'`]?[;,]?\s*(?:#.*|\/\/.*)?$/i;
/** In source a value is a text or a word of a shell; else it is code that names a type, or asks for it elsewhere. */
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|swift|scala|vue|svelte)$/;
/** … and these are no lines of settings either. */
const TEXT = /\.(?:mdx?|rst|adoc|html?|css|scss|sql|snap|svg)$/;
const LITERAL = /^(?:[\w ]{1,24}=[ \t]*)?["'`][^"'`\s]/;

/** Of a name with a word for secrets: that of a file which is the secret, and no data about some. */
const BARE =
  /^\.?[^.]*$|\.(?:te?xt|b64|base64|hex|dat|bin|enc)$|(?:^|[-_.])(?:key|secrets?|credentials?|passwords?|passwd|tokens?|apikey)$/;

/** Whether the beginning of a file that may be one of secrets shows that it is. */
export function holdsSecret(path: string, beginning: string): boolean {
  const names = namesOfCopy(path.slice(path.lastIndexOf("/") + 1).toLowerCase());
  if (names.includes(".npmrc")) return npmSettingsShowMore(beginning);
  const isCode = names.some((one) => CODE.test(one));
  const isText = isCode || names.some((one) => TEXT.test(one));
  if (isSecretPath(path) || (!isText && names.some((one) => DOTENV.test(one)))) return !setsNoSecret(path, beginning);
  if (BEGINS_KEY.test(beginning) || setsSecret(beginning, { isCode })) return true;
  if (beginning.trim() === "" || beginning.startsWith("#!")) return false;
  return names.some((one) => SECRET_WORD.test(one) && BARE.test(one));
}

/** The same of a file that was read already. */
export const isSecretText = (path: string, text: string): boolean =>
  secretPathKind(path) !== "ordinary" && holdsSecret(path, text);

const BEGINS_KEY = /-{4,5} ?BEGIN [A-Z0-9 ]*(?:PRIVATE|SECRET) KEY/;
/** Lines of `NAME=value`, as projects keep them for each environment. */
const DOTENV = /^(?:[^/]*\.)?env(?:rc)?(?:[._-][\w.-]+)?$/;

function setsSecret(text: string, { isCode }: { readonly isCode: boolean }): boolean {
  for (const [whole, name = "", value = ""] of text.matchAll(NAMED_VALUE)) {
    const isQuoted = /["']/.test(whole.slice(0, whole.indexOf(name)));
    const isNamed =
      /^(?:password|generated)$/.test(secretNameStrength(name) ?? "") || (!isQuoted && ENDS_AS_ONE.test(name));
    if (isNamed && !NO_VALUE.test(value) && (!isCode || LITERAL.test(value))) return true;
  }
  return false;
}

const ENDS_AS_ONE = /^[A-Z_]*(?:TOKEN|SECRET|PASSWORD|KEY)$/i;
