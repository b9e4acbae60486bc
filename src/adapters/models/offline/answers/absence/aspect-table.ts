/** What a system may have or lack, which lines of code would show. */
export interface Aspect {
  /** How a question names it, of plain words of English. */
  readonly asked: RegExp;
  /** What a line that has it says, by any of its names. */
  readonly lines: string;
  /** The names that were looked for, as they are told. */
  readonly names: readonly string[];
}

const row = (asked: string, lines: string, names: string): Aspect => ({
  asked: new RegExp(String.raw`\b(?:${asked})\b`),
  lines,
  names: names.split(", "),
});

/** Names are many rather than few: that something is not there is claimed only where none of them stands in a line. */
export const ASPECTS: readonly Aspect[] = [
  row(
    "retr(?:y|ies|ied|ying)|backoff|(?:volta|tenta)\\w* (?:a )?(?:tentar|novamente|de novo)|novas? tentativas?",
    String.raw`retr(?:y|ies)|back-?off|attempt|\btries\b|try.?again`,
    "retry, attempt, backoff",
  ),
  row(
    "time ?-?outs?|times? out|timed out|time limits?|deadlines?|limits? times?|tempo limite|limite de tempo|tempo maximo",
    String.raw`time[_ -]?out|timed[_ -]?out|deadline|time[_ -]?limit|wait_for\(|move_on_after|fail_after`,
    "timeout, deadline, time limit",
  ),
  row(
    String.raw`(?:en|de)crypt\w*|ciphers?|encripta\w*|criptogra\w*|cifra\w*`,
    String.raw`crypt|cipher|\baes\b|\brsa\b|\btls\b|\bssl\b|ICSF|CSNB`,
    "encrypt, decrypt, cipher, TLS",
  ),
  row(
    // The hash of a commit is its name.
    "(?<!\\bcommits? )hash(?:ed|es|ing)?",
    String.raw`hash|bcrypt|\bsha-?\d|md5|digest|argon|pbkdf|scrypt`,
    "hash, digest, bcrypt, SHA",
  ),
  row(
    String.raw`rate[- ]?limit\w*|throttl\w+`,
    String.raw`rate[_ -]?limit|throttl|too.?many.?requests|\b429\b|quota`,
    "rate limit, throttle, quota",
  ),
  row("cach(?:e|es|ed|ing)", String.raw`cach|memo[iï]z|\blru\b|\bttl\b`, "cache, memoize, LRU, TTL"),
  row("web ?sockets?", String.raw`web[_ -]?socket|\bwss?:`, "websocket"),
  row(
    "oauth2?|openid|oidc|sso|single sign-?on|saml",
    String.raw`oauth|openid|\boidc\b|\bsso\b|saml`,
    "OAuth, OpenID, SSO, SAML",
  ),
  row(
    "telemetry|analytics|usage data",
    String.raw`telemetry|analytics|\botel\b|statsd|sentry|usage.?(?:data|statistic)`,
    "telemetry, analytics, OTEL",
  ),
  row("metrics|prometheus", String.raw`metric|prometheus|histogram|statsd|\botel\b`, "metric, prometheus"),
  row("e-?mails?|mails?|smtp", String.raw`e-?mail|smtp|sendmail|\bmail`, "mail, SMTP"),
  row("alert(?:s|ed|ing|as?)?|pagers?|on-?call", String.raw`\balert|notif|pager|slack|webhook`, "alert, notify, pager"),
  row(
    "authenticat\\w+|log ?-?ins?|log ?-?ons?|sign ?-?ons?|sign ?-?ins?|autentica\\w*",
    String.raw`auth|log[_ -]?(?:in|on)\b|sign[_ -]?(?:in|on)\b|passw|credential|token|api[_-]?key|racf|userid|user-id`,
    "authenticate, login, password, token, credential",
  ),
  row("compress\\w*|gzip", String.raw`compress|gzip|deflate|brotli|zstd`, "compress, gzip, deflate"),
  row("graphql", "graphql", "GraphQL"),
  row("grpc|protobuf", String.raw`grpc|protobuf|\.proto\b`, "gRPC, protobuf"),
  row("web ?hooks?", String.raw`web[_ -]?hook`, "webhook"),
  row(
    "rest(?:ful)?[ -](?:apis?|services?|endpoints?|interfaces?)|web services?|http (?:apis?|servers?|endpoints?)",
    String.raw`createServer|\.listen\(|express|fastify|flask|fastapi|EXEC +CICS +(?:WEB|INVOKE)|\bWEB +(?:SEND|RECEIVE|OPEN)|@(?:app|router|api)\.|RestController|(?:Get|Post)Mapping|swagger|openapi|\bsoap\b|\brest\b|\bfetch\(|https?://`,
    "server, listen, REST, SOAP, EXEC CICS WEB, http",
  ),
  row(
    "databases?|db2|sql(?:ite)?|postgres\\w*|mysql|mongo\\w*",
    String.raw`\bdb2\b|\bsql\b|sqlite|postgres|mysql|mongo|jdbc|database|\bSELECT\b.*\bFROM\b|\bINSERT +INTO\b`,
    "SQL, DB2, database, SELECT",
  ),
  row(
    "rate of exchange|exchange rates?|currency conversion",
    String.raw`exchange|currenc|\bfx\b`,
    "exchange, currency",
  ),
  row(
    "roll(?:s|ed)? ?-?back\\w*",
    String.raw`roll[_ -]?back|syncpoint|revert|undo|compensat`,
    "rollback, syncpoint, revert",
  ),
  row(
    "pagination|paginated?|paging",
    String.raw`pagina|next[_-]?(?:page|cursor|token)|cursor|\boffset\b|page`,
    "page, cursor, offset",
  ),
  row(
    "i18n|internationali[sz]\\w+|locali[sz]ation|translations?|translated",
    String.raw`i18n|l10n|locale|gettext|translat`,
    "i18n, locale, translate",
  ),
  row(
    "feature flags?|feature toggles?",
    String.raw`feature[_ -]?(?:flag|toggle)|toggle|launchdarkly`,
    "feature flag, toggle",
  ),
  row(
    "two[- ]factor|2fa|mfa|multi[- ]factor",
    String.raw`2fa|\bmfa\b|two[_ -]?factor|multi[_ -]?factor|totp|\botp\b`,
    "two-factor, MFA, OTP",
  ),
  row("prox(?:y|ies)", "prox(?:y|ies)", "proxy"),
  row(
    "heart ?-?beats?|keep ?-?alives?|pings?",
    String.raw`heart[_ -]?beat|keep[_ -]?alive|\bping`,
    "heartbeat, keepalive, ping",
  ),
  row(
    "idempoten\\w+|dedup\\w*|duplicates?",
    String.raw`idempot|dedup|duplicat|already|\bDUP`,
    "duplicate, dedup, idempotent, already",
  ),
  row("circuit[- ]?breakers?", String.raw`circuit|breaker`, "circuit breaker"),
  row(
    "lock(?:s|ed|ing)?|mutex(?:es)?|semaphores?",
    String.raw`lock|mutex|semaphore|\benq\b|\bUPDATE *$|DISP=OLD`,
    "lock, mutex, semaphore, ENQ, UPDATE, DISP=OLD",
  ),
  row(
    "authori[sz](?:ed?|es|ing|ations?)|permissions?|access (?:checks?|controls?|rights)|(?:allowed|permitted|entitled) to|may (?:see|read|view|access|open|change|update|delete|use)|privileges?",
    String.raw`auth|permi(?:t|ss)|allow|forbid|denied|\b40[13]\b|\broles?\b|privileg|racf|admin|user-?type|usr-?typ|\bacl\b`,
    "authorize, permission, allow, forbid, role, 401, 403",
  ),
  row(
    "(?:which|what|tcp|network|server) ports?|ports?(?= (?:does|do|is|are|will|can))|listen(?:s|ing)?",
    String.raw`\blisten(?:s|ing)?\b|\bport\b|_port\b|\bports\b|\bbind\(|\.serve\(`,
    "port, listen, bind(), serve()",
  ),
  row(
    "transactional(?:ly)?|(?:database|db|unit of work) transactions?|in (?:one|a|the same) transaction",
    String.raw`\bcommit\b|syncpoint|roll[_ -]?back|begin[_ .](?:work|tran)|transactional|atomic`,
    "commit, syncpoint, rollback, atomic",
  ),
  row(
    "logg(?:ing|ed|er)|(?:do(?:es)?|can|will|should) [^/?]*\\blog(?! ?(?:in|on|out|off)\\b)(?= )|logs?(?= (?:of|for|anything|requests?|errors?|files?))|(?:error|debug|request|access) logs?",
    String.raw`\blogg(?:er|ing|ed)|log\b|\blog[_(]|console\.|\bDISPLAY\b|\bprintf?\(|WRITEQ TD`,
    "log, logger, console, print(), DISPLAY",
  ),
  row("audit(?:s|ed|ing)?(?: logs?| trails?)?", String.raw`audit|journal|history`, "audit, journal, history"),
  row(
    "back ?-?ups?|copias? de seguranca",
    String.raw`back[_ -]?up|\bREPRO\b|archiv|\bcopy|bkp`,
    "backup, archive, REPRO",
  ),
  row("check ?sums?|crc", String.raw`check[_ -]?sum|\bcrc|digest|sha\d|md5`, "checksum, CRC, digest"),
  row(
    "limits?|maximums?|caps?|upper bounds?|limites?|maximo",
    String.raw`limit|\bmax|maxim|\bcap\b|threshold|at most|quota|OCCURS|SIZE ERROR`,
    "limit, maximum, threshold, quota",
  ),
];
