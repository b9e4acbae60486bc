import { firstRows } from "../cut-lists.ts";
import { type Looking, together } from "../looking.ts";
import { formsOf, holdsWord } from "../reading/word-forms.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  type Intent,
  listed,
  search,
  unanswered,
  verdict,
} from "./answer.ts";
import { opening } from "./documents.ts";
import { quotedPassage } from "./quoting/quoted-passage.ts";
import { searched } from "./quoting/search-passages.ts";

/** What documentation there is. */
export const DOCUMENTATION_INTENTS: readonly Intent[] = [
  {
    id: "docs",
    means: "what documentation there is",
    needs: "nothing",
    forms:
      "where is the documentation | what docs are there | is there documentation | list the docs | onde esta a documentacao | where can i read more | is there a readme | which documentation exists | is there a manual | is there a changelog | where is the changelog | which documents describe it | which docs talk about T | which documents speak of T | which docs pages are about T | where is T documented | is T documented | onde esta documentado T | ha documentacao | existe documentacao",
    answer: docs,
  },
];

function* docs({ part, folder, concepts, restricting }: Asked): Looking<Answer> {
  const all = folder.paths.filter((path) =>
    /\.(?:md|rst|adoc)$|(?:^|\/)(?:README|CHANGE|HISTORY|NEWS)[^/]*$/i.test(path),
  );
  const news = all.filter((path) => /(?:^|\/)(?:CHANGE|HISTORY|NEWS|RELEASE)[^/]*$/i.test(path));
  const found = concepts.has("changelog") ? news : all;
  const spoken = restricting.filter((word) => !/^(?:pages?|talks?|speaks?|documented|written|paginas?)$/i.test(word));
  if (spoken.length > 0 && !concepts.has("changelog")) {
    const told = yield* documentsAbout(part, spoken, all);
    if (told) return { ...told, obeyed: "all" };
  }
  const rows: string[] = [];
  for (const path of found.slice(0, 6)) {
    const { title } = yield* opening(path);
    rows.push(title ? cited({ ...title, text: title.text.replace(/^#+\s*|<[^>]+>/g, "") }) : `${path}:1`);
  }
  if (rows.length > 0) return verdict(true, answered(listed("Documents", [...rows, ...found.slice(6)], found.length)));
  return verdict(
    false,
    concepts.has("changelog")
      ? answered(
          "No file here is a change log by its name (CHANGELOG, CHANGES, HISTORY, NEWS). What changed is told by git: ask what changed recently.",
        )
      : unanswered("No README and no other document is here."),
  );
}

const PASSAGES_MAX = 3;

/** The documents that hold all of some words, those first that hold them most. */
function* documentsAbout(
  part: string,
  words: readonly string[],
  paths: readonly string[],
): Looking<Answer | undefined> {
  const found = yield* together(words.map((word) => search(formsOf(word), { glob: "*.{md,rst,adoc,txt}" })));
  const counts = paths.flatMap((path) => {
    const held = found.map(({ lines }, index) =>
      lines.filter((line) => line.path === path && holdsWord(line.text, words[index] ?? "")),
    );
    const lines = held.flat();
    return held.every((own) => own.length > 0) ? [{ path, count: lines.length, first: lines[0]?.line ?? 1 }] : [];
  });
  if (counts.length === 0) return undefined;
  // Where several words stand alone says little: the place that says most of them is what is asked for.
  if (words.length > 1) {
    const { found: passages } = yield* searched(part);
    const held = passages.filter(({ path }) => counts.some((one) => one.path === path)).map(quotedPassage);
    if (held.length > 0)
      return verdict(
        true,
        answered(`Documents that speak of "${words.join(" ")}", nearest first:`, ...firstRows(held, PASSAGES_MAX)),
      );
  }
  const rows = counts
    .toSorted((one, other) => other.count - one.count)
    .map(({ path, count, first }) => `${path}:${first}  ${counted(count, "line")} of it`);
  return verdict(
    true,
    answered(listed(`Documents that speak of "${words.join(" ")}", each with the first place`, rows)),
  );
}
