import { type Looking, look, settled } from "../looking.ts";
import { type CitedLine, isComment, readPaths } from "../result-text.ts";
import { answered, cited, type Intent, listed, narrowed, search, unanswered, verdict } from "./answer.ts";
import { passages } from "./passages.ts";

/** Where things of a kind are declared. */
interface Inventory {
  readonly id: string;
  readonly what: string;
  /** A line that declares one; without it a file of `glob` is one. */
  readonly pattern?: string;
  readonly glob: string;
  readonly forms: string;
}

/** What there is of a kind. */
export const INVENTORY_INTENTS: readonly Intent[] = [
  inventory({
    id: "programs",
    what: "programs",
    pattern: String.raw`PROGRAM-ID\.`,
    glob: "*.{cbl,cob,cobol,CBL,COB}",
    forms:
      "which programs are there | list programs | list all programs | howmany programs are there | what programs exist | quais programas existem | liste os programas | show all programs | name the cobol programs",
  }),
  inventory({
    id: "copybooks",
    what: "copybooks",
    glob: "**/*.{cpy,CPY,copy,inc,dcl}",
    forms:
      "which copybooks are there | list copybooks | howmany copybooks are there | quais copybooks existem | liste os copybooks | list all copybooks",
  }),
  inventory({
    id: "jobs",
    what: "jobs",
    pattern: String.raw`^//\S+ +JOB\b`,
    glob: "*.{jcl,JCL,jcllib}",
    forms:
      "which jobs are there | list jobs | howmany jobs are there | list the jcl jobs | quais jobs existem | liste os jobs | what batch jobs exist | which jcl is there | show all jobs",
  }),
  inventory({
    id: "functions",
    what: "functions and classes",
    pattern: String.raw`^\s*(?:export |public |abstract |default |async )*(?:class|interface|function|def|struct|trait|enum|fn|func) +\w+`,
    glob: "*.{ts,tsx,js,mjs,py,java,go,rs,kt,cs}",
    forms:
      "which functions are there | list functions | list all classes | which classes are there | howmany classes are there | howmany functions are there | quais classes existem | quais funcoes existem | list all functions | what types are defined | which interfaces are there | list interfaces | what classes exist",
  }),
  {
    id: "language-files",
    means: "the files of that language",
    needs: "nothing",
    obeys: true,
    isAskedBy: (part) => LANGUAGES.some(([said]) => said.test(part)),
    forms:
      "which typescript files are there | list the python files | list the cobol files | which jcl files are there | howmany python files are there | quais arquivos cobol existem | list all javascript files | show the typescript files | is there any python | is there python code here | ha codigo python | is python used",
    *answer(asked) {
      const [said, ending] = LANGUAGES.find(([form]) => form.test(asked.part)) ?? [];
      const paths = yield* settled(asked.folder.paths.filter((path) => ending?.test(path)));
      const { rows, obeyed } = narrowed(paths, asked, (path) => path);
      const label = said?.exec(asked.part)?.[0] ?? "";
      if (rows.length === 0) return verdict(false, answered(`No file here ends as those of ${label} do.`));
      const list = listed(
        `Files of ${label}`,
        rows.map((path) => `${path}:1`),
        rows.length,
        ROWS_SHOWN_MAX,
      );
      return { ...verdict(true, answered(list)), obeyed };
    },
  },
];

/** Languages as they are said, and how their files end. */
const LANGUAGES: readonly (readonly [said: RegExp, ending: RegExp])[] = [
  [/\btypescript\b/i, /\.[cm]?tsx?$/i],
  [/\bjavascript\b/i, /\.[cm]?jsx?$/i],
  [/\bpython\b/i, /\.py$/i],
  [/\bcobol\b/i, /\.(?:cbl|cob|cobol)$/i],
  [/\bjcl\b/i, /\.(?:jcl|prc|proc)$/i],
  [/\bassembler\b|\bhlasm\b/i, /\.(?:asm|hlasm)$/i],
  [/\bjava\b/i, /\.java$/i],
  [/\brust\b/i, /\.rs$/i],
  [/\bmarkdown\b/i, /\.md$/i],
  [/\bshell\b|\bbash\b/i, /\.(?:sh|bash)$/i],
  [/\bsql\b/i, /\.(?:sql|ddl)$/i],
];

const ROWS_SHOWN_MAX = 60;

function inventory({ id, what, pattern, glob, forms }: Inventory): Intent {
  return {
    id,
    means: `the ${what} there are`,
    needs: "nothing",
    forms,
    obeys: true,
    *answer(asked) {
      const all = pattern === undefined ? yield* filesOf(glob) : yield* declarationsOf(pattern, glob);
      if (all.length === 0 && asked.restricting.length > 0) return yield* passages(asked.part, asked.folder);
      if (all.length === 0) return verdict(false, unanswered(`No ${what} were found here.`));
      const { rows, obeyed } = narrowed(all, asked, (row) => row);
      const title = `${what[0]?.toUpperCase()}${what.slice(1)}${obeyed.length > 0 ? ` whose name, line or path holds ${obeyed.join(" ")}, of ${all.length}` : ""}`;
      return { ...verdict(true, answered(listed(title, rows, rows.length, ROWS_SHOWN_MAX))), obeyed };
    },
  };
}

function* filesOf(glob: string): Looking<readonly string[]> {
  const found = yield* look("find_files", { pattern: glob, limit: 1000 });
  return found.failed ? [] : readPaths(found.text).map((path) => `${path}:1`);
}

/** Comments and tests declare nothing that somebody asks for. */
function* declarationsOf(pattern: string, glob: string): Looking<readonly string[]> {
  const { lines } = yield* search(pattern, { limit: 500, glob });
  return lines
    .filter(({ path, text }) => !isComment(path, text) && !/(?:^|\/)tests?\/|\.test\.|\.spec\./.test(path))
    .map(inventoryRow);
}

function inventoryRow({ path, line, text }: CitedLine): string {
  const name = /PROGRAM-ID\.?\s*['"]?([\w-]+)/i.exec(text)?.[1] ?? /^\/\/(\S+)/.exec(text)?.[1];
  return name === undefined ? cited({ path, line, text }) : `${name} — ${path}:${line}`;
}
