import { isAside } from "../../aside.ts";
import type { Looking } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { isOfCode } from "../../query/rows/found.ts";
import { plain } from "../../reading/tokens.ts";
import { answered, listedInOrder, search } from "../answer.ts";
import { sourceFiles } from "../facts/source-files.ts";
import { type Declared, declaredText, declaredUnits } from "./declared-units.ts";

const ASKS =
  /^\W*(?:and )?(?:what|which|list|show|give me|name)(?: (?:are|is|me|all|of))*(?: the| its?)? (?:main|most important|key|central|core|important|basic|major|principal) (?:pieces?|parts?|components?|classes(?: and functions)?|building blocks?|modules?|concepts?|abstractions?|elements?|things)(?: (?:of|in|that|here|it|this|the|library|package|sdk|code|project|codebase|is|are|made|consists?|has|there|exported?|offers?))*\W*$/;
const MAIN =
  /(?:main|most important|key|central|core|important|basic|major|principal) (?:\w+ and \w+|building blocks?|\w+)/;
const ROWS_MAX = 12;

/** "What are its main pieces?": classes and functions that the entry of a package hands to its users, with what is said of each. */
export function* answerMainPieces(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(inEnglish(part));
  if (!ASKS.test(said) || !folder.paths.some((path) => isOfCode(path) && !isAside(path))) return undefined;
  const entry = yield* entryOf(folder.paths);
  if (entry === undefined) return undefined;
  const lines = (yield* sourceFiles(folder)).find(({ path }) => path === entry)?.lines ?? [];
  // The last of `__init__` is what it lists for all.
  const listing = lines.slice(
    Math.max(
      0,
      lines.findIndex(({ text }) => /^__all__\b/.test(text)),
    ),
  );
  const named = new Set(listing.flatMap(({ text }) => text.match(/\b[A-Za-z_]\w+\b/g) ?? []));
  const isPython = entry.endsWith(".py");
  const units = yield* declaredUnits(folder);
  const handed = units.filter(
    (unit) =>
      unit.owner === "" &&
      unit.kind !== "field" &&
      /^[^\s_]/.test(unit.place.text) &&
      !/(?:Error|Exception)$/.test(unit.name) &&
      (unit.place.path === entry && !isPython ? unit.place.text.startsWith("export ") : named.has(unit.name)),
  );
  const weighty = handed.filter((unit) => unit.kind === "function" || hasMethods(unit, units));
  const told = yield* namedInReadme(weighty);
  // Who wrote the entry named first what matters most.
  const order = [...named.keys()];
  const rankOf = ({ name }: Declared): number => (told.has(name) ? 0 : order.length) + order.indexOf(name);
  const rows = weighty.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (rows.length < 2) return undefined;
  const more = handed.length - rows.length;
  const text = listedInOrder(
    `The ${MAIN.exec(said)?.[0] ?? "main pieces"} that ${entry} hands to users`,
    rows.map(declaredText),
    rows.length,
    ROWS_MAX,
  );
  return {
    answer: { ...answered(text, more > 0 ? `Besides, ${more} types and records.` : ""), obeyed: "all" },
    groups: before,
  };
}

const hasMethods = ({ name, place }: Declared, units: readonly Declared[]): boolean =>
  units.some((one) => one.owner === name && one.kind === "function" && one.place.path === place.path);

/** Those of which a page at the top speaks. */
function* namedInReadme(units: readonly Declared[]): Looking<ReadonlySet<string>> {
  const names = units.map(({ name }) => name);
  if (names.length === 0) return new Set();
  const { lines } = yield* search(`\\b(?:${names.join("|")})\\b`, { glob: "/README*", ignore_case: false });
  const text = lines.map((line) => line.text).join("\n");
  return new Set(names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)));
}

/** The source behind what a manifest says is imported, or the one `__init__` that is nearest to the top. */
function* entryOf(paths: readonly string[]): Looking<string | undefined> {
  const own = paths.filter((path) => isOfCode(path) && !isAside(path));
  const { lines } = yield* search(`"(?:main|module|types|import)" *: *"[^"]+"`, { path: "package.json", limit: 5 });
  const stems = lines.flatMap(({ text }) => /"([^"]+)"\s*,?\s*\}?,?\s*$/.exec(text)?.[1]?.replace(/^.*\//, "") ?? []);
  const bare = stems.map((name) => name.replace(/\.(?:d\.)?[cm]?[jt]sx?$/, ""));
  const nearest = (found: readonly string[]): string | undefined =>
    found.toSorted((one, other) => one.split("/").length - other.split("/").length)[0];
  const ofManifest = own.filter((path) => bare.includes(path.replace(/^.*\//, "").replace(/\.\w+$/, "")));
  return (
    nearest(ofManifest) ??
    nearest(
      own.filter(
        (path) =>
          /(?:^|\/)(?:index\.[cm]?[jt]s|__init__\.py)$/.test(path) &&
          !/(?:^|\/)_/.test(path.replace("__init__.py", "")),
      ),
    )
  );
}
