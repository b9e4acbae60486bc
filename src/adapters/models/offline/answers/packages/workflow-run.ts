import { listFiles } from "../../folder.ts";
import { type Looking, lookAll } from "../../looking.ts";
import { type CitedLine, readNumbered } from "../../result-text.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { packageAnswer } from "./package-answer.ts";

const FILES = ".github/workflows/*.{yml,yaml}";
const FILES_MAX = 30;
const LINES_MAX = 600;

/** What of the workflows is asked, which of them are meant, and of their jobs which steps. */
interface Topic {
  readonly asks: RegExp;
  readonly isMeant: (workflow: Workflow) => boolean;
}

const TESTS = /\b(?:pytest|vitest|jest|mocha|ava|tox|nox|(?:npm|yarn|pnpm) (?:run )?test|scripts\/test|unittest)\b/;
const TOPICS: readonly Topic[] = [
  {
    asks: /\b(?:tests?|test suite|testing)\b.*\b(?:ci|workflows?|pipelines?|github actions?|pull requests?|prs?|automatically)\b|\b(?:ci|workflows?|pipelines?|github actions?)\b.*\b(?:tests?|testing|tested)\b/,
    isMeant: ({ title, lines }) => stepsOf(lines).some((step) => TESTS.test(step)) && !IS_RELEASE.test(title),
  },
  {
    asks: /\b(?:ci|workflows?|pipelines?|github actions?|checks?)\b.*\b(?:pull requests?|prs?|merge|merged)\b|\b(?:pull requests?|prs?)\b.*\b(?:ci|checks?|checked|workflows?|run|runs)\b|\bwhat (?:does|do|is) (?:the )?(?:ci|pipeline)\b.*\b(?:check|run|do|does)s?\b/,
    isMeant: ({ starts }) => /\bpull_request\b/.test(starts) && !/\bissue/.test(starts),
  },
  {
    asks: /\b(?:releases?|released|releasing|published?|publishing|new version)\b.*\b(?:made|done|cut|created|triggers?|triggered|starts?|started|how|work|works|get|gets|published|happens?|process)\b|\b(?:how|who|what)\b.*\b(?:releases?|released|published|publishing)\b/,
    isMeant: ({ title, lines }) => IS_RELEASE.test(title) || lines.some(({ text }) => IS_PUBLISHED.test(text)),
  },
];
const IS_RELEASE = /release|publish|deploy/i;
const IS_PUBLISHED =
  /\bnpm publish\b|\btwine upload\b|\bgh release create\b|release-please|pypi-publish|semantic-release|changesets\/action/;
/** What else tells it is asked of the documents first. */
const HAS_DOCUMENT = /(?:^|\/)(?:RELEAS\w*|PUBLISH\w*)\.(?:md|rst|txt)$/i;
const OF_OTHER =
  /\bhow (?:do|can|should) (?:i|we|one)\b|\bhow to\b|\blatest\b|\blast\b|\bchanged\b|\bwhen was\b|\bnotes?\b|\bsecrets?\b|\btokens?\b|\bpython versions?\b|\bnode versions?\b|\bresources?\b|\bhandle\b|\bterminals?\b|\blocks?\b|\bmemory\b|\bconnection\b/;
const SHOWN_MAX = 3;

/** "How do the tests run in CI", "how are releases made": what starts the workflows that are meant, and each job with what it runs. */
export const WORKFLOW_RUN: Dossier = {
  asks: (said) => TOPICS.some(({ asks }) => asks.test(said)) && !OF_OTHER.test(said),
  tells: /\b(?:triggers?|triggered|starts?|who|when|versions?|matrix|steps?|publish\w*)\b/,
  *answer(said, _own, { folder, before }) {
    const topic = TOPICS.find(({ asks }) => asks.test(said));
    if (!topic || (topic === TOPICS.at(-1) && folder.paths.some((path) => HAS_DOCUMENT.test(path)))) return undefined;
    const all = yield* workflows();
    const meant = all.filter(topic.isMeant);
    if (meant.length === 0) return undefined;
    const others = meant.slice(SHOWN_MAX).map(({ title }) => title);
    return packageAnswer(before, [
      ...meant.slice(0, SHOWN_MAX).map(workflowText),
      others.length === 0 ? "" : `Others that do: ${others.join("; ")}.`,
    ]);
  },
};

interface Workflow {
  readonly title: string;
  /** What starts it, on one line. */
  readonly starts: string;
  readonly lines: readonly CitedLine[];
}

function* workflows(): Looking<readonly Workflow[]> {
  const paths = (yield* listFiles(FILES)).paths.slice(0, FILES_MAX);
  const read = yield* lookAll(paths.map((path) => ({ name: "read_file", input: { path, limit: LINES_MAX } })));
  return paths.map((path, index) => {
    const lines = readNumbered(read[index]?.text ?? "", path);
    const name =
      lines
        .find(({ text }) => /^name:/.test(text))
        ?.text.slice(5)
        .trim() ?? "";
    const at = lines.findIndex(({ text }) => /^["']?on["']?:/.test(text));
    const block = at < 0 ? [] : [lines[at], ...below(lines, at)];
    const starts = block
      .map((line) => line?.text.replace(/^["']?on["']?:|\s+#.*$/g, "").trim() ?? "")
      .filter((text) => text !== "" && !text.startsWith("#"))
      .join(" ");
    return { title: `${path}:${(lines[at]?.line ?? 1).toString()}  ${name}`, starts, lines };
  });
}

/** What stands deeper than a line, up to the next that does not. */
function below(lines: readonly CitedLine[], at: number): readonly CitedLine[] {
  const indent = (lines[at]?.text ?? "").search(/\S/);
  const behind = lines.slice(at + 1);
  const end = behind.findIndex(({ text }) => text.trim() !== "" && !/^\s*#/.test(text) && text.search(/\S/) <= indent);
  return behind.slice(0, end < 0 ? undefined : end);
}

function workflowText({ title, starts, lines }: Workflow): string {
  const at = lines.findIndex(({ text }) => /^jobs:/.test(text));
  const inside = at < 0 ? [] : below(lines, at);
  const indent = Math.min(...inside.filter(({ text }) => text.trim() !== "").map(({ text }) => text.search(/\S/)));
  const heads = inside.flatMap(({ text }, index) =>
    text.search(/\S/) === indent && /^\s*[\w-]+:/.test(text) ? [index] : [],
  );
  const jobs = heads.map((head) => {
    const line = inside[head];
    const own = below(inside, head);
    return `- ${line?.path}:${line?.line}  ${line?.text.trim()} ${[...conditionsOf(own), ...stepsOf(own)].join("; ")}`;
  });
  return [title, `It starts on: ${starts}`, `What its jobs run (${jobs.length}):`, ...jobs].join("\n");
}

/** In which case and on what a job runs. */
const conditionsOf = (lines: readonly CitedLine[]): readonly string[] =>
  lines.flatMap(({ text }, at) => {
    const indent = Math.min(...lines.filter((one) => one.text.trim() !== "").map((one) => one.text.search(/\S/)));
    const isOwn = text.search(/\S/) === indent;
    if (isOwn && /^\s*(?:if|needs|uses): *[^|>\s]/.test(text)) return [text.trim()];
    if (/^\s*(?:os|[\w-]*version|python|node):\s*\[/.test(text)) return [text.trim()];
    return /^\s*(?:os|[\w-]*version|python|node):\s*$/.test(text)
      ? [
          `${text.trim()} ${below(lines, at)
            .map((one) => one.text.trim().replace(/^- /, ""))
            .join(", ")}`,
        ]
      : [];
  });

/** What the steps of a job run, each as a command; of what is set up for all nothing. */
const stepsOf = (lines: readonly CitedLine[]): readonly string[] =>
  lines.flatMap(({ text }, at) => {
    const [, single = ""] = /^\s*-? *run: *(?![|>])["']?(\S.*?)["']?$/.exec(text) ?? [];
    if (single !== "") return [single];
    if (/^\s*-? *run: *[|>]/.test(text)) {
      const commands = below(lines, at)
        .map((one) => one.text.trim())
        .filter((one) => one !== "" && !/^(?:#|echo |set |if |fi$|then$|\[)/.test(one));
      return commands.length > RUN_LINES_MAX ? [...commands.slice(0, RUN_LINES_MAX), "…"] : commands;
    }
    const [, used = ""] = /^\s*-? *uses: *["']?([^@\s"']+)/.exec(text) ?? [];
    return used === "" || /^actions\/(?:checkout|cache|upload|download)/.test(used) ? [] : [used];
  });

const RUN_LINES_MAX = 3;
