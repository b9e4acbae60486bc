/**
 * Cases that contradict a settled rule or another case, or that need what only one peer has, by id: each with the reason
 * for which it does not count. They run and are listed all the same.
 */
const SET_ASIDE: Readonly<Record<string, string>> = {
  "gemini-cli-edit/should-correctly-rebase-indentation-in-fuzzy-replacement-without-doubl": "matches by similarity",
  "copilot-apply-patch-unit/tolerates-edit-distance-above-threshold": "matches by similarity",
  "copilot-apply-patch-unit/tolerates-missing-patch-end":
    "a patch that begins must end, as cline-sdk-executors/rejects-incomplete-patch-sentinels says",
  "opencode-replacers/case-10": "the peer leaves the new text at the depth of the old one; others, and we, move it",
  "opencode-replacers/case-11": "the peer leaves the new text at the depth of the old one; others, and we, move it",
  "opencode-replacers/case-37": "a block anchor: only first and last line are in the file",
  "opencode-replacers/case-47": "a block anchor: only first and last line are in the file",
  "aider-chat-history-gold/sec-163": "a block without REPLACE refuses",
  "jsonrepair-tests/should-repair-truncated-json#8":
    "a member that was cut before its value is left out, as in partial text",
  "jsonrepair-tests/should-add-remove-escape-characters#6": "an unknown escape keeps its backslash",
  "json-repair-py/repair-json-skip-json-loads": "a missing value is null, as with the other peer",
  "json-repair-py/stream-stable#2": "the peer trims strings",
  "json-repair-py/stream-stable#3": "the peer trims strings and reads members out of one",
  "json-repair-py/parse-array-edge-cases": "an object is not dropped from its list",
  "json-repair-py/parse-object-edge-cases#10": "the peer drops a part of the text",
  "json-repair-py/parse-object-edge-cases#29": "a list without a key is no member",
  "json-repair-py/parse-object-edge-cases#36": "an object never becomes a list",
  "json-repair-py/parse-string#4": "a bare word is that word, as with the other peer",
  "json-repair-py/string-json-llm-block#3": "a string stays text",
  "langchain-json/partial-2": "an unterminated string leaves the brackets that close what it stands in",
};

/** Strings of this set's cases are trimmed by its peer; characters inside a string stay. */
const TRIMMED = /^json-repair-py\/parse-string-keeps-literal-fenced-snippet-cases-/;

/** Why a case does not count, or undefined when it does. */
export function reasonToSetAside(one: {
  readonly id: string;
  readonly opts?: Readonly<Record<string, unknown>>;
}): string | undefined {
  const { opts = {} } = one;
  if (opts["reverse"] === true) return "patches are not applied in reverse";
  if (opts["directory"] !== undefined) return "there is no option for a folder besides the root";
  if (typeof opts["allow"] === "number") return "the peer's flags for which parts may be partial";
  if (opts["partial_numbers"] === false) return "the peer's flag for partial numbers";
  return SET_ASIDE[one.id] ?? (TRIMMED.test(one.id) ? "the peer trims strings" : undefined);
}
