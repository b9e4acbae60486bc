import { type Looking, look } from "../looking.ts";
import { type CitedLine, isComment, readPaths } from "../result-text.ts";
import { answered, cited, type Intent, listed, search, unanswered } from "./answer.ts";

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
];

const ROWS_SHOWN_MAX = 60;

function inventory({ id, what, pattern, glob, forms }: Inventory): Intent {
  return {
    id,
    means: `the ${what} there are`,
    needs: "nothing",
    forms,
    *answer({ topic }) {
      const rows = pattern === undefined ? yield* filesOf(glob) : yield* declarationsOf(pattern, glob);
      if (rows.length === 0) return unanswered(`No ${what} were found here.`);
      const own = rows.filter((row) => topic.some((word) => row.toLowerCase().includes(word.toLowerCase())));
      const title = `${what[0]?.toUpperCase()}${what.slice(1)}${own.length > 0 ? ` that name ${topic.join(" ")}` : ""}`;
      const shown = own.length > 0 ? own : rows;
      return answered(listed(title, shown, shown.length, ROWS_SHOWN_MAX));
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
