/**
 * What the lines of a web page say to a reader: without tags, comments and style sheets, each line in its place. Scripts stay as they are.
 */
export function linesOfPage(lines: readonly string[]): string[] {
  const said = lines
    .join("\n")
    .replace(UNSAID, (markup: string, tag: string | undefined, script: string | undefined) =>
      tag === undefined ? newlinesOf(markup) : newlinesOf(tag) + (script ?? ""),
    );
  return said.split("\n");
}

/** A script's code is kept by its group; a tag begins with a letter, so a comparison is none. What is not closed ends with the page. */
const UNSAID =
  /(<script\b[^<>]*>)([\s\S]*?)(?:<\/script>|$)|<style\b[\s\S]*?(?:<\/style>|$)|<!--[\s\S]*?(?:-->|$)|<[/!?]?[a-z][^<>]*>/gi;

const newlinesOf = (markup: string): string => "\n".repeat(markup.split("\n").length - 1);
