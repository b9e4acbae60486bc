export type Severity = "error" | "warning";

/** What passed is named after what it tries, which is often a failure. */
const PASSED = /^\s*(?:✓|✔|√|ok\b|PASS\b|PASSED\b)|\bPASSED\b|\.\.\. ok$/;
/** Counts of none. */
const NONE =
  /\b(?:0|no|zero|without)\s+(?:errors?|fail\w*|warnings?)\b|\b(?:errors?|fail\w*|warnings?)["']?\s*[:=]\s*0\b/gi;
const CHARS_READ_MAX = 20_000;

const either = (patterns: readonly RegExp[], flags = ""): RegExp =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"), flags);

/** Levels, and what is printed only where something went wrong. */
const ERROR = either([
  /\b(?:ERRORS?|FATAL|SEVERE|CRITICAL|CRIT|PANIC|EMERG|FAIL|FAILED|FAILURES?|ABEND(?:ED)?|ELIFECYCLE)\b|\bERR!/,
  /\b(?:[Ff]atal |[Ii]nternal |[Ss]yntax |[Rr]untime |[Cc]ompile )?[Ee]rror(?:\[\w+\]| +[A-Z]{1,6}-?\d+|\(s\))?\s*[:!\]]/,
  /^\s*\d+:\d+\s+error\b|^npm error\b|\b[Ff]atal:|\b[Uu]n(?:handled|caught)\b|treated as errors/,
  /\b[A-Z]\w{0,80}(?:Error|Exception|Failure|Fault)\b(?=\s*(?:[:[<]|$))|^\s*(?:Caused by:|Exception in thread|Traceback \()/,
  /\bpanic(?:ked)?(?::| at\b|\()|\b[Ss]egmentation fault|\bcore dumped|\b[Bb]us error|\b[Oo]ut of memory|\b[Ss]tack overflow|\bSIG(?:SEGV|ABRT|BUS|ILL|FPE|KILL)\b/,
  /^E\s{2,}\S|^E\d{4} |^\s*(?:✗|✕|✖|×|❌|●)\s|^\s*not ok\b|^\s*--- FAIL|\*\*\* \[|^(?:Killed|Aborted)\b|What went wrong:/,
  /\b[Ll](?:eve|v)l[=:]\s*"?(?:error|eror|err|fatal|critical|crit|panic)\b/,
  /"(?:level|severity|status|outcome|result|conclusion)"\s*:\s*"(?:error|fatal|critical|severe|panic|fail(?:ed|ure)?)"/i,
  /"level"\s*:\s*[56]0\b|"(?:error|exception)"\s*:\s*(?:"[^"]|\{\s*")/,
  // Compilers and systems of mainframes: message codes that end in E or S, abends, completion and condition codes.
  /\bIGY[A-Z]{2}\d{4}-[ESU]\b|\bIEF(?:45[0-3]|272|C\d{3})I\b|\b(?:IEC|ICH)\d{3}I\b|\b[A-Z]{3,6}\d{3,5}[ESU]\b(?=\s)/,
  /\b(?:RC|MAXCC|RETURN CODE|COND CODE|CONDITION CODE)\s*(?:[=:]|WAS|IS)?\s*0*(?:[5-9]|[1-9]\d+)\b/,
  /\bORA-\d{5}\b|\bSQLCODE\s*[=:]?\s*-\d+|\bFILE STATUS\s*(?:[=:]|IS)?\s*'?[2-9]\d\b/,
  /\bE(?:NOENT|ACCES|CONN[A-Z]+|TIMEDOUT|PERM|EXIST|ADDRINUSE|NOTFOUND|RESOLVE|NOSPC|MFILE)\b/,
  /\b(?:[Ee]rro|[Ee]rreur|[Ee]rrore|[Ff]ehler|[Ff]out|[Cc]hyba|[Hh]ata|[Ff]alha|[Ff]allo|[Éé]chec)\s*:|\b(?:fehlgeschlagen|falhou|échoué|mislukt)\b/,
  /[Bb]łąd\s*:|[Оо]шибка|[Сс]бой|错误|失败|异常|錯誤|失敗|エラー|例外|오류|실패/,
]);

/** Words of failure that a warning may use as well. */
const TROUBLE = either(
  [
    /\b(?:cannot|can't|could not|couldn't|unable to|failed (?:to|with|for|in)|failed[:!.]?$|: failed\b)/,
    /\b(?:command not found|no such file|permission denied|access (?:is )?denied|connection refused|timed out|not defined)\b/,
    /\b(?:undefined reference|undefined symbol|unresolved (?:external|symbol|import)|assertion failed|non-zero)\b/,
    /\bexit(?:ed)?(?: with)?(?: code| status)?[ :=]+[1-9]|\breturned (?:non-zero|[1-9])|\b[1-9]\d*\s+(?:errors?|failures?|failed|failing)\b/,
  ],
  "i",
);

const WARNING = either(
  [
    /\bwarn(?:ing)?s?(?:\[[\w-]+\]| +[A-Z]{1,6}\d+|\(s\))?\s*[:!\]]|^\s*\d+:\d+\s+warning\b|^npm warn\b|⚠/,
    /\b(?:level|lvl)[=:]\s*"?warn|"(?:level|severity)"\s*:\s*"warn|"level"\s*:\s*40\b|\bdeprecat/,
    /\bIGY[A-Z]{2}\d{4}-W\b|\bCOND CODE 0*4\b|\b(?:aviso|warnung|avertissement|advertencia)\s*:|警告|경고|предупреждение/,
  ],
  "i",
);
const WARNING_LEVEL = /\bWARN(?:INGS?)?\b/;
/** A heading or a remark, as TAP has for what is tried next. */
const HEADING = /^\s*#+ /;
const NO_TROUBLE_LEVEL = /\b(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE)\b|\blevel=(?:info|debug|trace)\b/;

export interface Told {
  readonly severity: Severity;
  /** Where in the line it is told. */
  readonly at: number;
}

/** What a line of an output tells of failure, of any program; undefined where it tells of none. Of several levels the first counts. */
export function toldBy(line: string): Told | undefined {
  if (PASSED.test(line)) return undefined;
  const text = line.slice(0, CHARS_READ_MAX).replace(NONE, (none) => " ".repeat(none.length));
  const error = text.search(ERROR);
  const warnings = [text.search(WARNING), text.search(WARNING_LEVEL)].filter((at) => at >= 0);
  const warning = warnings.length === 0 ? -1 : Math.min(...warnings);
  if (error >= 0 && (warning < 0 || error <= warning)) return { severity: "error", at: error };
  if (warning >= 0) return { severity: "warning", at: warning };
  const at = HEADING.test(text) ? -1 : text.search(TROUBLE);
  return at < 0 ? undefined : { severity: NO_TROUBLE_LEVEL.test(text) ? "warning" : "error", at };
}
