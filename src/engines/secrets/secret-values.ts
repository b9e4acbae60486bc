import { hasDigit, hasLetter, hasPasswordSign, isDrawn, isRandom, isStandIn } from "./look-alikes.ts";
import type { NameStrength } from "./secret-names.ts";

/** Whether a value, given what its name promises, is worth hiding. */
export function isSecretValue(
  value: string,
  { strength, isQuoted }: { strength: NameStrength; isQuoted: boolean },
): boolean {
  if (value.length < 6 || /\s/.test(value.trim())) return false;
  return isPlausible(value, { strength, isQuoted }) && !isStandIn(value);
}

function isPlausible(value: string, { strength, isQuoted }: { strength: NameStrength; isQuoted: boolean }): boolean {
  if (strength === "weak") return isRandom(value, 16) || (value.length >= 12 && isPairInBase64(value));
  if (strength === "generated") return isGenerated(value, isQuoted);
  if (/^\d+$/.test(value)) return value.length >= 6;
  if (value.length < 8) return isQuoted && hasDigit(value) && hasPasswordSign(value);
  if (hasDigit(value) && (hasLetter(value) || hasPasswordSign(value))) return true;
  return (isQuoted && hasPasswordSign(value) && hasLetter(value)) || isRandom(value, 8);
}

const isGenerated = (value: string, isQuoted: boolean): boolean =>
  isRandom(value, isQuoted ? 8 : 12) ||
  isPairInBase64(value) ||
  (value.length >= (isQuoted ? 10 : 16) && isDrawn(value));

/** `user:password` as docker and npm keep it. */
export function isPairInBase64(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) || value.length % 4 !== 0) return false;
  return /^[\x21-\x7e]{1,200}:[\x20-\x7e]{1,200}$/.test(atob(value));
}
