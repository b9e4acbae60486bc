import type { DangerContext } from "../dangers/danger.ts";
import { pathsNamed } from "../places.ts";
import { literalWord, type ShellWord } from "../words.ts";

export const TOO_MANY_LINKS = "it follows links in folders that hold too much to look at";

/** The links that a command comes to that follows them below what it names; undefined where they are too many to look at. */
export function linksBelow(named: readonly ShellWord[], context: DangerContext): readonly ShellWord[] | undefined {
  const links: ShellWord[] = [];
  for (const word of named) {
    for (const folder of context.folders) {
      const found = pathsNamed(word, folder, context.options)?.map(
        (path) => context.options.facts?.linksBelow?.(path) ?? [],
      );
      if (found === undefined || found.includes("too-many")) return undefined;
      links.push(...found.flatMap((one) => (one === "too-many" ? [] : one)).map(literalWord));
    }
  }
  return links;
}
