// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
/**
 * `waymark/edit`: puts a model's edit text into files, all of it or nothing.
 *
 * Forms (`format`): unified diffs of git and `diff -u`; SEARCH/REPLACE blocks as of Aider; the `*** Begin Patch` envelope as of Codex;
 * `str_replace` JSON as of Anthropic's text editor tool; whole files. `auto` tells them apart. Each hunk is looked for exactly first and
 * then more loosely, in named layers; what fits in two places, or in none, is a failure that names the lines.
 *
 * What stays: encoding, line ends, final newline, fixed columns, record lengths and the file mode outside of the change. Limits: a file of
 * 100 MB; links that lead out of `root` are not followed. A crash between two files is mended by the next call.
 * @module
 */
export { type ApplyEditOptions, type ApplyEditResult, applyEdit } from "../app/session/apply-edit.ts";
export type { EditChange } from "../engines/edits/edit-plan.ts";
export type { EditInput } from "../engines/edits/forms/json-objects.ts";
export type {
  EditCandidate,
  EditError,
  EditErrorCode,
  EditFormat,
  MatchLevel,
} from "../engines/edits/model.ts";
export type { TextFormOptions } from "../engines/edits/text-form/document.ts";
