const SECRET_NAME = /KEY|SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|(?:^|_)(?:PAT|PWD|AUTH|COOKIE|DSN)(?:_|$)/i;
/** Names that hold where a secret is, not the secret: `TOKEN_FILE`, `SSH_AUTH_SOCK`, `PWD`. */
const PLACE_NAME = /(?:_(?:FILE|PATH|DIR|SOCK|NAME|HOST|PORT|USER|TYPE|MODE|ID)|^(?:OLD)?PWD|^KEYBOARD\w*)$/i;
const VALUE_CHARACTERS_MIN = 8;

/** Whether a name speaks of a secret, and not of the place where one is. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !PLACE_NAME.test(name);

/** Whether it speaks of a secret, be it of the place where one is. */
export const isSecretPlaceName = (name: string): boolean =>
  SECRET_NAME.test(name) && !/_SOCK$|^KEYBOARD|PWD$/i.test(name);

/** The values in an environment that must never leave it: those of variables whose names speak of a secret. Values
 *  that would hide ordinary text are left out. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || !isSecretName(name)) continue;
    const trimmed = value.trim();
    if (isMaskable(trimmed)) values.add(trimmed);
  }
  return [...values];
}

/** Whether hiding a value hides no ordinary text: it is long, and no plain word, number or path. */
export function isMaskable(value: string): boolean {
  return value.length >= VALUE_CHARACTERS_MIN && !/^(?:[/~.][^\n]*|[A-Za-z]{1,15}|\d+)$/.test(value);
}

/** A short text, such as an error message, without these values. */
export function maskValues(text: string, values: readonly string[]): string {
  let masked = text;
  for (const value of values)
    if (isMaskable(value) && masked.includes(value)) masked = masked.replaceAll(value, "[redacted known value]");
  return masked;
}
