import { firstNames } from "../cut-lists.ts";
import { together } from "../looking.ts";
import { plain } from "../reading/tokens.ts";
import { type CitedLine, isComment } from "../result-text.ts";
import { answered, cited, counted, type Intent, listed, narrowed, search, unanswered, verdict } from "./answer.ts";
import { quoted, sectionsAbout } from "./documents.ts";

const NAMES_MAX = 40;
/** Words of remarks: what somebody needs or has to do is none. */
const OF_REMARKS =
  /\b(?:todos?|fixmes?|hacks?|xxx|pend(?:enc\w*|entes?|ing)|unfinished|unimplemented|incomplete|outstanding|open|remarks?|left|missing|still|(?:not|to be) (?:\w+ )?(?:implemented|done|finished)|por fazer|falta\w*|inacabad\w*|aberto\w*)\b/;

/** Questions that the text of the files answers. */
export const TEXT_INTENTS: readonly Intent[] = [
  {
    id: "todo",
    obeys: true,
    usesThings: true,
    means: "open remarks (TODO, FIXME and their like)",
    needs: "nothing",
    isAskedBy: (part) => OF_REMARKS.test(plain(part)),
    forms:
      "find all todo comments | list todos | are there todos | show fixmes | open todos | what is left to do | howmany todos are there | quais todos existem | liste os TODOs | comentarios todo | where are todo comments | unfinished work | find fixme comments | any todos in F | outstanding tasks todo | list the TODOs in F",
    *answer(asked) {
      const path = asked.things.find(({ kind }) => kind === "file" || kind === "folder")?.name;
      const place = path === undefined ? {} : { path };
      const [marks, words] = yield* together([
        search(String.raw`\b(?:TODO|FIXME|XXX|HACK)\b`, { ignore_case: false, ...place }),
        search(UNFINISHED, place),
      ]);
      const marked = marks?.lines.filter(isMarked) ?? [];
      const all = [...marked, ...(words?.lines ?? []).filter((line) => isUnfinished(line) && !marked.some(isAt(line)))];
      const said = asked.restricting.filter((word) => SAYS_UNFINISHED.test(word));
      const where = path === undefined ? "here" : `in ${path}`;
      if (all.length === 0)
        return {
          ...verdict(
            false,
            answered(
              `No TODO, FIXME, XXX or HACK stands in a comment or document ${where}, and no comment says in words that something is to be done.`,
            ),
          ),
          obeyed: said,
        };
      const { rows, obeyed } = narrowed(all, asked, cited);
      const kept = rows.filter((row) => marked.includes(row));
      const others = rows.filter((row) => !marked.includes(row));
      const by = obeyed.length > 0 ? ` with ${obeyed.join(" ")}` : "";
      const text = answered(
        listed(`TODO, FIXME, XXX and HACK ${where}${by}`, kept.map(cited), kept.length, 40),
        listed(`Comments that say so in words ${where}${by}`, others.map(cited), others.length, 12),
        kept.length === 0 ? `No TODO, FIXME, XXX or HACK stands in a comment or document ${where}${by}.` : "",
      );
      return { ...verdict(true, text), obeyed: [...obeyed, ...said] };
    },
  },
  {
    id: "envvars",
    means: "which environment variables it reads",
    needs: "nothing",
    forms:
      "which environment variables are used | what env vars does it read | list environment variables | quais variaveis de ambiente sao usadas | where are environment variables read | which envvar can i set | envvar | what envvar does it need",
    *answer(asked) {
      const { lines } = yield* search(
        String.raw`process\.env\b|os\.environ|os\.getenv|getenv\(|System\.getenv|env::var|ENV\[|import\.meta\.env`,
        {},
      );
      if (lines.length === 0) return verdict(false, answered("No line here reads an environment variable."));
      const names = [
        ...new Set(
          lines.flatMap(({ text }) =>
            [
              ...text.matchAll(
                /(?:process\.env\.|process\.env\[|environ(?:\.get\(|\[)|getenv\(|env::var\(|ENV\[|import\.meta\.env\.)\s*["']?([A-Z][A-Z0-9_]+)/g,
              ),
            ].map(([, name = ""]) => name),
          ),
        ),
      ];
      const { rows, obeyed } = narrowed(lines, asked, cited);
      return {
        ...verdict(
          true,
          answered(
            names.length > 0 ? `${counted(names.length, "name")}: ${firstNames(names, NAMES_MAX)}.` : "",
            listed("Lines that read the environment", rows.map(cited), rows.length, 20),
          ),
        ),
        obeyed,
      };
    },
  },
  {
    id: "config",
    isOfHowTo: true,
    means: "where it is configured",
    needs: "nothing",
    forms:
      "where is the config | where is the configuration read | where is config read | how is it configured | which settings are there | config files | where are settings loaded | onde fica a configuracao | onde a configuracao e lida | quais configuracoes existem | how do i configure it | what can i configure | which config files are there",
    *answer({ folder }) {
      const files = folder.paths.filter(
        (path) =>
          /(?:^|\/)(?:[\w.-]*config[\w.-]*|[\w.-]*settings[\w.-]*|\.env[\w.]*|[\w-]+\.(?:ini|conf|properties|toml))$/i.test(
            path,
          ) && !/\.(?:md|lock)$|test/.test(path),
      );
      const { lines } = yield* search(
        String.raw`\b(?:load|read|parse|get|resolve)_?(?:config|settings|options)\w*\s*\(|process\.env\b|os\.environ|getenv\(|dotenv|configparser`,
        { limit: 100 },
      );
      const code = lines.filter(({ path, text }) => !isComment(path, text) && !/tests?\/|\.test\.|\.md$/.test(path));
      if (files.length + code.length === 0)
        return unanswered("No file here is named like a configuration, and no line reads one.");
      return answered(
        listed("Lines that read configuration or the environment", code.map(cited), code.length, 12),
        listed(
          "Files that are named like a configuration",
          files.map((path) => `${path}:1`),
        ),
      );
    },
  },
  {
    id: "schedule",
    means: "in which order jobs run",
    needs: "nothing",
    forms:
      "in which order do the jobs run | what is the batch schedule | order of the batch jobs | show the order of the batch jobs that must run | which jobs run first | job schedule | batch flow | em que ordem rodam os jobs | what is the job order | execution order of jobs",
    *answer() {
      const sections = yield* sectionsAbout("batch|schedul|running jobs|job flow|jobs", 2);
      const { lines } = yield* search(String.raw`INCOND|TRIGGER|JOB=\S+ +SCHID|AFTER\(|submit +\S*\.jcl|run_job`, {
        glob: "*.{controlm,ca7,xml,sh,txt,sched}",
        limit: 100,
      });
      if (sections.length + lines.length === 0)
        return unanswered("No document and no scheduler definition here tells an order of jobs.");
      return answered(
        ...sections.map(quoted),
        listed("Conditions of the scheduler", lines.map(cited), lines.length, 20),
      );
    },
  },
  {
    id: "errors",
    means: "where errors are raised and handled",
    needs: "nothing",
    forms:
      "where are errors handled | how are errors handled | error handling | which exceptions are thrown | where are errors thrown | which exceptions are defined | list error classes | what errors can it raise | onde os erros sao tratados | tratamento de erros | which abend codes are used | what abends are there | which error codes exist | quais erros existem | where does it abend",
    *answer(asked) {
      const { lines } = yield* search(
        String.raw`\bclass \w*(?:Error|Exception)\b|\bthrow \w|^\s*raise \w+|\bexcept \w+|catch \(|ABEND|ON EXCEPTION|INVALID KEY|HANDLE CONDITION|WHENEVER SQLERROR`,
        { limit: 500 },
      );
      const code = lines.filter(
        ({ path, text }) =>
          /\.\w+$/.test(path) &&
          !/(?:^|\/)(?:tests?|e2e-tests|examples?)\/|\.test\.|\.(?:md|json|txt|rst|ya?ml|toml|lock)$/.test(path) &&
          !isComment(path, text),
      );
      const kinds = [
        ["Classes of errors", /\bclass \w*(?:Error|Exception)/] as const,
        ["Where they are raised", /throw \w|raise \w|ABEND/i] as const,
        ["Where they are handled", /catch \(|except \w|ON EXCEPTION|INVALID KEY|HANDLE CONDITION|WHENEVER/i] as const,
      ];
      if (code.length === 0)
        return verdict(
          false,
          answered(`No line of the ${counted(asked.folder.paths.length, "file")} here raises or handles an error.`),
        );
      const { rows, obeyed } = narrowed(code, asked, cited);
      const lists = kinds.map(([title, pattern]) =>
        listed(title, rows.filter(({ text }) => pattern.test(text)).map(cited), undefined, 12),
      );
      // That errors are raised here says nothing of whether one is where something else is asked of.
      const found = answered(...lists);
      return { ...(asked.restricting.length === 0 ? verdict(true, found) : found), obeyed };
    },
  },
  {
    id: "endpoints",
    means: "which endpoints or routes it serves",
    needs: "nothing",
    forms:
      "list endpoints | which endpoints are there | what routes are defined | rest api endpoints | http routes | quais endpoints existem | liste as rotas | what urls does the server handle | which api does the service offer | what http handlers exist | what does the web service answer",
    *answer() {
      const { lines } = yield* search(
        String.raw`\b(?:app|router|server|api|fastify|blueprint|bp)\.(?:get|post|put|patch|delete|route|use|all)\(|@(?:app|router|api|bp|blueprint)\.(?:get|post|put|delete|route|patch)|@(?:Get|Post|Put|Delete|Request)Mapping|http\.HandleFunc|path\(["']|\burl ?={2,3} ?["'\x60]/|pathname|\.url\b|createServer\(`,
        { glob: "*.{ts,tsx,js,mjs,cjs,py,java,go,rs,rb,kt,cs}", limit: 200 },
      );
      const code = lines.filter(({ path, text }) => !isComment(path, text) && !/tests?\/|\.test\./.test(path));
      return code.length > 0
        ? answered(
            listed("Lines that serve a route or read the address of a request", code.map(cited), code.length, 25),
          )
        : unanswered(
            "No line here serves a route in a way that is known (Express, Fastify, Flask, FastAPI, Spring, node:http, Go).",
          );
    },
  },
  {
    id: "exports",
    means: "what it offers to others",
    needs: "nothing",
    forms:
      "what does the package export | list exports | public api | what is exported | which functions are public | o que e exportado | what is the public interface of this library | list the public api | what does this library export | exported functions",
    *answer({ folder }) {
      const index = folder.paths
        .filter(
          (path) =>
            /(?:^|\/)(?:index|mod|lib|main|__init__|acp|api)\.(?:[cm]?[jt]s|py|rs)$/.test(path) &&
            !/tests?\/|examples?\//.test(path),
        )
        .sort((one, other) => one.split("/").length - other.split("/").length);
      const { lines } = yield* search(
        String.raw`^export\b|^module\.exports|^__all__|^pub (?:fn|struct|enum|trait|mod)`,
        { limit: 500, glob: "*.{ts,tsx,js,mjs,cjs,py,rs}" },
      );
      const own = lines.filter(({ path }) => !/tests?\/|\.test\.|examples?\/|\.gen\.|scripts\//.test(path));
      const first = own.filter(({ path }) => index.slice(0, 1).includes(path));
      const others = own.filter((line) => !first.includes(line));
      if (own.length === 0) return unanswered("No line here exports anything in a way that is known.");
      return answered(
        listed(`Exported by ${index[0]}`, first.map(cited), first.length, 25),
        listed("Exported elsewhere", others.map(cited), others.length, first.length > 0 ? 10 : 30),
      );
    },
  },
];

/** What a comment says of something that is not there yet. */
const UNFINISHED = String.raw`\b(?:to be (?:implemented|done|completed|coded|written)|not (?:yet )?implemented|not implemented yet|yet to be \w+|unfinished|add (?:\w+ )?\w+ here|implement (?:me|later)|por (?:implementar|fazer)|a implementar)\b`;
/** What a question says of open remarks besides. */
const SAYS_UNFINISHED =
  /^(?:left|like|unfinished|incomplete|open|implemented|to be (?:implemented|done)|done|finished|yet)$/i;
const MARK = /\b(?:TODO|FIXME|XXX|HACK)\b/;
const DOCUMENT = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:TODO|FIXME)[^/]*$/i;

/** Whether a mark is a remark: in a comment, behind its sign in a line of code, or in a document; in code it is a picture, a value or a name. */
function isMarked({ path, text }: CitedLine): boolean {
  const mark = MARK.exec(text);
  if (!mark || /["'`](?:TODO|FIXME|XXX|HACK)["'`]/.test(text)) return false;
  if (DOCUMENT.test(path) || isComment(path, text)) return true;
  return /(?:\/\/|\/\*|(?:^|\s)#|--|<!--|\*>|(?:^|\s);|["']{3}|\{-|%)/.test(text.slice(0, mark.index));
}

/** "It has to be done explicitly" tells how. */
const isUnfinished = ({ path, text }: CitedLine): boolean =>
  isComment(path, text) && !/\b(?:ha[sd]|have|needs?|ought|used|want(?:s|ed)?) to be\b/i.test(text);

const isAt =
  ({ path, line }: CitedLine) =>
  (other: CitedLine): boolean =>
    other.path === path && other.line === line;
