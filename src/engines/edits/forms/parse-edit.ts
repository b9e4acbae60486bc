import { type EditFormat, type Failure, fail, type ParsedEdit } from "../model.ts";
import { looksLikeApplyPatch, parseApplyPatch } from "./apply-patch.ts";
import { type EditInput, isStrReplace, isWhole, jsonObjects, parseStrReplace, parseWhole } from "./json-edits.ts";
import { looksLikeSearchReplace, parseSearchReplace } from "./search-replace.ts";
import { parseUnified } from "./unified.ts";

/** Reads an edit in the form it is said to have; `auto` recognises the form, also inside prose and fences. */
export function parseEdit(format: EditFormat, input: EditInput, path: string | undefined): ParsedEdit | Failure {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  switch (format) {
    case "auto":
      return parseEdit(recogniseForm(input) ?? "unified", input, path);
    case "unified":
      // A patch envelope whose hunks have diff headers is still an envelope.
      return /^[ \t]*\*\*\* Begin Patch[ \t\r]*$/m.test(text) ? parseApplyPatch(text) : parseUnified(text);
    case "apply_patch":
      return !looksLikeApplyPatch(text) && looksLikeUnified(text) ? parseUnified(text) : parseApplyPatch(text);
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

const looksLikeUnified = (text: string): boolean => /^(@@|diff --git |--- \S.*\r?\n\+\+\+ )/m.test(text);

/** The form that a text is in, by the marks that no other form has. */
export function recogniseForm(input: EditInput): Exclude<EditFormat, "auto"> | undefined {
  const objects = jsonObjects(input);
  if (objects?.every(isStrReplace) === true) return "str_replace";
  if (objects?.every(isWhole) === true) return "whole";
  if (typeof input !== "string") return undefined;
  if (looksLikeApplyPatch(input)) return "apply_patch";
  if (looksLikeSearchReplace(input)) return "search_replace";
  return looksLikeUnified(input) ? "unified" : undefined;
}
