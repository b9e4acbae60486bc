/** What looks like a credential and is none: placeholders, references, names, paths, code. */

/** Whole forms, whatever stands in them. */
const REFERENCE =
  /^(?:env:|vault:|op:\/\/|arn:|file:|sm:\/\/|ref\+|secretref:|projects\/|data:|https?:\/\/[^:@/]*(?:\/|$)|%\w+%$|@\w+@$|<[^<>]*>$|%?\([^()]*\)s?$|\[[^[\]]*\]$)/i;
/** What begins as a reference does and goes on as words do: `$PASSWORD`, `*anchor`, `@param`. */
const REFERENCE_SIGN = /^(?:[$%@#*<[({]|\\?\$)|\$\{|\{\{|\$\(|#\{/;
const PLACEHOLDER_WORD =
  /^(?:your|my|the|some|an?|this|that|new|old|test|testing|demo|dev|insert|enter|replace|put|paste|add|set|get|use|super|fake|mock)(?:[-_ .]|$)|^(?:x{3,}|\.{3,}|…|-+|_+|todo|tbd|none|null|nil|undefined|true|false|required|optional|default|string|str|number|boolean|bool|bytes|int\d*|float\d*|any|text|password\d{0,4}|passwd|passw0rd|p@ssw0rd\d*|secret\d{0,4}|s3cret|token\d{0,4}|pass\d{0,4}|hunter2|letmein|qwerty\d*|abc123|foo\w{0,3}|bar\d*|baz|postgres|root|admin\d{0,3}|user\d{0,3}|guest|test\d{0,4}|changeit|mysecret\w{0,12}|mypassword\d*|mytoken\d*|yourpassword)$/i;
const PLACEHOLDER_INSIDE =
  /example|placeholder|change[-_ ]?me|redacted|removed|masked|dummy|your[-_]|[-_]here\b|not[-_]?(?:a[-_]?)?real|x{5,}|deadbeef|cafebabe/i;
/** Shapes of the same, which lot may throw as well. */
const PLACEHOLDER_SHAPE = /[$#]\{[^{}]*\}|\{\{.*\}\}|\$\([^()]*\)|\*{3,}|\.{3}|…|0{8,}|<[a-z -]+>/gi;
/** Keys of a keyboard one behind the other: what is typed where anything will do. */
const TYPED = /1?2345678(?:90?|9)?|abcdefgh[i-z]*/gi;
const TECHNICAL =
  /^(?:argon2\w{0,2}|sha-?\d{1,3}\w*|md\d|b?s?crypt\d*|pbkdf2\w*|base\d\d\w*|utf-?\d+\w*|oauth2?\w*|openid\w*|[rheps]{2}\d{3}|aes[-\d]\w*|rsa[-\d]\w*|ed25519\w*|x\d{3,5}\w*|p-?256\w*|secp\w+|hmac\w*|http[s\d.]*|v\d+(?:[a-z]+\d*)?|cl\d+k_base|o200k_base|gpt\w*|utf8mb4\w*|latin1\w*|iso\w*|k8s\w*|i18n|l10n|kerberos5?|tls\w*|ssl\w*)$/i;

/** A published form with letters that nobody generated: `ghp_xxxxxxxx`, `AKIAIOSFODNN7EXAMPLE`. One that is typed along the keyboard
 *  counts as what it looks like: in a log nothing else tells whose it is. */
export function isPlaceholderToken(token: string): boolean {
  const body = token.replace(/^[A-Za-z]{1,12}[-_]/, "");
  // Numbers of accounts are no part of the secret, however orderly they look: `xoxb-123456789012-…`.
  const generated = token.replace(/(?<![A-Za-z0-9])\d{6,16}[-:_]/g, "");
  return (
    PLACEHOLDER_INSIDE.test(generated) ||
    generated.search(PLACEHOLDER_SHAPE) >= 0 ||
    new Set(body.toLowerCase()).size < Math.min(7, body.length / 2)
  );
}

/** A value that stands for another: a variable, a template, a placeholder, a path, a name of an algorithm; or for any at all. */
export const isStandIn = (value: string): boolean => isReference(value) || isTyped(value);

/** The same where something before it says that a value is sent: then also one that somebody has typed. */
export function isReference(value: string): boolean {
  if (REFERENCE.test(value) || PLACEHOLDER_INSIDE.test(value) || isPath(value) || isSame(value)) return true;
  if (isMemberChain(value) && !/\d[A-Za-z]/.test(value)) return true;
  // How a value begins, or what stands in it, says nothing where its rest is drawn by lot.
  if (isDrawn(value.replace(PLACEHOLDER_SHAPE, ""))) return false;
  return (
    REFERENCE_SIGN.test(value) ||
    PLACEHOLDER_WORD.test(value) ||
    value.search(PLACEHOLDER_SHAPE) >= 0 ||
    TECHNICAL.test(value) ||
    isMemberChain(value)
  );
}

/** What somebody has put before or behind is none the less generated. */
function isTyped(value: string): boolean {
  const rest = value.replace(TYPED, "");
  return rest !== value && !isRandom(rest, 12);
}

/** Letters and digits in the disorder of a generated value: hexadecimal, base64, UUID. */
export function isRandom(value: string, lengthMin: number): boolean {
  if (value.length < lengthMin) return false;
  if (!/\d/.test(value)) return isRandomLetters(value);
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)) return true;
  if (/^[0-9a-f]{16,}$/i.test(value)) return /[a-f]/i.test(value);
  let sum = 0;
  for (const piece of value.split(/[-_.~+/=:@!#$%^&*,;|()]+/)) {
    const changes = changesIn(piece);
    if (piece.length >= 8 && changes >= 3) return true;
    sum += changes;
  }
  return sum >= 7;
}

/** Letters with digits, signs or both as lot throws them: neighbours are of other kinds, or letters that seldom meet. Words, versions,
 *  dates and names of formats are not; nor is what one case of hexadecimal digits spells, which mostly is a digest. */
export function isDrawn(value: string): boolean {
  if (value.length < 8 || !/\d/.test(value) || /[\s\p{Cc}]/u.test(value) || /^[0-9a-f-]+$|^[0-9A-F-]+$/.test(value))
    return false;
  if (FILE_NAME.test(value) && !isRandom(value, 8)) return false;
  const rest = value.replace(SYNTAX, "");
  return rest.replace(/[^A-Za-z]/g, "").length >= value.length / 5 && isDisorderly(rest);
}

function isDisorderly(value: string): boolean {
  alike ??= alikePairs();
  let pairs = 0;
  let disorder = 0;
  for (let index = 1; index < value.length; index++) {
    const [one, other] = [value.charCodeAt(index - 1), value.charCodeAt(index)];
    if (isJoint(one) || isJoint(other)) continue;
    pairs++;
    // Beyond ASCII nothing is a digit, nor a letter of the common pairs.
    if (one >= 128 || other >= 128 || alike[one * 128 + other] === 0) disorder++;
  }
  return disorder >= 3 && disorder >= pairs * 0.42;
}

/** Between words of a name, a path, a date. */
const JOINTS: ReadonlySet<number> = new Set([..."-_./:\\"].map((joint) => joint.charCodeAt(0)));
const isJoint = (code: number): boolean => JOINTS.has(code);
const FILE_NAME = /^[\w.@-]+(?:\/[\w.@-]+)+\.[a-z]{1,5}(?::[\d,-]+)?$/;
/** Regular expressions, formats and templates are as disorderly. */
const SYNTAX = /\\[dswDSWbn]|\[\^?[a-zA-Z0]-[^\]]*\]|\{\d*,?\d*\}|%[sd]|%[\dA-F]{2}|\(\?[:=!]|=>|&&|\|\|/g;

function areAlike(one: string, other: string): boolean {
  if (/\d/.test(one)) return /\d/.test(other);
  if (!/[A-Za-z]/.test(one) || !/[A-Za-z]/.test(other)) return false;
  if (/[a-z]/.test(one) && /[A-Z]/.test(other)) return false;
  return COMMON_PAIRS.get(one.toLowerCase())?.includes(other.toLowerCase()) === true;
}

/** Letters alone: words are speakable, what chance writes mostly is not. */
function isRandomLetters(value: string): boolean {
  if (isUnlikeWords(value)) return true;
  if (value.length < 10 || !/[A-Z]/.test(value) || !/[a-z]/.test(value) || !/^[\w+/=!@#$%^&*-]+$/.test(value))
    return false;
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  const unspeakable = pieces.filter((piece) => piece.length === 1 || !/[aeiouy]/i.test(piece)).length;
  return unspeakable >= 2 && unspeakable / pieces.length >= 0.3;
}

/** Letter → those that often follow it: nine in ten pairs of letters in English texts, four in ten of all there are. */
const COMMON_PAIRS: ReadonlyMap<string, string> = new Map(
  (
    "abcdgilmnprstuvy baeilou caehiklortu dadeiosu eacdefglmnpqrstvx faefilo gehinr haeiot iabcdefglmnoprstvz js keis ladeilostuy " +
    "maeimops nacdefgiost obcdlmnoprstuvw paeiloprtu qu racdeikmnorstuy sacehiopstu tacehilorstuy uabceilmnprst vaei waeio xpt yp"
  )
    .split(" ")
    .map((row) => [row.slice(0, 1), row.slice(1)]),
);
/** For each two characters of ASCII, the first times 128 and the second: whether they are alike. */
let alike: Uint8Array | undefined;
const alikePairs = (): Uint8Array =>
  Uint8Array.from({ length: 128 * 128 }, (_, pair) =>
    areAlike(String.fromCharCode(pair >> 7), String.fromCharCode(pair & 127)) ? 1 : 0,
  );
const UNLIKE_LETTERS_MIN = 16;

/** Whether fewer than half of the pairs of neighbours are common in words, however many words stand one behind the other. */
function isUnlikeWords(value: string): boolean {
  if (value.length < UNLIKE_LETTERS_MIN || !/^[A-Za-z]+$/.test(value)) return false;
  const letters = [...value.toLowerCase()];
  const common = letters.filter((letter, index) => COMMON_PAIRS.get(letters[index - 1] ?? "")?.includes(letter));
  return common.length < (letters.length - 1) / 2;
}

export const hasDigit = (value: string): boolean => /\d/.test(value);
export const hasLetter = (value: string): boolean => /[A-Za-z]/.test(value);
/** Punctuation that people put into passwords and programmers seldom into names. */
export const hasPasswordSign = (value: string): boolean => /[!@#$%^&*+?~]/.test(value);

/** How often lower case, upper case and digits take turns; a capital before lower case opens no turn of its own. */
function changesIn(piece: string): number {
  return Math.max(0, (piece.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)?.length ?? 0) - 1);
}

function isPath(value: string): boolean {
  if (!/^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.@ -]*(?:[/\\][\w.@ -]*)*$/.test(value))
    return /^(?:[a-z][\w-]{0,20}\/){1,8}[\w-]{1,30}\.[a-z]{1,5}$/i.test(value);
  return value
    .split(/[/\\]/)
    .every((segment) => segment.length <= 32 && (segment.includes(".") || !isRandom(segment, 8)));
}

function isMemberChain(value: string): boolean {
  if (!/^[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+$/.test(value)) return false;
  return value.split(/\.|->|::/).every((part) => part.length < 24 && !isRandom(part, 10));
}

const isSame = (value: string): boolean => value.length >= 4 && new Set(value).size <= 2;
