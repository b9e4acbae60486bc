import { isLiteral, type ShellWord } from "../words.ts";

/** jq's words without `--arg NAME TEXT` and `--argjson NAME JSON`, which take two values each. */
export function jqWords(words: readonly ShellWord[]): readonly ShellWord[] {
  const kept: ShellWord[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (!word) continue;
    const values = word.text === "--arg" || word.text === "--argjson" ? words.slice(index + 1, index + 3) : [];
    if (values.length === 2 && values.every(isLiteral)) index += 2;
    else kept.push(word);
  }
  return kept;
}

/** Why a jq filter is not proven to only read its input: it may show the environment or load other files. */
export function jqProblem(filter: string): string | undefined {
  const code = filter.replace(/"(?:[^"\\(]|\\[^(])*"/g, '""');
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
  const code = filter.replace(/"(?:[^"\\(]|\\[^(])*"/g, '""').replace(/\.\s*[\w-]+/g, "");
  if (/\w*(?:load|env|eval|system|exec|file|split_doc)/i.test(code) || /(?:^|[^=!<>])=(?!=)/.test(code))
    return "yq may load, write or run something else here";
  return jqProblem(filter);
}
