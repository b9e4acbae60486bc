/** How much a name says about its value: `password` (chosen by people), `generated` (keys, tokens), `weak` (maybe). */
export type NameStrength = "password" | "generated" | "weak";

/** Is in every name of a secret, in any case. */
export const SECRET_KEYWORD =
  /pass|pwd|psw|\b(?:bind|root)?pw\b|masterauth|secret|token|key|auth|cred|kennwort|senha|contrase(?:ñ|n\u0303?)a|cha?ve|clave|segredo|jeton|mdp|mot[ _.-]?de[ _.-]?passe|пароль|\bsig|session|cookie|jwt|\bsid\b|bearer|psk|otp|_pat\b/i;
const PASSWORD =
  /(?:^|[a-z])(?:password|passwd|passphrase|passcode|kennwort|passwort|motdepasse|wachtwoord)$|^(?:пароль|pwd|pass|pw|psw|psk)$|(?:user|db|sql|ftp|ssh|smtp|admin|root|redis|mail|auth|http|proxy|my|pg|bind|require)(?:pass|pwd|pw)$/;
const GENERATED =
  /^(?:secrets?|token|pat|otp|totp|credentials?|creds|jwt|bearer|authtoken|apitoken)$|(?:api|auth|access|secret|private|client|account|signing|encryption|session|shared|master|app|service|bot|deploy|refresh|id|user|csrf)?(?:secret|token|apikey|secretkey|accesskey|privatekey|authkey|accountkey|masterkey|sharedkey|accesstoken|authtoken)$/;
const KEY_OWNERS = new Set(
  (
    "api access account secret private encryption encrypt decryption signing sign signature master auth authentication authorization shared storage service subscription deploy app application " +
    "consumer hmac symmetric aes cipher admin client session webhook ssh integration license server bot project write read ingest root host rsa functions function primary secondary openai anthropic jwt crypto data"
  ).split(" "),
);
/** In languages whose nouns stand before what says which one it is: `senha_do_banco`, `contraseña_db`, `chave de acesso`. */
const LEADING_PASSWORD = new Set("senha senhas contrasena contrasenas motdepasse mdp".split(" "));
const LEADING_KEY = new Set("chave chaves clave claves segredo segredos secreto jeton tokende".split(" "));
const WEAK = new Set(["auth", "authorization"]);
/** Words after the noun that say which one it is, not what it is. */
const QUALIFIERS = new Set(
  "prod production dev development stage staging live test testing old new current previous default value raw plain plaintext clear base string b64 base64 hex encoded main backup env var ro rw local remote id1".split(
    " ",
  ),
);
/** Words that make the name one of something else. */
const OTHER_THINGS = new Set(
  "public publica publique primaria estrangeira extranjera foranea valor page next prev cursor continuation pagination csrf xsrf max min num count total prompt completion input output cached stop eos bos pad unk sep cls mask special foreign primary sort partition cache keyboard".split(
    " ",
  ),
);

/** What an identifier promises about its value; undefined for names of other things (`token_count`, `publicKey`). */
export function secretNameStrength(name: string): NameStrength | undefined {
  const words = wordsOf(name);
  while (words.length > 1 && isQualifier(words.at(-1) ?? "")) words.pop();
  const last = words.at(-1) ?? "";
  const isApiKey = last === "key" && KEY_OWNERS.has(words.at(-2) ?? "");
  if (isApiKey ? isPublicKey(words) : words.slice(0, -1).some((word) => OTHER_THINGS.has(word))) return undefined;
  if (PASSWORD.test(last)) return "password";
  if (isApiKey || GENERATED.test(last)) return "generated";
  return WEAK.has(last) ? "weak" : leadingStrength(words);
}

function leadingStrength(words: readonly string[]): NameStrength | undefined {
  if (words.some((word) => OTHER_THINGS.has(word))) return undefined;
  if (words.some((word) => LEADING_PASSWORD.has(word))) return "password";
  return words.some((word) => LEADING_KEY.has(word)) ? "generated" : undefined;
}

/** The same of a name that several values may have: `passwords`, `apiKeys`. */
export const namedStrength = (name: string): NameStrength | undefined =>
  secretNameStrength(name) ?? secretNameStrength(name.replace(/s$/i, ""));

const isQualifier = (word: string): boolean => QUALIFIERS.has(word) || /^\d+$/.test(word);

/** A public key, or the primary key of a table: not of a storage account. */
function isPublicKey(words: readonly string[]): boolean {
  if (words.includes("public")) return true;
  return words.at(-2) === "primary" && !words.some((word) => ["storage", "account", "cosmos"].includes(word));
}

const TOKEN_OF = /TOKENS?[_.-]D[EO](?=[_.-])|[Tt]okens?(?:[ _.-]d[eo](?=[ _.-])|D[eo](?=[A-Z]))/;

/** `dbPassword2`, `DB_PASSWORD`, `db.password`, `my key` as lower-case words; without accents, and a noun of several words as one. */
function wordsOf(name: string): string[] {
  const isPlain = /^[\x20-\x7e]*$/.test(name);
  const letters = isPlain ? name : name.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  const nouns = letters.replace(/mot([ _.-]?)de\1passe/i, "motdepasse").replace(TOKEN_OF, "_tokende_");
  return (nouns.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+/gu) ?? []).map((word) => word.toLowerCase());
}
