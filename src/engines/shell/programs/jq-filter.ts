/**
 * What of a filter is code: without its texts, but for what is computed in them.
 * @returns undefined where a comment or a text that nothing closes stands in it: versions differ on where these end
 */
function codeIn(filter: string): string | undefined {
  let code = "";
  // Parentheses, and texts with what is computed in them, the innermost last.
  const within: ("code" | "text")[] = [];
  for (const [token] of filter.matchAll(/\\\(|\\[\s\S]?|["#()]|[^\\"#()]+/g)) {
    const marks = MARKS[within.at(-1) ?? "code"];
    if (token === marks.close && within.pop() === undefined) return undefined;
    if (token === "#" && marks === MARKS.code) return undefined;
    if (token === marks.open) within.push("code");
    if (token === marks.text) within.push("text");
    // A text parts the words beside it.
    code += marks === MARKS.code ? token : '"';
  }
  return within.length > 0 ? undefined : code;
}

const MARKS = {
  code: { open: "(", close: ")", text: '"' },
  text: { open: "\\(", close: '"', text: undefined },
} as const;

const UNREAD = "the filter holds a comment or a text without an end";

/** Why a jq filter is not proven to only read its input: it may show the environment or load other files. */
export function jqProblem(filter: string): string | undefined {
  const code = codeIn(filter);
  if (code === undefined) return UNREAD;
  if (/\benv\b/.test(code.replace(/\.\s*env\b/g, "")) || /\$\s*ENV\b/.test(code))
    return "jq shows the environment here";
  if (
    /\b(import|include|input_filename|debug|halt_error|get_search_list|modulemeta)\b/.test(
      code.replace(/\.\s*\w+/g, ""),
    )
  )
    return "jq may load other files here";
  return undefined;
}

/** As for jq; the functions of the other yq that read files or the environment, run code or assign have no place here. */
export function yqProblem(filter: string): string | undefined {
  const code = codeIn(filter)?.replace(/\.\s*[\w-]+/g, "");
  if (code === undefined) return UNREAD;
  if (/\.yq$/.test(filter)) return "yq reads a filter from a file of such a name";
  if (/\w*(?:load|env|eval|system|exec|file|split_doc)/i.test(code) || /(?:^|[^=!<>])=(?!=)/.test(code))
    return "yq may load, write or run something else here";
  return jqProblem(filter);
}
