import { type Looking, together } from "../looking.ts";
import { formsOf, holdsWord } from "../reading/word-forms.ts";
import type { CitedLine } from "../result-text.ts";
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

/** What runs in continuous integration. */
export const WORKFLOW_INTENTS: readonly Intent[] = [
  {
    id: "pipeline",
    means: "what runs in continuous integration",
    needs: "nothing",
    obeys: true,
    forms:
      "is there ci | what does the ci do | which ci is used | github actions | list workflows | what pipelines are there | what runs in the pipeline | which workflows are there | which workflows run T | which workflow does T | does the ci T | which workflows run on contribute | does ci run on T | is T run in ci | what runs in ci | quais workflows existem | o que roda no ci | which ci jobs are there | ha ci | existe ci | which workflow publishes | which workflow deploys a release | when does the ci run | ci workflows contribute | which version does the ci test | what does the T workflow do",
    answer: workflows,
  },
];

const OTHERS =
  /(?:^|\/)(?:\.gitlab-ci\.yml|azure-pipelines\.yml|Jenkinsfile|\.travis\.yml|bitbucket-pipelines\.yml|\.circleci\/config\.yml)$/;
const PATH = ".github/workflows";
/** How a workflow says what a question says in other words. */
const SPELLED: readonly (readonly [said: RegExp, pattern: string])[] = [
  [/\bpull[ -]?requests?\b|\bprs?\b|merge request/i, "pull_request"],
  [/\bpush(?:es|ed)?\b/i, String.raw`\bpush:|\bpush\b`],
  [/\bnightly\b|\bschedul\w*|\bcron\b|\bevery (?:night|day|week)\b/i, "schedule:|cron:"],
  [
    /\bpublish\w*|\breleas\w*|\bpypi\b|\bnpm registry\b|\bdeploy\w*|public[ao]\w*/i,
    "publish|release|pypi|twine|deploy",
  ],
  [/\bby hand\b|\bmanual(?:ly)?\b/i, "workflow_dispatch"],
  [/\blint\w*|\btype ?check\w*|\bformat\w*/i, "lint|mypy|ruff|eslint|prettier|typing|typecheck|pre-commit|biome"],
  [/\btests?\b|\btestes?\b/i, String.raw`\btests?\b|pytest|vitest|jest|tox`],
  [
    /\b(?:operating systems?|platforms?|runners?|sistemas? (?:operativos?|operaciona(?:l|is))|plataformas?)\b|\bOS(?:es)?\b/,
    String.raw`runs-on:|\bos:`,
  ],
  [
    /\b(?:versions?|versao|versoes|versão|versões)(?= |\W|$)/i,
    String.raw`-version:|^\s+- +['"]?(?:latest|lts\S*|v?\d[\w.]*|pypy\S*)['"]?\s*$`,
  ],
  [/\bwindows\b/i, "windows"],
  [/\bmac(?:os)?\b/i, "macos"],
  [/\blinux\b|\bubuntu\b/i, "ubuntu|linux"],
];

function* workflows({ part, folder, restricting }: Asked): Looking<Answer> {
  const [named, steps] = yield* together([
    search("^name:", { path: PATH }),
    search(String.raw`^\s*-? *run: *\S|^\s*-? *uses: `, { path: PATH }),
  ]);
  const others = folder.paths.filter((path) => OTHERS.test(path));
  const names = named?.lines ?? [];
  const runs = steps?.lines ?? [];
  if (names.length + runs.length + others.length === 0)
    return verdict(false, unanswered("No workflow of GitHub, GitLab, Azure, Jenkins, CircleCI or Travis is here."));
  const spelled = SPELLED.filter(([said]) => said.test(part));
  const unspelled = restricting.filter(
    (word) =>
      !/^(?:github|actions?|ci|runs?|jobs?)$/i.test(word) &&
      !spelled.some(([said]) => said.exec(part)?.[0].toLowerCase().includes(word.toLowerCase())),
  );
  const wanted = [...spelled.map(([, pattern]) => pattern), ...unspelled.map(formsOf)];
  if (wanted.length === 0 || /\b(?:what|which) (?:does|do) (?:the )?(?:ci|pipeline)\b/i.test(part))
    return verdict(true, wholeText(names, runs, others));
  const found = yield* together(wanted.map((pattern) => search(pattern, { path: PATH })));
  const texts = found.map(({ lines }, index) => {
    const word = unspelled[index - spelled.length];
    return word === undefined ? lines : lines.filter(({ text }) => holdsWord(text, word));
  });
  const paths = [...new Set(names.map(({ path }) => path))];
  const holding = paths.filter((path) => texts.every((lines) => lines.some((line) => line.path === path)));
  const said = [...spelled.map(([form]) => form.exec(part)?.[0] ?? ""), ...unspelled].join(" ");
  const answer =
    holding.length === 0
      ? answered(
          `No workflow here holds a line for "${said}".`,
          listed("The workflows there are", names.map(cited), names.length, 8),
        )
      : answered(
          listed(
            `Workflows with a line for "${said}", ${holding.length} of ${paths.length}`,
            holding.map((path) => cited(names.find((line) => line.path === path) ?? { path, line: 1, text: "" })),
          ),
          listed(
            "Those lines",
            texts.flatMap((lines) => lines.filter(({ path }) => holding.includes(path))).map(cited),
          ),
        );
  return { ...verdict(holding.length > 0, answer), obeyed: restricting };
}

function wholeText(names: readonly CitedLine[], runs: readonly CitedLine[], others: readonly string[]): Answer {
  const commands = runs.filter(({ text }) => /run:/.test(text));
  return answered(
    listed("Workflows", [...names.map(cited), ...others.map((path) => `${path}:1`)]),
    listed("What they run", commands.map(cited)),
    commands.length === 0 ? `They use ${counted(runs.length, "ready-made action")}.` : "",
  );
}
