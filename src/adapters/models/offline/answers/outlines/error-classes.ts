import { isAside } from "../../aside.ts";
import type { Looking } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { isOfCode } from "../../query/rows/found.ts";
import type { Group, Row } from "../../query/shape.ts";
import { plain } from "../../reading/tokens.ts";
import { answered, listedInOrder } from "../answer.ts";
import { declarationText } from "../declared/answer-members.ts";
import { declarationsNamed } from "../declared/find-declarations.ts";
import { type Declared, declaredText, declaredUnits } from "./declared-units.ts";

const ERRORS = `(?:error|exception|failure)s?(?: (?:class(?:es)?|types?))?`;
const OF_ALL = `(?: (?:are|is|do|does|can|could|may|might|will|there|exist|exists|defined|declared|available|possible|this|that|the|it|in|of|from|by|i|we|my|to|get|see|expect|handle|catch|sdk|library|package|code|project|client|here|raise[sd]?|throw[sn]?|used?|have|has|custom|own|hierarchy|all))*`;
const ASKS_CLASSES = new RegExp(
  String.raw`^\W*(?:(?:which|what|list|show|name|give me|tell me about)(?: (?:are|is|me|all|the|of|custom|different|possible|own|kinds?|sorts?|types?))* )?(?:all )?(?:the )?(?:custom |own )?${ERRORS}(?: hierarchy| list| tree)?${OF_ALL}\W*$|\b(?:error|exception)s? (?:class(?:es)? )?(?:hierarchy|tree)\b|\b(?:base|common|parent|root|super) ?(?:class of (?:all )?(?:the )?)?(?:error|exception)s?\b`,
);
const ASKS_CODES = new RegExp(
  String.raw`^\W*(?:(?:which|what|list|show|name|give me)(?: (?:are|is|me|all|the|of|different|possible))* )?(?:all )?(?:the )?(?:error codes?|codes? of (?:the )?errors?)(?: list)?(?: and (?:their |the )?(?:meanings?|messages?|values?))?${OF_ALL}\W*$`,
);
const ERROR_NAME = /(?:Error|Exception|Failure)$/;
/** `-32700`, `E-417`, `NOT_FOUND`, in the call that makes an error. */
const CODE = /(?:\(|^|,)\s*(-?\d{2,6}|["'][A-Z][A-Z0-9_-]{2,}["']|(?:\w+\.)+[A-Z][A-Z0-9_]{2,})\s*[,)]/;
const ROWS_MAX = 20;
const CLASS = /\bclass\s+\w+\s*(?:<[^>]*>)?\s*(?:\(([^)]*)\)|extends\s+([\w.]+))/;

/** "Which exceptions are there and which is the base", "error codes": the classes of errors by what they are made from, and the codes that they are made with. */
export function* answerErrorClasses(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  if (!folder.paths.some((path) => isOfCode(path) && !isAside(path))) return undefined;
  const said = askedOf(part);
  const isOfCodes = ASKS_CODES.test(said);
  if (!isOfCodes && !ASKS_CLASSES.test(said)) return undefined;
  const units = yield* declaredUnits(folder);
  const errors = isOfCodes ? [] : errorsIn(units);
  const texts = isOfCodes ? [codesText(units), yield* listedCodes()] : [classesText(errors)];
  if (texts.every((text) => text === "")) return undefined;
  const rows = errors.map(({ name, place }): Row => ({ kind: "class", name, ...place }));
  const groups: readonly Group[] = rows.length === 0 ? before : [{ kind: "class", rows, isMany: true }, ...before];
  return { answer: { ...answered(...texts), obeyed: "all" }, groups };
}

const askedOf = (part: string): string => plain(inEnglish(part)).replace(OF_BASE, "");
const OF_BASE =
  /,?\s*\b(?:and )?(?:which|what)(?: one)? (?:of them )?is (?:the|their) (?:base|root|parent|common)\w*(?: class| one)?\b/;

/** Whether a question of several parts asks for the classes of errors and what they are made from. */
export const asksForErrorClasses = (prompt: string): boolean => ASKS_CLASSES.test(askedOf(prompt));

/** Classes that are made from what is known as an error, or from one of them. */
function errorsIn(units: readonly Declared[]): readonly Declared[] {
  const classes = units.filter(({ kind, head }) => kind === "class" && baseOf(head) !== undefined);
  const byName = new Map(classes.map((one) => [one.name, one]));
  const isOfErrors = ({ name, head }: Declared, depth = 0): boolean => {
    const base = baseOf(head) ?? "";
    const above = byName.get(base);
    return ERROR_NAME.test(base) || (ERROR_NAME.test(name) && /^(?:Base)?Exception$/.test(base))
      ? true
      : above !== undefined && depth < CHAIN_MAX && isOfErrors(above, depth + 1);
  };
  return classes.filter((one) => isOfErrors(one));
}

/** Each class of errors below what it is made from. */
function classesText(errors: readonly Declared[]): string {
  const isOwn = (base: string): boolean => errors.some(({ name }) => name === base);
  const below = (base: string, depth: number): readonly string[] =>
    depth > CHAIN_MAX
      ? []
      : errors
          .filter(({ head }) => baseOf(head) === base)
          .flatMap((one) => [`${"  ".repeat(depth)}${declaredText(one)}`, ...below(one.name, depth + 1)]);
  const roots = [...new Set(errors.map(({ head }) => baseOf(head) ?? ""))].filter((base) => !isOwn(base));
  return listedInOrder(
    "Classes of errors, each below what it is made from",
    roots.flatMap((root) => below(root, 0)),
    errors.length,
    ROWS_MAX,
  );
}

const CHAIN_MAX = 8;

/** What a class is made from, the first where it is several. */
function baseOf(head: string): string | undefined {
  const [, python, script] = CLASS.exec(head) ?? [];
  return (python ?? script)?.split(",")[0]?.trim().replace(/^.*\./, "");
}

/** Functions of classes of errors that make one with a code. */
function codesText(units: readonly Declared[]): string {
  const rows = units.flatMap((unit): readonly string[] => {
    if (unit.kind !== "function" || !ERROR_NAME.test(unit.owner)) return [];
    const made = unit.lines.findIndex(({ text }) => /\b(?:return|raise|throw)\b.*\(/.test(text));
    const text =
      made < 0
        ? ""
        : unit.lines
            .slice(made, made + 3)
            .map((line) => line.text.trim())
            .join(" ");
    const code = CODE.exec(text)?.[1];
    const { place, owner, name, sentence } = unit;
    return code === undefined
      ? []
      : [`${place.path}:${place.line}  ${code}  ${owner}.${name}${sentence === "" ? "" : `  # ${sentence}`}`];
  });
  return listedInOrder("Codes that errors are made with", rows, rows.length, ROWS_MAX);
}

/** A type or table that lists them. */
function* listedCodes(): Looking<string> {
  const found = [...(yield* declarationsNamed("error codes"))].filter(({ members }) => members.length > 1);
  return found.map((one) => declarationText(one, one.members, one.members.length, { kind: "value" })).join("\n");
}
