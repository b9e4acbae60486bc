import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { FORMAT, git, quote, ROW } from "../../query/git.ts";
import { pathsNamed } from "../../query/scopes.ts";
import type { Row } from "../../query/shape.ts";
import { plain, readTokens } from "../../reading/tokens.ts";
import { answered, listedInOrder } from "../answer.ts";
import { broughtPart } from "./brought-part.ts";
import { filesDescribed, filesNamed, filesOfDescribed, type MeantFiles } from "./files-meant.ts";
import { type Commit, commitsOfLiteral, commitsSaying, firstOfFiles, hashOf, releaseOf } from "./found-commits.ts";
import { type Deed, type HistoryQuestion, readHistoryQuestion } from "./said-of-history.ts";

const OTHERS_MAX = 6;
const PEOPLE_MAX = 8;

/** Says when, by whom and by which commit something was done: by what commits say, then by the lines that they changed. */
export function* answerHistory(part: string, context: Context): Looking<QueryAnswer | undefined> {
  const ofLines = yield* peopleOfLines(part, context);
  if (ofLines) return ofLines;
  const asked = readHistoryQuestion(part);
  if (!asked) return undefined;
  const paths = pathsNamed(
    asked.isOfMost ? asked.words : asked.names.filter((name) => PATH.test(name)),
    context.folder,
  );
  if (paths.length > 0 && asked.isOfMost) return yield* peopleOf(paths);
  const begun = yield* beginningOf(filesNamed(asked, context.folder), asked);
  if (begun) return begun;
  if (paths.length > 0) return undefined;
  if (asked.isOfMost) return undefined;
  return (yield* ofLiteral(asked)) ?? (yield* changesOf(asked, context)) ?? (yield* ofMessages(asked, context));
}

const PATH = /\/|\.[A-Za-z]\w{0,5}$/;

const OF_LINES =
  /^\W*(?:who|when|by whom|which commit|what commit|quem|quando|que commit)\b.*\b(?:lines?|linhas?) (\d+)(?:\s*(?:-|–|to|until|through|a|ate)\s*(\d+))?/;
const LINES_MAX = 40;

/** "Who wrote line 40 of F". */
function* peopleOfLines(part: string, { folder }: Context): Looking<QueryAnswer | undefined> {
  const [, from, to = from] = OF_LINES.exec(plain(part)) ?? [];
  const names = readTokens(part).flatMap(({ kind, text }) => (kind === "name" && PATH.test(text) ? [text] : []));
  const [path] = names.length === 0 ? [] : pathsNamed(names, folder);
  if (from === undefined || path === undefined) return undefined;
  const count = Math.min(Math.max(1, Number(to) - Number(from) + 1), LINES_MAX);
  const blamed = yield* git(`git blame -s -l -L ${from},+${count} -- ${quote(path)}`);
  const hashes = [...new Set((blamed ?? []).flatMap((line) => /^\^?([0-9a-f]{20,})/.exec(line)?.[1] ?? []))];
  if (hashes.length === 0) return undefined;
  const commits = (yield* git(`git log ${FORMAT} --no-walk ${hashes.join(" ")}`)) ?? [];
  const title = `The commits that last changed ${path}:${from}${count > 1 ? `-${Number(from) + count - 1}` : ""} (git blame)`;
  return commits[0] === undefined ? undefined : answerOf([listedInOrder(title, commits)], commits[0]);
}

/** Who changed files, by the number of commits. */
function* peopleOf(paths: readonly string[]): Looking<QueryAnswer | undefined> {
  const lines = yield* git(`git shortlog -sn HEAD -- ${paths.map(quote).join(" ")}`);
  const rows = (lines ?? []).flatMap((line): Row[] => {
    const [, count, name] = /^\s*(\d+)\t(.+)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ kind: "author", name, path: "", line: 0, note: `${count} commits` }];
  });
  const [first] = rows;
  if (!first) return undefined;
  const said = rows.map(({ name, note }) => `${name}: ${note}`);
  const title = `Who changed ${paths.join(", ")} by the number of commits, the most first (git shortlog)`;
  const answer = { ...answered(listedInOrder(title, said, said.length, PEOPLE_MAX)), obeyed: "all" as const };
  return { answer, groups: [{ kind: "author", rows: [first] }] };
}

/** Of a name that stands in lines as it is said: the commit that first had it, unless a message says it itself. */
function* ofLiteral(asked: HistoryQuestion): Looking<QueryAnswer | undefined> {
  const literal = asked.names.find((name) => DISTINCT.test(name));
  if (literal === undefined || !/^(?:added|removed)$/.test(asked.deed)) return undefined;
  const saying = yield* commitsSaying(asked);
  const told = saying?.isSaid === true ? saying.commits[0] : undefined;
  // That a name is gone, no line of it tells: what a message says does.
  if (told !== undefined && asked.deed === "removed") return undefined;
  const { commits, isBounded } = yield* commitsOfLiteral(literal);
  const [last] = commits;
  const first = commits.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const bound = isBounded ? " of those that were looked through" : "";
  if (asked.deed === "removed") {
    const title = `No commit says that it removed "${literal}". The last ones${bound} that took it out of lines or put it in (git log -S)`;
    return answerOf([listedInOrder(title, commits, commits.length, OTHERS_MAX)], last);
  }
  const title = `The first commit${bound} whose changed lines hold "${literal}" (git log -S):`;
  if (told === undefined || told === first) return answerOf([title, `- ${first}`, yield* releaseText(first)], first);
  return answerOf([saidTitle(asked), `- ${told}`, yield* releaseText(told), title, `- ${first}`], told);
}

/** Of a file or folder: the commit that brought the first of it. */
function* beginningOf(paths: readonly string[], { deed }: HistoryQuestion): Looking<QueryAnswer | undefined> {
  if (deed !== "added" || paths.length === 0) return undefined;
  const first = yield* firstOfFiles(paths);
  if (first === undefined) return undefined;
  return answerOf(
    [`The commit that added ${paths.join(", ")} (git log --diff-filter=A):`, `- ${first}`, yield* releaseText(first)],
    first,
  );
}

const CHANGES_MAX = 5;

/** "When was the bill payment screen last changed": the last commits of what the words describe; of several that they may, of each the last. */
function* changesOf(asked: HistoryQuestion, context: Context): Looking<QueryAnswer | undefined> {
  const meant = asked.deed === "changed" ? yield* filesOfDescribed(asked, context) : [];
  const [only, ...others] = meant;
  if (!only) return undefined;
  if (others.length > 0) return yield* lastOfEach(meant);
  const commits = yield* commitsOf(only, CHANGES_MAX);
  if (commits[0] === undefined) return undefined;
  const title = `I took "${asked.said}" as ${only.name}. The last commits that changed ${only.paths.join(", ")} (git log), the newest first`;
  return answerOf([listedInOrder(title, commits, commits.length, CHANGES_MAX)], commits[0]);
}

function* lastOfEach(meant: readonly MeantFiles[]): Looking<QueryAnswer | undefined> {
  const rows: string[] = [];
  let first: Commit | undefined;
  for (const one of meant) {
    const [last] = yield* commitsOf(one, 1);
    first ??= last;
    if (last !== undefined) rows.push(`${one.name} (${one.paths.join(", ")}): ${last}`);
  }
  const title = "No line says for certain which of these is meant; the last commit of each (git log)";
  return first === undefined ? undefined : answerOf([listedInOrder(title, rows)], first);
}

function* commitsOf({ paths }: MeantFiles, countMax: number): Looking<readonly Commit[]> {
  return (yield* git(`git log ${FORMAT} -n ${countMax} -- ${paths.map(quote).join(" ")}`)) ?? [];
}

/** Names that stand for one thing wherever they stand. */
const DISTINCT = /[-_.$/]|[a-z][A-Z]|^[A-Z]{2,}\d|\(\)$/;

function* ofMessages(asked: HistoryQuestion, { folder }: Context): Looking<QueryAnswer | undefined> {
  const saying = yield* commitsSaying(asked);
  const unsaid = saying?.isSaid === true ? undefined : yield* addedUnsaid(asked, folder);
  if (unsaid) return unsaid;
  const [commit, ...others] = saying?.commits ?? [];
  if (!saying || commit === undefined) return undefined;
  const words = saying.words.join(" ");
  const title = saying.isSaid
    ? saidTitle(asked)
    : `No commit says in its first line that it ${asked.deed} "${words}"; the ${asked.deed === "added" ? "first" : "last"} that speaks of it:`;
  return answerOf(
    [
      title,
      `- ${commit}`,
      yield* releaseText(commit),
      listedInOrder("Others that say so", others, others.length, OTHERS_MAX),
    ],
    commit,
  );
}

const PART =
  /^(?:parts?|pieces?|areas?|components?|extensions?|subsystems?|sections?|modules?|folder|parte|componente|modulo)$/;

/** What no message says was added, by the files that came with it: of what is called a part the folder tells first. */
function* addedUnsaid(asked: HistoryQuestion, folder: Folder): Looking<QueryAnswer | undefined> {
  const isPart = asked.words.some((word) => PART.test(plain(word)));
  const begun = isPart ? undefined : yield* beginningOf(filesDescribed(asked, folder), asked);
  if (begun) return begun;
  const brought = yield* broughtPart(asked, folder);
  if (brought) return answerOf([...brought.said, yield* releaseText(brought.commit)], brought.commit);
  return isPart ? yield* beginningOf(filesDescribed(asked, folder), asked) : undefined;
}

const ORDER: Readonly<Record<Deed, string>> = { added: "first", changed: "last", fixed: "last", removed: "last" };

const saidTitle = ({ deed, said }: HistoryQuestion): string =>
  `The ${ORDER[deed]} commit whose message says that it ${deed} "${said}":`;

function* releaseText(commit: Commit): Looking<string> {
  const release = yield* releaseOf(commit);
  if (release === undefined) return "";
  return release === "none"
    ? "No release has it yet, by the tags here."
    : `The first release that has it is ${release}.`;
}

function answerOf(paragraphs: readonly string[], commit: Commit): QueryAnswer {
  const [, , date, author, note] = ROW.exec(commit) ?? [];
  const row: Row = { kind: "commit", name: hashOf(commit), path: "", line: 0, date, author, note };
  return { answer: { ...answered(...paragraphs), obeyed: "all" }, groups: [{ kind: "commit", rows: [row] }] };
}
