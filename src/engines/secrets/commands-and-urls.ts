import type { Finder, Finding } from "./finding.ts";
import { hasDigit, isRandom, isReference, isStandIn } from "./look-alikes.ts";
import { isSecretValue } from "./secret-values.ts";

/** One rule: the named group that matched, or else group 1, is the secret. `accepts` decides what of that form is one. */
interface Rule {
  readonly kind: string;
  /** A cheap test first: most text has none of these words. */
  readonly hint: RegExp;
  readonly expression: RegExp;
  readonly accepts: (value: string) => boolean;
}

const isPassword = (value: string): boolean => isSecretValue(value, { strength: "password", isQuoted: true });
const isChosen = (value: string): boolean => value.length >= 3 && !isStandIn(value);
/** After a word like `key` in a sentence a digest is no secret: only what mixes its letters is. */
const isKeyInSentence = (value: string): boolean =>
  !isStandIn(value) && hasDigit(value) && /[A-Z]/.test(value) && /[a-z]/.test(value) && isRandom(value, 20);
/** Of bytes drawn by lot four in five are letters; the lines of a drawing, under the same name, are figures. */
const isBytesInBase64 = (value: string): boolean =>
  hasDigit(value) &&
  /[A-Z]/.test(value) &&
  isRandom(value, 40) &&
  value.replace(/[^A-Za-z]/g, "").length > value.length * 0.6;
const isToken = (value: string): boolean => !isStandIn(value) && isRandom(value, 16);
const WORD = "[^\\s\"'`;|&<>]{3,512}";
const QUOTABLE = `\\\\*["']?(${WORD})`;

const RULES: readonly Rule[] = [
  {
    kind: "password",
    hint: /:\/\//,
    expression:
      /\b[a-z][a-z0-9+.-]{1,30}:\/\/(?!([^\s:/@]{1,64}):\1@)[^\s:/@"'<>?#]{0,128}:(?<value>[^\s/"'<>@]{1,512}(?:@(?=[^\s/"'<>]*@)[^\s/"'<>@]{1,256})?)@(?!sha\d{3}:)(?=[\w[])/gi,
    accepts: isChosen,
  },
  // A password may hold a slash; then only the whole form tells it from a port and a path.
  {
    kind: "password",
    hint: /:\/\//,
    expression:
      /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@"'<>?#]{1,128}:([^\s"'<>@:]{3,256})@[\w.-]{1,255}(?=[:/?\s"',;]|$)/gi,
    accepts: (value) => value.includes("/") && !/^\d{1,5}\//.test(value) && isChosen(value),
  },
  { kind: "token", hint: /:\/\//, expression: /\bhttps?:\/\/([\w.-]{16,256})@(?=[\w[])/gi, accepts: isToken },
  {
    kind: "query parameter",
    hint: /[?&;][\w-]{3,40}=/,
    expression:
      /[?&;](?:[\w-]{0,30}(?:token|key|secret|password|passwd|pwd|signature|credential|auth|apikey)|sig|code|sid|jwt|hmac)=([^\s&#"'<>;]{8,2048})/gi,
    accepts: (value) => isToken(decoded(value)),
  },
  {
    kind: "one-time secret",
    hint: /otpauth:/i,
    expression: /\botpauth:\/\/[^\s"'<>]{1,512}?[?&]secret=([A-Z2-7]{8,512})/gi,
    accepts: (value) => !isStandIn(value),
  },
  // The private members of a key in JSON, YAML or source: short names, and values that nothing else has under them.
  {
    kind: "private key",
    hint: /(?<![\w$.-])(?:d[pq]?|q|qi|k)\\*["']?[ \t]*:/,
    expression: /(?<![\w$.-])(?:d[pq]?|q|qi|k)\\*["']?[ \t]*:[ \t]*\\*["'`]?([\w-]{40,2048}={0,2})(?![\w(.-])/g,
    accepts: isBytesInBase64,
  },
  {
    kind: "private key",
    hint: /\bkty\b/,
    expression: /(?<![\w$.-])[kpd]\\*["']?[ \t]*:[ \t]*\\*["'`]?([\w-]{20,2048}={0,2})/g,
    accepts: (value) => isRandom(value, 20),
  },
  {
    kind: "authorization",
    hint: /bearer|basic|token|apikey|negotiate|ntlm|digest/i,
    expression: /\b(?:bearer|token|apikey|api-key|negotiate|ntlm)[ \t]+\\*["']?([\w.~+/=-]{12,4096})/gi,
    accepts: (value) => !isReference(value) && isRandom(value, 12),
  },
  {
    kind: "authorization",
    hint: /authorization/i,
    expression: /authorization\\*["']?[ \t]*[:=][ \t]*\\*["']?(?:[A-Za-z][\w-]{2,20}[ \t]+)?([\w.~+/=-]{8,4096})/gi,
    accepts: (value) => !isReference(value) && (isRandom(value, 12) || isPair(value)),
  },
  {
    kind: "authorization",
    hint: /basic/i,
    expression: /\bbasic[ \t]+\\*["']?([A-Za-z0-9+/]{8,1024}={0,2})/gi,
    accepts: (value) => isPair(value),
  },
  {
    kind: "key",
    hint: /\b(?:key|token|secret|password)\s/i,
    expression:
      /\b(?:using|with|invalid|wrong|bad|my|the|your|api|secret|access|auth|bearer)[ \t]+(?:key|token|secret|password)[ \t]+["'`(<[]{0,2}([\w.~+/=-]{20,512})/gi,
    accepts: isKeyInSentence,
  },
  {
    kind: "cookie",
    hint: /cookie/i,
    expression:
      /\b(?:set-)?cookie\\*["']?[ \t]*:[ \t]*\\*["']?(?:[^\n;=]{1,60}=[^\n;]{0,60};[ \t]*){0,6}[\w.-]{0,40}(?:sess|sid|auth|token|jwt|id)[\w.-]{0,40}=([^\s;,"']{12,4096})/gi,
    accepts: (value) => isRandom(decoded(value), 12),
  },
  {
    kind: "password",
    hint: /sshpass|login|mysql|mariadb|htpasswd|openssl|redis-cli|ldap|mongo|psql|zip|7z|curl|wget|creds|smbclient|rsync|net use|az |mosquitto/i,
    expression: new RegExp(
      `\\b(?:sshpass[ \\t]+(?:-\\w[ \\t]+)?-p[ \\t]*|(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|az|oc|cf|heroku|kubelogin)\\b[^\\n|;&]{0,80}?\\blogin\\b[^\\n|;&]{0,200}?[ \\t](?:-p|--password)[ \\t=]+|` +
        `(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\\b[^\\n|;&]{0,200}?[ \\t]-p|mongo(?:sh|dump|restore)?\\b[^\\n|;&]{0,200}?[ \\t]-p[ \\t]+|redis-cli\\b[^\\n|;&]{0,200}?[ \\t](?:-a|--pass)[ \\t]+|` +
        `ldap(?:search|modify|add|whoami|passwd)\\b[^\\n|;&]{0,200}?[ \\t]-w[ \\t]+|(?:un)?zip\\b[^\\n|;&]{0,100}?[ \\t]-P[ \\t]*|7z\\b[^\\n|;&]{0,100}?[ \\t]-p|openssl\\b[^\\n|;&]{0,200}?[ \\t]-(?:pass|passin|passout|k)[ \\t]+(?:pass:)?|` +
        `htpasswd[ \\t]+-\\w*b\\w*[ \\t]+\\S{1,200}[ \\t]+\\S{1,80}[ \\t]+|mosquitto_\\w+\\b[^\\n|;&]{0,200}?[ \\t]-P[ \\t]+)${QUOTABLE}`,
      "gi",
    ),
    accepts: (value) =>
      isChosen(value) &&
      !value.startsWith("-") &&
      !/^\d{1,5}(?::\d+)?$/.test(value) &&
      (hasDigit(value) || isPassword(value)),
  },
  {
    kind: "password",
    hint: /curl|wget|creds|smbclient|http /i,
    expression: new RegExp(
      `(?:\\b(?:curl|wget|https?|xh|smbclient)\\b[^\\n|;&]{0,300}?[ \\t](?:-u|--user|--proxy-user|-U|-a|--auth)[ \\t=]*|--(?:src-|dest-)?creds?[ \\t=]+)\\\\*["']?[^\\s"':%]{1,100}[:%](${WORD})`,
      "gi",
    ),
    accepts: isChosen,
  },
  {
    kind: "token",
    hint: /vault login|--with-token|user\.password|_auth|-stdin|sudo -S|sqlplus|SecureString/i,
    expression:
      /(?:\bvault login[ \t]+|--with-token[ \t]*<<<[ \t]*|\buser\.password[ \t]+|:_auth(?:Token)?[ \t]+|\bsqlplus[ \t]+\w{1,40}\/|ConvertTo-SecureString[ \t]+|\becho[ \t]+(?:-n[ \t]+)?(?=[^\n|]{8,300}\|[ \t]*(?:sudo -S|[^\n|]{1,200}-stdin)))\\*["']?([^\s"'`;|&<>@]{8,512})/gi,
    accepts: (value) => isToken(value) || isPassword(value),
  },
  {
    kind: "password",
    hint: /identified\s|password\s+'/i,
    expression:
      /\b(?:identified\s+by(?:\s+(?:password|values))?|(?:with|encrypted|set)\s+password|^\s*password)\s+(?:(["'])(?<quoted>[^"'\s]{4,256})\1|(?<bare>[^\s"';,()]{8,256}))/gim,
    accepts: isPassword,
  },
  {
    kind: "password",
    hint: /jdbc:|net use|keytool|jarsigner|(?:store|key)pass/i,
    expression: new RegExp(
      `(?:\\bjdbc:\\w{2,20}:\\w{2,20}:[^\\s/:@"']{1,64}/(?<value>[^\\s@"'/]{3,128})@|\\bnet use [^\\n|;&]{1,200}?[ \\t](?<used>${WORD})[ \\t]+/user:|[ \\t]-(?:store|key|deststore|destkey|srcstore|srckey)pass[ \\t]+(?<stored>${WORD}))`,
      "gi",
    ),
    accepts: isChosen,
  },
  {
    kind: "password hash",
    hint: /:\$\w{1,8}\$/,
    expression: /(?:^|\s)[\w.-]{1,64}:(\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|argon2\w{0,2}|scrypt)\$[^\s:]{8,512})/g,
    accepts: () => true,
  },
  {
    kind: "password",
    hint: /^[\w.*-]{1,255}:(?:\d{1,5}|\*):[^:\s]{1,100}:[^:\s]{1,100}:/m,
    expression: /^[\w.*-]{1,255}:(?:\d{1,5}|\*):[^:\s]{1,100}:[^:\s]{1,100}:([^\s:]{6,256})\s*$/gm,
    accepts: isPassword,
  },
];

/** For secrets in command lines, URLs and headers, where a position says what a value is. */
export const COMMAND_AND_URL_FINDERS: readonly Finder[] = RULES.map((rule) => ({
  hint: new RegExp(rule.hint, `g${rule.hint.flags}`),
  find: (text) => findBy(rule, text),
}));

function findBy({ kind, expression, accepts }: Rule, text: string): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(expression)) {
    const value = Object.values(match.groups ?? {}).find((group) => group !== undefined) ?? match[1] ?? "";
    if (value === "" || !accepts(value)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    findings.push({ from: match.index, start, end: start + value.length, kind });
  }
  return findings;
}

function isPair(value: string): boolean {
  // Without its padding, which may be wrong where a stream was cut: `atob` throws at a wrong one, and at none does not.
  const digits = value.replace(/={1,2}$/, "");
  if (!/^[A-Za-z0-9+/]+$/.test(digits) || digits.length % 4 === 1) return false;
  return /^[\x20-\x7e]{1,200}:[\x20-\x7e]{1,400}$/.test(atob(digits));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
