import { type EditFormat, type Failure, type FormReading, fail, type ParsedEdit } from "../model.ts";
import { applyPatchAt, parseApplyPatch } from "./apply-patch.ts";
import { dedentFences } from "./fences.ts";
import { parseStrReplace } from "./json-edits.ts";
import { type EditInput, isStrReplace, isWhole, readObjects } from "./json-objects.ts";
import { withoutQuotes } from "./quotes.ts";
import { parseSearchReplace, searchReplaceAt } from "./search-replace.ts";
import { parseUnified } from "./unified.ts";
import { parseWhole } from "./whole-file.ts";

/**
 * Reads an edit in the form it is said to have; `auto` recognises the form, also inside prose and fences. A reading that
 * left a change over is refused: half an edit is a wrong one.
 */
export function parseEdit(format: EditFormat, input: EditInput, path: string | undefined): ParsedEdit | Failure {
  const reading = readForm(format, format === "whole" ? input : atMargin(input), path);
  if (reading.kind === "failed") return reading;
  const [first] = reading.unclaimed;
  if (first === undefined) return { kind: "parsed", format: reading.format, files: reading.files };
  const others = reading.unclaimed.length === 1 ? "" : ` So do ${reading.unclaimed.length - 1} more.`;
  return fail({
    code: "parse",
    message: `Line ${first.line} of the edit belongs to no change of it: ${JSON.stringify(first.text.slice(0, 200))}.${others}`,
    hint: "Nothing was changed. Begin every hunk with its own header, and count or leave out its line numbers.",
  });
}

const QUOTES_MAX = 3;

/** The text that has an edit at its margin: as it was sent, or without the marks of the quotation that it stands in. */
function atMargin(sent: EditInput): EditInput {
  let input = sent;
  for (let depth = 0; depth <= QUOTES_MAX && typeof input === "string"; depth++) {
    if (recogniseForm(input) !== undefined) return input;
    input = withoutQuotes(input);
  }
  return sent;
}

function readForm(format: EditFormat, input: EditInput, path: string | undefined): FormReading | Failure {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  switch (format) {
    case "auto":
      return readForm(recogniseForm(input) ?? "unified", input, path);
    case "unified":
    case "apply_patch":
      // A patch envelope whose hunks have diff headers is still an envelope.
      return (textForm(text, PATCH_FORMS) ?? format) === "unified" ? parseUnified(text) : parseApplyPatch(text);
    case "search_replace":
      return parseSearchReplace(text);
    case "str_replace":
      return parseStrReplace(input);
    case "whole":
      return parseWhole(input, path);
    default:
      return fail({ code: "parse", message: `Unknown edit format "${String(format)}".` });
  }
}

const unifiedAt = (text: string): number => text.search(/^(?:@@|diff --git |--- \S.*\r?\n\+\+\+ )/m);

/** Where the first mark of each form stands that no other form has. */
const TEXT_FORMS = [
  { form: "apply_patch", at: applyPatchAt },
  { form: "search_replace", at: searchReplaceAt },
  { form: "unified", at: unifiedAt },
] as const;
const PATCH_FORMS = TEXT_FORMS.filter(({ form }) => form !== "search_replace");

/** The form whose mark comes first: the marks of others behind it are content. */
function textForm(text: string, forms: typeof TEXT_FORMS | typeof PATCH_FORMS) {
  const dedented = dedentFences(text.split("\n")).join("\n");
  const found = forms.map(({ form, at }) => ({ form, at: at(dedented) })).filter(({ at }) => at !== -1);
  return found.toSorted((one, other) => one.at - other.at)[0]?.form;
}

/**
 * The form that a text is in, by the marks that no other form has. A form within a quotation is none: an answer quotes
 * what somebody else wrote, and only an edit that is given as one is read there.
 */
export function recogniseForm(input: EditInput): Exclude<EditFormat, "auto"> | undefined {
  const { objects } = readObjects(input);
  if (objects.length > 0 && objects.every(isStrReplace)) return "str_replace";
  if (objects.length > 0 && objects.every(isWhole)) return "whole";
  return typeof input === "string" ? textForm(input, TEXT_FORMS) : undefined;
}
