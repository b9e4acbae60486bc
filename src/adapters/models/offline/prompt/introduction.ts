/** Who answers, said once a session. */
export const INTRODUCTION =
  "I am Waymark's offline guide: no language model, only look-ups. To connect one, set a key (such as OPENAI_API_KEY or ANTHROPIC_API_KEY), start Ollama, or run `waymark provider list`.";
