import type { Folder } from "../../folder.ts";
import type { CitedLine } from "../../result-text.ts";
import { cited, listedInOrder } from "../answer.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { inOneLine } from "../scans/statements.ts";
import { holderOf, lineAt, type OwnCode, ownCode, type Spot, saysOnly, spotsOf } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";

const LOG = `(?:logs?|logged|logging|loggers?|console|log (?:levels?|messages?|output|statements?))`;
const ASKS = new RegExp(
  String.raw`^\W*(?:(?:and|so|but) )?(?:(?:does|do|is|are|where|what|which|how|can|when|at which|any) )?(?:.*)\b${LOG}\b`,
);
/** What is logged, where and how, is asked of all of it; of one thing alone another answer tells. */
const SMALL = new RegExp(
  `^(?:${LOG}|does|do|is|are|where|what|which|how|can|when|at|any|anything|something|it|this|that|the|a|an|and|or|to|of|in|on|by|go|goes|going|get|gets|i|we|you|my|its|there|turn|turned|switch|switched|disable|disabled|off|on|enable|silence|silenced|mute|quiet|output|outputs|written|writes?|print|prints|printed|printing|done|library|sdk|package|code|client|here|stdout|stderr|level|levels|names?|named|used|use|uses|be|so|where|for|with|from|all|own|if|way|should|would|could|will|has|have|happens?|messages?|statements?|lines?|configured?|configuration|set|up|change|control|debug|verbose|mode|protocol|channel|clean|safe|ever|everything|see|more|much)$`,
);
const NO_LOG =
  /\b(?:git|commit|change ?)-?log|\blog(?:s|ged)? (?:in|out|into|on|off)\b|\blog ?(?:in|out)\b|\blog files? of\b/;
/** A statement that prints or logs, with what it is called and by which level. */
const SAYS =
  /(?:^|[^\w.])(console\.(?:log|error|warn|info|debug|trace)|print|sys\.std(?:out|err)\.write|process\.std(?:out|err)\.write|(?:self\.|this\.)?_?(?:logger|logging|log|LOG|LOGGER|LOGGER)\.(?:debug|info|warning|warn|error|exception|critical|fatal|trace)|warnings\.warn)\(/;
const MAKES = /\b(?:getLogger|createLogger|pino|winston)\b\w*\(/;
const SETS_UP = /\b(?:addHandler|basicConfig|setLevel|StreamHandler|FileHandler|dictConfig|NullHandler)\(/;
const SWITCH =
  /^(?:\w*_)?(?:log|logger|log_?level|verbose|quiet|silent|debug|on_?log)$|(?:Logger|LogLevel|Verbose|Quiet|Silent)$/i;
const ROWS_MAX = 12;

/** "Does it log anything, where does it go": each statement that logs, what gives it its place and level, and the options that could switch it. */
export const LOGGED: Dossier = {
  asks: (said) => ASKS.test(said) && !NO_LOG.test(said) && saysOnly(said, SMALL),
  tells: /\b(?:where|turn|switch|off|disable|silence|level|stdout|stderr|logger|names?|go(?:es)?|console|channel)\b/,
  *answer(_said, _own, { folder, before }) {
    const files = yield* ownCode(folder);
    if (files.length === 0) return undefined;
    const spots = spotsOf(files, SAYS);
    const [counts = "", rows = ""] = loggedTexts(spots);
    return packageAnswer(before, [counts, ...loggerTexts(files), rows, optionsText(files, spots), besideText(folder)]);
  },
};

function loggedTexts(spots: readonly Spot[]): readonly string[] {
  if (spots.length === 0)
    return ["No line of the code here prints or logs: no console, no logger, no standard output."];
  const calls = Map.groupBy(spots, (spot) => SAYS.exec(lineAt(spot).text)?.[1] ?? "");
  const counts = [...calls]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([call, all]) => `${call} ${all.length}${streamOf(call)}`);
  const rows = spots.map((spot) => `${cited(statementAt(spot))}  # ${holderOf(spot)}`.replace(/ {2}# $/, ""));
  return [
    `By what it logs: ${counts.join(", ")}.`,
    listedInOrder("Statements that print or log", rows, rows.length, ROWS_MAX),
  ];
}

/** Where a runtime writes what such a call is given. */
const streamOf = (call: string): string =>
  /^console\.(?:error|warn|trace)$|stderr/.test(call)
    ? " (standard error)"
    : /^console\.|stdout|^print$/.test(call)
      ? " (standard output)"
      : "";

const STATEMENT_LINES_MAX = 5;

/** A call over several lines as one. */
function statementAt(spot: Spot): CitedLine {
  const lines = spot.file.lines.slice(spot.at, spot.at + STATEMENT_LINES_MAX);
  const depths = lines.map(({ text }) => (text.match(/\(/g) ?? []).length - (text.match(/\)/g) ?? []).length);
  const end = lines.findIndex((_, index) => depths.slice(0, index + 1).reduce((sum, one) => sum + one, 0) <= 0);
  return { ...lineAt(spot), text: inOneLine(lines.slice(0, end < 0 ? undefined : end + 1)) };
}

/** Which logger it is, and who sets it up. */
function loggerTexts(files: readonly OwnCode[]): readonly string[] {
  const places = (form: RegExp) => spotsOf(files, form).map((spot) => cited(lineAt(spot)));
  const loggers = places(MAKES);
  const set = places(SETS_UP);
  if (set.length > 0) return [listedInOrder("What sets level or place", set, set.length, LOGGERS_MAX)];
  return loggers.length === 0
    ? []
    : [
        listedInOrder("Loggers", loggers, loggers.length, LOGGERS_MAX),
        "No line here gives a logger a handler or a level: what is shown, and where, the program that uses this settles by the logger's name.",
      ];
}

const LOGGERS_MAX = 3;

/** Fields that are called as what switches it. */
function optionsText(files: readonly OwnCode[], spots: readonly Spot[]): string {
  if (spots.length === 0) return "";
  const options = files.flatMap(({ lines, units }) =>
    units.flatMap(({ kind, name, at }) =>
      kind === "field" && SWITCH.test(name) && lines[at] ? [cited(lines[at])] : [],
    ),
  );
  return options.length > 0
    ? listedInOrder("Options that are called so", options)
    : "No option here is called by log, logger, debug, verbose, quiet or silent.";
}

/** What examples, scripts and tests do is no part of it. */
const besideText = ({ paths }: Folder): string =>
  paths.some((path) => /(?:^|\/)(?:examples?|scripts?)\//.test(path))
    ? "Not counted: examples, scripts and tests."
    : "";
