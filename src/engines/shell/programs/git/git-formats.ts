import type { ParsedUse } from "../../option-grammar.ts";

/** What is said of a commit or a reference: never a file that a tag names (`raw`), nor what a signature program answers (`%G?`). */
const FIELD =
  "\\*?(?:refname|object(?:type|size|name|mode)?|deltabase|tree|parent|numparent|type|tag|(?:author|committer|tagger)(?:name|email|date)?|creator(?:date)?|" +
  "subject|body|contents|trailers|upstream|push|symref|flag|HEAD|color|worktreepath|align|end|if|then|else|rest|ahead-behind|is-base|describe|decorate)(?::[^%()]*)?";
const PLACEHOLDER = new RegExp(
  `%(?:%|\\(${FIELD}\\)|x?[0-9a-fA-F]{2}|[-+ ]?(?:[HhTtPpDdSesfbBNmn]|[ac][nNeElLdDrtiIsh]|g[dDnNeEs])|C(?:\\([^%)]*\\)|[a-z]*)|(?:w|[<>]{1,2}\\|?)\\([^%)]*\\))`,
  "g",
);
const SORTED_BY = new RegExp(`^-?(?:v(?:ersion)?:)?${FIELD}$`);

/** Why a format or an order is not known to speak of commits and references alone. */
export function formatProblem({ options }: ParsedUse): string | undefined {
  const given = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => options.get(name) ?? []).map(({ text }) => text);
  const format = given("--format", "--pretty", "--group").find((text) => text.replace(PLACEHOLDER, "").includes("%"));
  if (format !== undefined) return "the format may make git show a file or start a signature program";
  return given("--sort").every((text) => SORTED_BY.test(text)) ? undefined : "it may sort by what stands in files";
}
