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
import { opening, quoted, sectionAt } from "./documents.ts";

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

function* docs({ folder, concepts, restricting }: Asked): Looking<Answer> {
  const all = folder.paths.filter((path) =>
    /\.(?:md|rst|adoc)$|(?:^|\/)(?:README|CHANGE|HISTORY|NEWS)[^/]*$/i.test(path),
  );
  const news = all.filter((path) => /(?:^|\/)(?:CHANGE|HISTORY|NEWS|RELEASE)[^/]*$/i.test(path));
  const found = concepts.has("changelog") ? news : all;
  const spoken = restricting.filter((word) => !/^(?:pages?|talks?|speaks?|documented|written|paginas?)$/i.test(word));
  if (spoken.length > 0 && !concepts.has("changelog")) {
    const told = yield* documentsAbout(spoken, all);
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

/** The documents that hold all of some words, those first that hold them most. */
function* documentsAbout(words: readonly string[], paths: readonly string[]): Looking<Answer | undefined> {
  const found = yield* together(words.map((word) => search(formsOf(word), { glob: "*.{md,rst,adoc,txt}" })));
  const counts = paths.flatMap((path) => {
    const held = found.map(({ lines }, index) =>
      lines.filter((line) => line.path === path && holdsWord(line.text, words[index] ?? "")),
    );
    const lines = held.flat();
    // A heading that holds most of the words tells where it is written, and else the rarest of them.
    const sayings = (text: string): number => words.filter((word) => word.length > 3 && holdsWord(text, word)).length;
    const headings = lines.filter(({ text }) => /^#+ \S/.test(text) && sayings(text) > 0);
    const heading = headings.toSorted((one, other) => sayings(other.text) - sayings(one.text))[0];
    const rarest = held.toSorted((one, other) => one.length - other.length)[0];
    const place = heading ?? rarest?.[0];
    return place && held.every((own) => own.length > 0) ? [{ path, count: lines.length, place, heading }] : [];
  });
  if (counts.length === 0) return undefined;
  const ordered = counts.toSorted((one, other) => other.count - one.count);
  const rows = ordered.map(({ path, count, place }) => `${path}:${place.line}  ${counted(count, "line")} of it`);
  const headings = ordered.flatMap(({ heading }) => heading ?? []).slice(0, 1);
  const sections = yield* together(headings.map(sectionAt));
  return verdict(
    true,
    answered(
      listed(`Documents that speak of "${words.join(" ")}", each with the place that says most of it`, rows),
      ...sections.map(quoted),
    ),
  );
}
