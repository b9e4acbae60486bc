import type { Folder } from "../folder.ts";
import { type Looking, settled } from "../looking.ts";
import { answered, type Intent, isEstate, search } from "./answer.ts";
import { readmeOf } from "./documents.ts";
import { manual } from "./quoting/manual.ts";

/** What is said to the guide itself, and questions about Waymark. */
export const META_INTENTS: readonly Intent[] = [
  {
    id: "hello",
    isOfHowTo: true,
    means: "a greeting",
    needs: "nothing",
    forms: "hello | hi | hi there | hello waymark | ola | oi | bom dia | hello how are you | ola tudo bem",
    *answer({ folder }) {
      return answered("Hello. Ask me about this folder; I look it up and show the lines.", yield* examples(folder));
    },
  },
  {
    id: "thanks",
    isOfHowTo: true,
    means: "thanks",
    needs: "nothing",
    forms: "thanks | thank you | great thanks | ok thanks | obrigado | perfect | bye | ok | nice | cool",
    answer: () => settled(answered("You are welcome.")),
  },
  {
    id: "help",
    isOfHowTo: true,
    means: "what I can do",
    needs: "nothing",
    forms:
      "help | what can you do | selfhelp | what can i ask | ajuda | help me | what questions can i ask | selfwho | who are you | which model are you | quem e voce | what do you know | selfwho selfhelp",
    *answer({ folder }) {
      return {
        ...answered(
          "I am no language model: I read a question, look the facts up with the tools that a model would use, and show where they stand. I change nothing and make nothing up.",
          yield* examples(folder),
          "And about Waymark itself: how does undo work in waymark? · how do I connect a model?",
        ),
        obeyed: "all",
      };
    },
  },
  {
    id: "manual",
    isOfHowTo: true,
    means: "how Waymark does that, from its own documentation",
    needs: "nothing",
    forms:
      "how does undo work | how do i resume a session | how do permissions work | how do i connect a model | how do i set a key | which models can i use | how do i use ollama | what is waymark | can i use waymark offline | does waymark work without internet | how does waymark work | how do i configure waymark | waymark settings | how do i allow a command | what is plan mode | how do i switch the model | where are sessions stored | how do i install waymark | waymark commands | how do i use waymark with T | how do i set the provider | como escolho um modelo | como retomo uma sessao | how do i approve a tool | does waymark support T | how do i set waymark T | waymark T | how does the sandbox work | how do i use waymark X | does waymark X",
    answer: ({ part }) => manual(part, "This folder does not speak of that. If you ask about Waymark itself:"),
    isOfWaymark: true,
  },
];

/** Questions about names that this folder really has. */
export function* examples(folder: Folder): Looking<string> {
  const questions = isEstate(folder) ? yield* estateExamples() : yield* codeExamples();
  const general = [readmeOf(folder) ? "what does this project do?" : "what is in this folder?", "where does it start?"];
  return [
    `For example:`,
    ...[...general, ...questions, "how do I run the tests? · what changed recently? · find all TODO comments"].map(
      (question) => `- ${question}`,
    ),
  ].join("\n");
}

function* estateExamples(): Looking<readonly string[]> {
  const [programs, jobs, fields] = [
    yield* search(String.raw`PROGRAM-ID\.\s*\S+`, { glob: "*.{cbl,cob,CBL}", limit: 12 }),
    yield* search(String.raw`^//\S+ +JOB\b`, { glob: "*.{jcl,JCL}", limit: 5 }),
    yield* search(String.raw`^.{6}\s+(?:05|10)\s+[A-Z][A-Z0-9-]+-(?:ID|AMT|AMOUNT|NUM|NO|BAL|BALANCE)\s`, {
      glob: "*.{cpy,CPY}",
      limit: 5,
    }),
  ];
  const names = programs.lines.flatMap(({ text }) => /PROGRAM-ID\.\s*['"]?([\w-]+)/i.exec(text)?.[1] ?? []);
  const job = jobs.lines.flatMap(({ text }) => /^\/\/(\S+)/.exec(text)?.[1] ?? [])[0];
  const field = fields.lines.flatMap(({ text }) => /(?:05|10)\s+([A-Z0-9-]+)/.exec(text)?.[1] ?? [])[0];
  const [first, second] = names;
  return [
    ...(first ? [`explain ${first} · who calls ${second ?? first}?`] : []),
    ...(job ? [`what does job ${job} run? · which jobs are there?`] : []),
    ...(field ? [`what breaks if I change ${field}? · where is ${field} used?`] : []),
    "which datasets are used? · which programs are never called?",
  ];
}

function* codeExamples(): Looking<readonly string[]> {
  const { lines } = yield* search(String.raw`^(?:export )?(?:async )?(?:function|def|class|func|fn) +\w{4,}`, {
    glob: "*.{ts,tsx,js,mjs,py,go,rs}",
    limit: 60,
    ignore_case: false,
  });
  const own = lines.filter(({ path }) => !/tests?\/|\.test\.|test_|examples?\//.test(path));
  const [one, other] = (own.length > 0 ? own : lines).flatMap(({ path, text }) => {
    const name = /(?:function|def|class|func|fn) +(\w+)/.exec(text)?.[1];
    return name === undefined || /^_/.test(name) ? [] : [{ name, path }];
  });
  return [
    ...(one ? [`what does ${one.path} do? · where is ${one.name} used?`] : []),
    ...(other ? [`who calls ${other.name}? · show me ${other.name}`] : []),
    "what are the dependencies? · which files change most often?",
  ];
}
