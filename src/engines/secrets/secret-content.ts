import { secretNameStrength } from "./secret-names.ts";
import { namesOfCopy, SECRET_WORD, secretPathKind } from "./secret-path.ts";

/** So much of a `by-content` file is looked at; a longer one may hold anything behind that. */
export const LOOKED_AT_BYTES = 1_048_576;

/** A value with its name, in settings and data. */
const NAMED_VALUE = /(?:^|[{,])[ \t]*["']?([\w.-]{2,64})["']?[ \t]*[:=][ \t]*["']?[^\s"'{[,}]/gm;
/** Of a name with a word for secrets: that of a file which is the secret, and no data about some. */
const BARE =
  /^\.?[^.]*$|\.(?:te?xt|b64|base64|hex|dat|bin|enc)$|(?:^|[-_.])(?:key|secrets?|credentials?|passwords?|passwd|tokens?|apikey)$/;

/** Whether the beginning of a `by-content` file shows a private key or a credential. */
export function holdsSecret(path: string, beginning: string): boolean {
  if (holdsKey(beginning)) return true;
  for (const [, name = ""] of beginning.matchAll(NAMED_VALUE))
    if (/^(?:password|generated)$/.test(secretNameStrength(name) ?? "")) return true;
  if (beginning.trim() === "" || beginning.startsWith("#!")) return false;
  const names = namesOfCopy(path.slice(path.lastIndexOf("/") + 1).toLowerCase());
  return names.some((name) => SECRET_WORD.test(name) && BARE.test(name));
}

/** The same of a file that was read already. */
export function isSecretText(path: string, text: string): boolean {
  const kind = secretPathKind(path);
  return kind === "secret" || (kind === "by-content" && holdsSecret(path, text));
}

/** Lines of `NAME=value`, as projects keep them for each environment. */
const DOTENV = /(?:^|\/)(?:[^/]*\.)?env(?:[._-][\w.-]+)?$/i;
const SETTING = /^(?:export[ \t]+)?([A-Za-z_][\w.]*)[ \t]*=(.*)$/;

/** Whether a file of such lines sets nothing that is called like a secret, nor an address with a password: what a project keeps for everybody. */
export function setsNoSecret(path: string, text: string): boolean {
  if (!DOTENV.test(path)) return false;
  return text.split(/\r?\n/).every((line) => {
    if (/^\s*(?:#.*)?$/.test(line)) return true;
    const [, name, value = ""] = SETTING.exec(line.trim()) ?? [];
    return name !== undefined && secretNameStrength(name) === undefined && !/:\/\/[^/\s]*@|-----BEGIN/.test(value);
  });
}

/** Whether a text shows a private key, or sets a credential by the beginning of a line. */
function holdsKey(beginning: string): boolean {
  return (
    /-{4,5} ?BEGIN [A-Z0-9 ]*(?:PRIVATE|SECRET) KEY/.test(beginning) ||
    /^[ \t]*(?:export\s+)?[A-Z_]*(?:TOKEN|SECRET|PASSWORD|KEY)\s*[=:]\s*\S/im.test(beginning)
  );
}
