import { type DangerContext, place } from "../dangers/danger.ts";
import { literalWord, type ShellWord } from "../words.ts";

export const TOO_MANY_LINKS = "it follows links in folders that hold too much to look at";

/** The links that a command comes to that follows them below what it names; undefined where they are too many to look at. */
export function linksBelow(named: readonly ShellWord[], context: DangerContext): readonly ShellWord[] | undefined {
  const links: ShellWord[] = [];
  for (const word of named) {
    const { path } = place(word, context);
    const found = path === undefined ? [] : (context.options.facts?.linksBelow?.(path) ?? []);
    if (found === "too-many") return undefined;
    links.push(...found.map(literalWord));
  }
  return links;
}
