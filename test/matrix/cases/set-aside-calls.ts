/**
 * Cases of calls that contradict a settled rule or another case, or whose tools or content were lost, by the reason for
 * which they do not count. They run and are listed all the same.
 */
const SET_ASIDE: Readonly<Record<string, readonly string[]>> = {
  "tagged as thinking whose end never comes": ["llamacpp-chat/deepseek_v31#12"],
  "a rejected or broken call stays content": [
    "sglang-function-call/detect-and-parse-bare-counter-skips-unknown",
    "vllm-mlx-tool-parsers/truncated-function-only",
    "vllm-mlx-tool-parsers/truncated-bracket-call",
    "vllm-mlx-tool-parsers/complete-function-then-truncated-function",
    "llamacpp-chat/gpt_oss_harmony#13",
    "llamacpp-chat/hermes_json-p#2",
    "ollama-parsers/tools-json-maybe-a-tool-call",
  ],
  "a truncated value is no call": [
    "llamacpp-chat/command_r7b-p",
    "llamacpp-chat/reka_edge-p",
    "llamacpp-chat/reka_edge-p#2",
    "llamacpp-chat/granite-p#8",
    "llamacpp-chat/granite-p#9",
    "llamacpp-chat/seed_oss_xml-p",
    "vllm-tool-parsers/incomplete-tool-call#2",
  ],
  "a repeated argument counts as it stands last": [
    "sglang-function-call/duplicate-param-names-invalid-v3",
    "minpeter-tool-middleware/populates-toolname-toolcallid-and-malformed-tool-call-body-dropreason-",
    "minpeter-tool-middleware/drops-xml-wrapped-yaml-like-sensitive-fallback-without-leaking-raw-tex",
    "minpeter-tool-middleware/drops-xml-wrapped-yaml-like-sensitive-fallback-without-leaking-raw-tex#2",
    "minpeter-tool-middleware/drops-xml-wrapped-yaml-like-sensitive-fallback-without-leaking-raw-tex#4",
    "minpeter-tool-middleware/emits-onerror-and-returns-original-text-when-duplicate-string-tags-are",
  ],
  "the value that cannot be read is not dropped": [
    "sglang-function-call/stream-parse-streaming-increment-malformed-json",
    "sglang-function-call/stream-streaming-arg-key-without-value-closes-call",
  ],
  "the peer keeps thinking as content": [
    "llamacpp-chat/qwen3_coder_xml#2",
    "llamacpp-chat/command_a#2",
    "llamacpp-chat/gemma4#4",
    "llamacpp-chat/deepseek_r1#12",
    "llamacpp-chat/granite#3",
    "llamacpp-chat/minimax_m2#12",
    "ollama-parsers/cogito-empty-thinking-content",
    "ollama-parsers/nemotron3nano-thinking-disabled-but-model-outputs-think-close-anyway",
    "ollama-parsers/qwen3vl_nonthinking-simple-thinking",
    "ollama-parsers/qwen3vl_nonthinking-nested-thinking-outside-thinking-inside-thinking",
  ],
  "a call inside thinking never runs": ["llamacpp-chat/kimi_k2#11", "llamacpp-chat/kimi_k2#34"],
  "an escape is read as its language says, or stays": [
    "llamacpp-chat/lfm2#7",
    "minpeter-tool-middleware/drops-invalid-escapes-and-parses-the-call-generate",
  ],
  "an unclosed list of complete calls is one": ["ollama-parsers/tools-list-invalid"],
  "a mark without an opening one, not tagged as thinking": [
    "ollama-parsers/cogito-nested-think-tags-in-thinking",
    "ollama-parsers/deepseek3-nested-think-tags-in-thinking",
    "ollama-parsers/olmo3_think-nested-think-tags-in-thinking",
    "ollama-parsers/qwen3vl_thinking-partial-thinking-incomplete",
  ],
  "the peer calls nothing here by a switch of its own": [
    "ollama-parsers/cogito-split-tool-calls-begin-tag-conservative-parsing",
    "ollama-parsers/deepseek3-consecutive-tool-calls",
  ],
  "the content of this set was lost in mining": [
    "ollama-parsers/parser-content-without-a-thinking-tag",
    "ollama-parsers/parser-partial-closing-tag-fakeout",
    "ollama-parsers/parser-whitespace-after-thinking-tag",
    "ollama-parsers/parser-whitespace-after-thinking-tag-incremental",
    "ollama-parsers/parser-leading-thinking-whitespace",
    "vllm-tool-parsers/multiple-calls-interleaved-text",
  ],
  "prototype keys: the rejected text stays": [
    "minpeter-tool-middleware/calls-onerror-and-drops-raw-text-on-prototype-sensitive-args",
    "minpeter-tool-middleware/calls-onerror-and-drops-raw-text-on-self-closing-prototype-sensitive-a",
    "minpeter-tool-middleware/preserves-safe-text-after-dropped-standalone-prototype-sensitive-param",
    "minpeter-tool-middleware/preserves-safe-text-after-dropped-standalone-prototype-sensitive-param#2",
    "minpeter-tool-middleware/preserves-safe-text-after-dropped-standalone-prototype-sensitive-param#3",
    "minpeter-tool-middleware/preserves-safe-text-after-dropped-entity-encoded-standalone-prototype-",
    "minpeter-tool-middleware/calls-onerror-and-drops-raw-text-on-proto-parameter-args",
    "minpeter-tool-middleware/drops-unquoted-name-prototype-sensitive-xml-child-params-embedded-insi",
    "minpeter-tool-middleware/rejects-prototype-sensitive-inner-json-without-recursive-or-syntax-rep",
    "minpeter-tool-middleware/rejects-unquoted-strict-rjson-with-prototype-sensitive-argument-keys",
    "minpeter-tool-middleware/rejects-unquoted-prototype-sensitive-rjson-keys-after-comments#2",
    "minpeter-tool-middleware/rejects-prototype-sensitive-non-object-string-arguments",
    "minpeter-tool-middleware/rejects-proto-keys-in-strict-repair-bookkeeping",
    "minpeter-tool-middleware/rejects-prototype-sensitive-argument-keys-without-a-schema-policy",
    "minpeter-tool-middleware/rejects-nested-prototype-sensitive-argument-keys",
    "minpeter-tool-middleware/rejects-nested-proto-argument-keys-parsed-onto-prototypes",
    "minpeter-tool-middleware/does-not-leak-incomplete-unicode-escaped-hermes-candidates-from-direct",
    "minpeter-tool-middleware/calls-onerror-and-drops-raw-text-on-proto-element-args",
    "minpeter-tool-middleware/drops-sensitive-yaml-tool-call-text-fallback-while-preserving-surround",
    "minpeter-tool-middleware/redacts-malformed-xml-wrapped-yaml-keys-for-proto",
    "minpeter-tool-middleware/redacts-malformed-xml-wrapped-yaml-keys-for-prototype",
    "minpeter-tool-middleware/redacts-prototype-sensitive-stringify-errors-in-metadata",
  ],
  "an unclosed frame whose values are complete is a call": [
    "minpeter-tool-middleware/rejects-single-call-array-atomically",
    "minpeter-tool-middleware/rejects-string-arguments-inside-the-array-atomically",
  ],
  "a closing tag within a text of JSON is text": [
    "minpeter-tool-middleware/recovers-a-valid-adjacent-tool-call-after-a-malformed-one-without-whit",
  ],
  "unknown keys and wrappers are kept": [
    "minpeter-tool-middleware/falls-through-to-error-when-repair-is-impossible-no-arguments-field",
    "minpeter-tool-middleware/drops-unsafe-false-patternproperties-with-unknown-matchers",
  ],
  "the peer's own rule for text among tags": [
    "minpeter-tool-middleware/preserves-leading-and-trailing-whitespace-in-schema-keyed-raw-strings",
    "minpeter-tool-middleware/recovers-flattened-card-like-content-as-a-safe-message-fallback",
    "minpeter-tool-middleware/does-not-recover-plain-text-for-non-message-string-fields",
    "minpeter-tool-middleware/does-not-recover-an-empty-message-after-stripping-xml-tags",
    "minpeter-tool-middleware/uses-optional-schema-tags-as-text-when-only-message-is-required",
    "minpeter-tool-middleware/does-not-treat-spaced-rjson-properties-matching-a-custom-delimiter-as-",
  ],
  "the peer drops text after a call": [
    "vllm-tool-parsers/extract-tool-calls-with-multiple-tools",
    "smg-tool-parser/qwen-with-text-between",
    "smg-tool-parser/steptml-format",
    "roo-xml-assistant/should-handle-a-complex-message-with-multiple-content-types",
  ],
  "the tools were lost in mining": [
    "vllm-tool-parsers/unknown-tool-block-preserved",
    "vllm-tool-parsers/extra-arguments-do-not-satisfy-required",
  ],
  "valid JSON without a schema is what it says": ["smg-tool-parser/minimax-invalid-json-in-parameters"],
  "entities are decoded in element text": [
    "smg-tool-parser/qwen-xml-preserves-numeric-entity-text",
    "smg-tool-parser/qwen-xml-mixed-html-and-json",
  ],
};

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(SET_ASIDE).flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)),
);

/** Why a case of calls does not count, or undefined when it does. */
export function reasonToSetCallAside(id: string): string | undefined {
  return REASONS.get(id);
}
