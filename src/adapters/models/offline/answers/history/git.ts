import { fileOf, type Thing } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { FORMAT, type GitOutput, quote, runGit } from "../../query/git.ts";
import { plain } from "../../reading/tokens.ts";
import { type Answer, type Asked, answered, counted, type Intent, listed, unanswered } from "../answer.ts";
import { SEARCHED_MAX, searchedRange } from "./found-commits.ts";

/** What asks for the past of files, or for who was there: "what do I change" asks for none of it. */
const OF_HISTORY =
  /\b(?:who|whom|when|commit\w*|history|git|log|blame|authors?|contribut\w*|maintain\w*|owns?|owners?|chang(?:ed|e most)|modified|edited|recent\w*|latest|lately|last|since|new(?:er|est)?|churn|hotspots?|branch(?:es)?|tags?|releases?|uncommitted|dirty|did i|happened|quem|quando|historico|mud(?:ou|am)|alter(?:ou|ad\w+)|escreveu|recente\w*|ultim\w*|ramos?|autor\w*)\b/;

const asksOfHistory = (part: string): boolean => OF_HISTORY.test(plain(part));

const WRITES_NOW =
  /\b(?:who|quem) (?:writes?|records|saves|stores|keeps|logs|gravam?|escrevem?|regista|registra|guarda|salva|armazena)\b/;

/** Questions about who changed what and when; git answers. */
export const GIT_INTENTS: readonly Intent[] = [
  {
    id: "last-change",
    describes: ["program", "job", "copybook", "function"],
    of: /^(?:file|folder|program|job|copybook|module|mapset|function|class|method|symbol|paragraph|interface)/,
    means: "who changed it, and when",
    needs: "name",
    // Why something does or changes nothing now, no commit was asked for.
    isAskedBy: (part) =>
      asksOfHistory(part) && !/^\W*(?:why (?:does|do|is|are|can)|por ?que (?!foi|foram))\b/i.test(part),
    forms:
      "who changed X last | who last modified X | when was X last changed | who wrote X | who is the author of X | history of X | git log of X | when was X created | who created X | commits of X | quem alterou X por ultimo | quem escreveu X | quando X foi alterado | historico de X | recent changes to X | who maintains X | when was X added | who edited X recently | who owns X | last change of X | blame X | what changed in X | who added X",
    *answer(asked) {
      return (yield* namesHistory(asked)) ?? (yield* fileHistory(asked));
    },
  },
  {
    id: "recent",
    means: "what changed lately",
    needs: "nothing",
    isAskedBy: asksOfHistory,
    forms:
      "what changed recently | which files changed recently | which files changed most recently | recent commits | last commit | latest changes | show the git log | what was the last change | what is new | git history | who changed something last | ultimos commits | o que mudou recentemente | historico de commits | what happened last week | show me the recent history | what did the last commit change | when was the last commit | howmany commits are there | project history | what changed since last release | who committed last",
    answer: recent,
  },
  {
    id: "authors",
    means: "who works on it",
    needs: "nothing",
    // What writes something now is asked of the code.
    isAskedBy: (part) => asksOfHistory(part) && !WRITES_NOW.test(plain(part)),
    forms:
      "who wrote this | who are the authors | who maintains this project | list contributors | who contributes | main contributor | quem sao os autores | quem mantem o projeto | quem escreveu este codigo | who is the author | who works on this | howmany contributors | who committed most | who should i ask about this code | who is responsible for this project | who owns this",
    *answer({ folder }) {
      const found = yield* runGit("git shortlog -sne HEAD");
      const rows = found.lines.flatMap((line) =>
        /^\s*(\d+)\t(.+)$/.exec(line) ? [line.trim().replace(/^(\d+)\t(.+)$/, "$2: $1 commits")] : [],
      );
      const files = folder.paths.filter((path) =>
        /(?:^|\/)(?:AUTHORS|CONTRIBUTORS|MAINTAINERS|CODEOWNERS)/i.test(path),
      );
      if (rows.length === 0)
        return unanswered(
          noHistory(found),
          files.length > 0
            ? listed(
                "Files that name people",
                files.map((path) => `${path}:1`),
              )
            : "",
        );
      return answered(
        listed("Authors by the number of their commits (git shortlog)", rows),
        listed(
          "Files that name people",
          files.map((path) => `${path}:1`),
        ),
      );
    },
  },
  {
    id: "hotspots",
    means: "which files change most often",
    needs: "nothing",
    isAskedBy: asksOfHistory,
    forms:
      "which files change most often | most changed files | hotspots | churn | which file is changed the most | quais arquivos mudam mais | most frequently modified files",
    *answer() {
      const found = yield* runGit("git log --name-only --format= -n 400");
      const counts = new Map<string, number>();
      for (const line of found.lines)
        if (line.trim() !== "") counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
      const rows = [...counts]
        .sort(([, one], [, other]) => other - one)
        .map(([path, count]) => `${path}: ${counted(count, "commit")}`);
      return rows.length > 0
        ? answered(listed("Files by how many of the last 400 commits changed them", rows, rows.length, 10))
        : unanswered(noHistory(found));
    },
  },
  {
    id: "status",
    means: "what is not committed",
    needs: "nothing",
    isAskedBy: asksOfHistory,
    forms:
      "what is uncommitted | uncommitted changes | git status | are there uncommitted changes | what did i change | which files are modified | which branch am i on | current branch | what branch is this | list branches | em que branch estou | o que nao foi commitado | is the working tree dirty | list the tags | which releases are there",
    *answer({ concepts }) {
      const found = yield* runGit("git status --short --branch");
      if (found.failed) return unanswered(noHistory(found));
      const [branch = "", ...changed] = found.lines.filter((line) => line !== "");
      const more = concepts.has("tag")
        ? (yield* runGit("git tag --sort=-creatordate")).lines.filter((line) => line !== "")
        : [];
      const branches =
        concepts.has("list") && concepts.has("branch")
          ? (yield* runGit("git branch -a")).lines.filter((line) => line !== "")
          : [];
      return answered(
        `Branch: ${branch.replace(/^## /, "")}.`,
        changed.length === 0 ? "Nothing is uncommitted." : listed("Not committed", changed),
        listed("Tags", more, more.length, 10),
        listed("Branches", branches),
      );
    },
  },
];

const noHistory = ({ lines, failed }: GitOutput): string =>
  failed
    ? `git does not tell: ${(lines.find((line) => line.trim() !== "") ?? "it gave nothing").trim()}`
    : "There is no commit here yet.";

const WHOLE = /^(?:file|folder|program|job|copybook|module|mapset)$/;

/** What says that something was not there before. */
const ADDED = /^(?:add|creat|introduc|first|adicion|criou|criad|introduz|acrescent)/;

/** The commits that added or took out a name which is no file; undefined where its lines or its file tell more. */
function* namesHistory({ things: [thing], part, restricting }: Asked): Looking<Answer | undefined> {
  if (!thing || WHOLE.test(thing.kind) || thing.kind === "unknown") return undefined;
  const isOfAdding = plain(part)
    .split(/[^a-z]+/)
    .some((word) => ADDED.test(word));
  if (thing.kind !== "text" && !isOfAdding) return undefined;
  const { name } = thing;
  const { range, isBounded } = yield* searchedRange();
  const found = yield* runGit(`git log ${FORMAT} -n 200 -S${quote(name)}${range}`);
  const rows = found.lines.filter((line) => /^[0-9a-f]{7,} \d/.test(line));
  const first = rows.at(-1);
  if (found.failed) return unanswered(noHistory(found));
  if (first === undefined)
    return unanswered(`git knows no commit${isBounded ? ` of the last ${SEARCHED_MAX}` : ""} that added ${name}.`);
  const bound = isBounded ? `, of the last ${SEARCHED_MAX} commits` : "";
  return {
    ...answered(
      `The first commit${bound} that changed how often "${name}" stands: ${first}`,
      rows.length > 1
        ? listed(`Commits that added or took out "${name}" (git log -S)`, rows, rows.length, 8)
        : "It is the only one.",
      thing.kind === "text" ? "" : yield* blame(thing, fileOf(thing) ?? ""),
    ),
    obeyed: restricting.filter((word) => ADDED.test(plain(word))),
  };
}

function* fileHistory({ things: [thing] }: Asked): Looking<Answer> {
  const path = thing?.kind === "folder" ? thing.name : fileOf(thing);
  if (!thing || path === undefined) return unanswered("Say of which file.");
  const found = yield* runGit(`git log ${FORMAT} -n 200 --follow -- ${quote(path)}`);
  const rows = found.lines.filter((line) => /^[0-9a-f]{7,} \d/.test(line));
  if (found.failed || rows.length === 0)
    return unanswered(found.failed ? noHistory(found) : `git knows no commit of ${path}.`);
  const others = thing.kind === "file" ? thing.places.slice(1, 4).map((other) => other.path) : [];
  return answered(
    WHOLE.test(thing.kind) ? "" : yield* blame(thing, path),
    `${path}: last changed in ${rows[0]}`,
    rows.length > 1 ? `First commit: ${rows.at(-1)}` : "It is the only commit of it.",
    rows.length > 1 ? listed("Commits (git log)", rows, rows.length, 8) : "",
    others.length > 0 ? `Of that name are also: ${others.join(", ")}` : "",
  );
}

/** Who wrote the lines with which something begins. */
function* blame({ name, places: [place] }: Thing, path: string): Looking<string> {
  if (!place || path === "") return "";
  const found = yield* runGit(`git blame --date=short -L ${place.line},+${BLAMED_LINES} -- ${quote(path)}`);
  const rows = found.failed ? [] : found.lines.flatMap((line) => BLAMED.exec(line)?.slice(1, 4).join(" ") ?? []);
  return listed(`${name}, lines ${path}:${place.line} and below (git blame)`, [...new Set(rows)], undefined, 5);
}

const BLAMED_LINES = 10;
const BLAMED = /^\^?([0-9a-f]+) .*?\((.+?) +(\d{4}-\d\d-\d\d)/;

function* recent({ folder, concepts, part }: Asked): Looking<Answer> {
  const release = OF_RELEASE.test(plain(part)) ? yield* lastRelease(part) : undefined;
  if (release) return release;
  const found = yield* runGit(`git log ${FORMAT} -n 15`);
  const rows = found.lines.filter((line) => /^[0-9a-f]{7,} \d/.test(line));
  const changelog = folder.paths
    .filter((path) => /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS)(?:\.\w+)?$/i.test(path))
    .sort((one, other) => one.length - other.length)[0];
  if (rows.length === 0) return unanswered(noHistory(found), changelog ? `There is ${changelog}:1.` : "");
  const count = concepts.has("howmany") ? (yield* runGit("git rev-list --count HEAD")).lines[0] : undefined;
  const last = concepts.has("howmany")
    ? []
    : (yield* runGit("git show --stat --format= HEAD")).lines.filter((line) => line.trim() !== "");
  const unread = /\b(?:th(?:at|ose|is|ese) commits?|ess[ea]s? commits?|since|desde)\b/.exec(plain(part))?.[0];
  return answered(
    OF_RELEASE.test(plain(part))
      ? "I could not narrow this to a release: no tag and no commit here is named as one. These are the latest commits."
      : unread === undefined
        ? ""
        : `I could not narrow this to "${unread}": what follows is of all commits, without regard to that.`,
    count === undefined ? "" : `${count.trim()} commits.`,
    listed("Latest commits (git log)", rows, rows.length, 10),
    listed(
      "The last one changed",
      last.map((line) => line.trim()),
      last.length,
      8,
    ),
    changelog ? `What changed is also written in ${changelog}:1.` : "",
  );
}

const OF_RELEASE = /\b(?:releases?|versions?|versao|versoes|lancamento)\b/;
const RELEASES_MAX = 3;

/** The commits of the last release, by the last two tags or by commits that are named like a version; undefined where there are none. */
function* lastRelease(part: string): Looking<Answer | undefined> {
  const tags = (yield* runGit("git tag --sort=-creatordate --merged HEAD")).lines.filter((line) => VERSION.test(line));
  const bumps = tags.length > 0 ? [] : (yield* runGit("git log --format='%h %s' -n 2000")).lines.filter(isBump);
  const marks = tags.length > 0 ? tags : bumps.map((line) => line.split(" ")[0] ?? "");
  const [last, before] = marks.slice(0, RELEASES_MAX);
  if (last === undefined) return undefined;
  const name = tags.length > 0 ? last : (bumps[0] ?? last);
  const isSince = /\b(?:since|after|desde|depois)\b/i.test(part);
  const range = isSince ? `${last}..HEAD` : before === undefined ? last : `${before}..${last}`;
  const found = yield* runGit(`git log ${FORMAT} -n 200 ${quote(range)}`);
  const rows = found.lines.filter((line) => /^[0-9a-f]{7,} \d/.test(line));
  const told = isSince ? `since ${name}` : before === undefined ? `up to ${name}` : `in ${name}, after ${before}`;
  if (found.failed) return undefined;
  if (rows.length === 0) return answered(`No commit ${told}.`);
  return answered(
    `The last release, by ${tags.length > 0 ? "its tag" : "the commit named like a version"}, is ${name}.`,
    listed(`Commits ${told} (git log)`, rows, rows.length, 20),
  );
}

const VERSION = /^\D*\d+\.\d+/;
const isBump = (line: string): boolean =>
  /^[0-9a-f]+ (?:release |version |bump to |chore\(release\): )?v?\d+\.\d+(?:\.\d+)?[\w.-]*$/i.test(line);
