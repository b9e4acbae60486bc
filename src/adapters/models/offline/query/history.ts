import type { Looking } from "../looking.ts";
import { changedFiles } from "./changes.ts";
import type { Context } from "./draft.ts";
import { FORMAT, git, quote, ROW, type Selection, selectionOf } from "./git.ts";
import { firstOf } from "./rows/ranking.ts";
import type { Choice, Group, History, Noun, Query, Row } from "./shape.ts";

/** Answers queries over commits, authors and tags, and over files by the commits that changed them; undefined for others. */
export function* readHistory(query: Query, context: Context): Looking<History | undefined> {
  const kind = query.head.kinds[0] ?? (query.head.stands === undefined ? undefined : context.before[0]?.kind);
  const changing = query.clauses.find(
    ({ relation, role, other }) =>
      relation === "change" && role === "suffers" && (other.kinds[0] === "commit" || isOfCommits(other, context)),
  );
  if (kind === "file" && changing) return yield* changedFiles(query, changing, context);
  if (kind === "tag") return yield* tags(query);
  if (kind !== "commit" && kind !== "author") return undefined;
  if (query.head.stands !== undefined) return beforeOf(kind, query, context);
  const selection = yield* selectionOf(query, context);
  if (!selection) return undefined;
  return kind === "author" ? yield* authors(query, selection) : yield* commits(query, selection);
}

const isOfCommits = ({ stands }: Noun, { before }: Context): boolean =>
  stands === "for-before" && before[0]?.kind === "commit";

const LISTED_MAX = 30;

function* commits({ head }: Query, selection: Selection): Looking<History | undefined> {
  const { choice, count: wanted = 1 } = head;
  if (selection.isAdding && choice === undefined) return yield* additions(selection);
  if (choice !== undefined && choice.by !== "date") return undefined;
  const filter = `${[...selection.options, selection.revision].join(" ")}${placesText(selection.paths)}`;
  const total = Number((yield* git(`git rev-list --count ${filter}`))?.[0] ?? Number.NaN);
  if (Number.isNaN(total)) return undefined;
  const skipped = choice?.isLeast ? Math.max(0, total - wanted) : 0;
  const shown = choice === undefined ? LISTED_MAX : wanted;
  const lines = (yield* git(`git log ${FORMAT} --skip=${skipped} -n ${shown} ${filter}`)) ?? [];
  const rows = choice?.isLeast ? lines.toReversed() : lines;
  const title = choice === undefined ? countOf(total) : `${chosenText(choice, rows.length)} of ${total}`;
  return {
    title: [title, selection.said.join(", ")].filter((one) => one !== "").join(" "),
    rows,
    total: choice === undefined ? total : rows.length,
    groups: [commitGroup(rows)],
  };
}

const chosenText = ({ isLeast }: Choice, count: number): string =>
  `The ${isLeast ? "first" : "last"} ${count === 1 ? "commit" : `${count} commits`}`;

const placesText = (paths: readonly string[]): string =>
  paths.length === 0 ? "" : ` -- ${paths.map(quote).join(" ")}`;

const countOf = (count: number): string => (count === 0 ? "No commit" : `${count} commit${count === 1 ? "" : "s"}`);

function commitGroup(lines: readonly string[]): Group {
  const rows = lines.flatMap((line): Row[] => {
    const [, name, date, author, note] = ROW.exec(line) ?? [];
    return name === undefined ? [] : [{ kind: "commit", name, path: "", line: 0, date, author, note }];
  });
  return { kind: "commit", rows };
}

/** For each of the paths the commit that added it first. */
function* additions({ options, paths }: Selection): Looking<History | undefined> {
  const others = options.filter((option) => !option.startsWith("--diff-filter"));
  const rows: string[] = [];
  for (const path of paths) {
    const first = (yield* git(`git log ${FORMAT} --diff-filter=A ${others.join(" ")} HEAD -- ${quote(path)}`))?.at(-1);
    if (first !== undefined) rows.push(`${first} — added ${path}`);
  }
  if (rows.length === 0) return undefined;
  const commitsOfRows = [...new Set(rows.map((row) => row.split(" ")[0]))];
  return {
    title: commitsOfRows.length === 1 ? "The commit that added it" : "The commit that first added each",
    rows,
    total: rows.length,
    groups: [commitGroup(rows.map((row) => row.replace(/ — added \S+$/, "")))],
  };
}

function* authors({ head }: Query, { options, paths, said }: Selection): Looking<History | undefined> {
  const lines = yield* git(`git shortlog -sn ${[...options, "HEAD"].join(" ")}${placesText(paths)}`);
  if (!lines) return undefined;
  const all = lines.flatMap((line): Row[] => {
    const [, count, name] = /^\s*(\d+)\t(.+)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ kind: "author", name, path: "", line: 0, note: `${count} commits` }];
  });
  const { choice, count } = head;
  const ordered = choice?.isLeast ? all.toReversed() : all;
  const first = firstOf(ordered, choice === undefined ? ordered.length : (count ?? 1), ({ note }) => note);
  const { rows } = first;
  const restricted = said.length === 0 ? "" : ` ${said.join(", ")}`;
  const title =
    choice === undefined
      ? `${all.length} authors by the number of their commits${restricted}`
      : `${choice.isLeast ? "Fewest" : "Most"} commits${restricted}, of ${all.length} authors${first.shared}`;
  return {
    title: `${title} (git shortlog)`,
    rows: rows.map(({ name, note }) => `${name}: ${note}`),
    total: rows.length,
    groups: [{ kind: "author", rows }],
  };
}

function* tags({ head, clauses, scopes, spans }: Query): Looking<History | undefined> {
  if (
    clauses.some(({ other }) => other.quantity !== "any") ||
    scopes.length + spans.length + head.words.length + head.names.length > 0 ||
    head.choice?.by === "size"
  )
    return undefined;
  const lines = yield* git("git tag --sort=-creatordate --format='%(refname:short) %(creatordate:short) %(subject)'");
  if (!lines) return undefined;
  const { choice, count } = head;
  const ordered = choice?.isLeast ? lines.toReversed() : lines;
  const rows = choice === undefined ? ordered.slice(0, LISTED_MAX) : ordered.slice(0, count ?? 1);
  const title =
    lines.length === 0
      ? "No tag"
      : choice === undefined
        ? `${lines.length} tags, the newest first`
        : `The ${choice.isLeast ? "oldest" : "newest"} of ${lines.length} tags`;
  const group = rows.map((row): Row => ({ kind: "tag", name: row.split(" ")[0] ?? "", path: "", line: 0, note: row }));
  return {
    title,
    rows,
    total: choice === undefined ? lines.length : rows.length,
    groups: [{ kind: "tag", rows: group }],
  };
}

/** "Who made them", "and when": what is known of them by now. */
function beforeOf(
  kind: "author" | "commit",
  { head, clauses, scopes, spans }: Query,
  { before }: Context,
): History | undefined {
  const group = before.find((one) => one.kind === kind);
  if (!group || clauses.length + scopes.length + spans.length + head.words.length + head.qualities.length > 0)
    return undefined;
  const rows = group.rows.map(({ name, date, author, note }) =>
    kind === "author" ? `${name}: ${note}` : `${name} ${date} ${author}: ${note}`,
  );
  return {
    title: kind === "author" ? "Those authors" : countOf(rows.length),
    rows,
    total: rows.length,
    groups: [group],
  };
}
