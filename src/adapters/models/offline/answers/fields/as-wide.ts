import type { Folder, Thing } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { linesOf } from "../../query/rows/found.ts";
import { isComment } from "../../result-text.ts";
import { cited } from "../answer.ts";
import { whole } from "../estate/dossiers/whole-rows.ts";
import { fieldCandidates } from "./field-candidates.ts";
import { widthOf } from "./field-width.ts";

const PICTURE = /\bPIC(?:TURE)?\s+(?:IS\s+)?([-\w()+.,/*$]*[\w)])/i;
const FIELDS_MAX = 14;
const MAPS_MAX = 5;
const COUNTS_MAX = 8;

/** What else has the width of a field that grows: fields of the same name, those of screens, and lines that count as many characters. */
export function* asWideAs(
  {
    thing: {
      name,
      places: [place],
    },
    words,
  }: { readonly thing: Thing; readonly words: readonly string[] },
  folder: Folder,
): Looking<readonly string[]> {
  const picture = (place && PICTURE.exec(place.text)?.[1]) ?? "";
  const width = widthOf(picture);
  const called = yield* fieldCandidates(words, folder);
  const found = called?.dropped.length === 0 ? called : yield* fieldCandidates(name.toLowerCase().split("-"), folder);
  if (!place || width === 0 || !found || found.dropped.length > 0) return [];
  const others = [...found.shared, ...found.own].filter(
    (one) => one.name !== name && widthOf(PICTURE.exec(one.text)?.[1] ?? "") === width,
  );
  const { lines } = yield* linesOf([
    {
      pattern: `\\b(?:KEYS|FIELDS)=? *\\(.*\\b0*${width}\\b|,${width},(?:CH|ZD|PD|BI)\\b`,
      glob: "*.{jcl,JCL,prc,PRC,ctl,proc}",
    },
    {
      pattern: `\\{(?:\\d*,)?${width}\\}|\\b(?:length|slice|substring|padStart|padEnd|max)\\w*\\W{1,4}${width}\\b`,
      glob: "*.{ts,js,mjs,py,java,go,cs}",
    },
  ]);
  const counting = lines.filter(({ path, text }) => !isComment(path, text) && (folder.keeps?.(path) ?? true));
  return [
    whole("Other fields of that name with the same width", others.map(cited), FIELDS_MAX),
    whole(
      "Fields of screens that are called so",
      found.onMaps.map(({ screen, name: field, path, line }) => `${screen}/${field} — ${path}:${line}`),
      MAPS_MAX,
    ),
    whole(
      `Lines of jobs and services that count ${width} characters, and may be of it`,
      counting.map(cited),
      COUNTS_MAX,
    ),
  ].filter((text) => text !== "");
}
