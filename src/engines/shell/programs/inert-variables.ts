import { steers } from "../starts/sensitive-names.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** Variables that change only language, time zone and colour. */
export const INERT_VARIABLE =
  /^(LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|TERM|CI)$/;
/** Of language and charset. */
const LOCALE_VARIABLE = /^(?:LC_[A-Z]+|LANG)$/;
/** In other charsets a letter may end in a byte that is a quote or a backslash elsewhere, so that a script is not what it looks like. */
export const PLAIN_LOCALE = /^(?:|C|POSIX|[\w@]+\.utf-?8(?:@\w+)?)$/i;
/** Variables that say how a program is developed, in plain words. */
const DEVELOPMENT_VARIABLE =
  /^(NODE_ENV|DEBUG|VERBOSE|RUST_LOG|RUST_BACKTRACE|LOG_LEVEL|PORT|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONHASHSEED|GOMAXPROCS|GO111MODULE|CGO_ENABLED)$/;
/** Names of any program's that say how much, how long and how loud, by a number or a yes. Of others a bare
 *  word may be a file or a module of the folder. */
const SAYS_HOW_MUCH =
  /^(?:[A-Za-z]|(?:[A-Z][A-Z0-9]*_)*(?:PORT|TIMEOUT|TIMEOUT_MS|LOG_LEVEL|LOGLEVEL|VERBOSE|VERBOSITY|DEBUG|QUIET|COLORS?|BACKTRACE|RETRIES|WORKERS|THREADS|JOBS|PARALLEL|SEED|WIDTH|HEIGHT|COUNT|LIMIT|DELAY|INTERVAL|ITERATIONS|RUNS|REPEATS|SIZE|SHARDS?|LEVEL|HEADLESS|SLOW|FAST|STRICT))$/;
/** Language, time zone, colour, and what says how a program is developed; a value with a slash could name a file. */
export function isInertAssignment(name: string, value: ShellWord): boolean {
  if (!isLiteral(value) || /^[:-]/.test(value.text)) return false;
  if (LOCALE_VARIABLE.test(name)) return PLAIN_LOCALE.test(value.text);
  if (INERT_VARIABLE.test(name) || DEVELOPMENT_VARIABLE.test(name)) {
    const isZone = name === "TZ" && /^[A-Za-z]+(\/[A-Za-z_-]+){0,2}$/.test(value.text);
    return isZone || /^[\w.,:*@+-]*$/.test(value.text);
  }
  return SAYS_HOW_MUCH.test(name) && /^(\d{1,9}|true|false|on|off|yes|no)$/i.test(value.text) && !steers(name);
}
