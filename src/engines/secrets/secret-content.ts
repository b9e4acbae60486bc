import { npmSettingsShowMore } from "./package-settings.ts";
import { setsNoSecret } from "./plain-settings.ts";
import { secretNameStrength } from "./secret-names.ts";
import { isSecretPath, namesOfCopy, SECRET_WORD, secretPathKind } from "./secret-path.ts";

/** So much of a `by-content` file is looked at; a longer one may hold anything behind that. */
export const LOOKED_AT_BYTES = 1_048_576;

/** A value with its name, in settings and data. */
const NAMED_VALUE = /(?:^|[{,])[ \t]*["']?([\w.-]{2,64})["']?[ \t]*[:=][ \t]*["']?[^\s"'{[,}]/gm;
/** Of a name with a word for secrets: that of a file which is the secret, and no data about some. */
const BARE =
  /^\.?[^.]*$|\.(?:te?xt|b64|base64|hex|dat|bin|enc)$|(?:^|[-_.])(?:key|secrets?|credentials?|passwords?|passwd|tokens?|apikey)$/;

/** Whether the beginning of a file that may be one of secrets shows that it is. */
export function holdsSecret(path: string, beginning: string): boolean {
  if (isSecretPath(path)) return !isOpenText(path, beginning);
  if (holdsKey(beginning)) return true;
  for (const [, name = ""] of beginning.matchAll(NAMED_VALUE))
    if (/^(?:password|generated)$/.test(secretNameStrength(name) ?? "")) return true;
  if (beginning.trim() === "" || beginning.startsWith("#!")) return false;
  const names = namesOfCopy(path.slice(path.lastIndexOf("/") + 1).toLowerCase());
  return names.some((name) => SECRET_WORD.test(name) && BARE.test(name));
}

/** What is called a file of secrets and is none: settings of npm without a login, and such as set nothing secret. */
const isOpenText = (path: string, text: string): boolean =>
  /(?:^|\/)\.npmrc$/.test(path) ? !npmSettingsShowMore(text) : setsNoSecret(path, text);

/** The same of a file that was read already. */
export const isSecretText = (path: string, text: string): boolean =>
  secretPathKind(path) !== "ordinary" && holdsSecret(path, text);

/** Whether a text shows a private key, or sets a credential by the beginning of a line. */
function holdsKey(beginning: string): boolean {
  return (
    /-{4,5} ?BEGIN [A-Z0-9 ]*(?:PRIVATE|SECRET) KEY/.test(beginning) ||
    /^[ \t]*(?:export\s+)?[A-Z_]*(?:TOKEN|SECRET|PASSWORD|KEY)\s*[=:]\s*\S/im.test(beginning)
  );
}
