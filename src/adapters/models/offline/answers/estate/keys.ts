import { escapeRegExp } from "../../../../../base/glob.ts";
import { isCobol } from "../../file-names.ts";
import type { Folder, Thing } from "../../folder.ts";
import { type Looking, look } from "../../looking.ts";
import { readUses } from "../../query/rows/data.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { type Answer, type Asked, answered, cited, type Intent, listed, search, unanswered } from "../answer.ts";

/** Keys and record lengths of files. */
export const KEY_INTENTS: readonly Intent[] = [
  {
    id: "keys-of",
    means: "its keys and record length",
    needs: "name",
    describes: ["dataset", "table"],
    of: /^(?:dataset|file|table|data-item)/,
    forms:
      "what is the key of X | record length of X | what is the record length of X | key length of X | how long are the records of X | primary key of X | qual a chave de X | tamanho do registro de X | keys and record length of X | what are the keys of X",
    answer: keysOf,
  },
  {
    id: "keys",
    means: "keys and record lengths of files",
    needs: "nothing",
    forms:
      "what are the keys of the files | record length of the files | vsam keys and record lengths | what are their keys and record lengths | key length of the datasets | quais as chaves dos arquivos | record sizes | primary keys of the tables",
    answer: allKeys,
  },
];

const DEFINES = String.raw`(?<![\w-])KEYS? *\( *\d|RECORDSIZE *\(|RECORD KEY|PRIMARY KEY`;
const DEFINITION_LINES = 16;

function* allKeys(): Looking<Answer> {
  const { lines } = yield* search(
    String.raw`\bKEYS? *\( *\d|RECORDSIZE *\(|RECORD KEY|PRIMARY KEY|\bLRECL=|^.{6} +FD +`,
    {
      glob: "*.{jcl,JCL,cbl,cob,CBL,sql,ddl,ctl}",
    },
  );
  const code = lines.filter(({ path, text }) => !isComment(path, text));
  const defined = code.filter(({ text }) => new RegExp(DEFINES, "i").test(text));
  if (code.length === 0) return unanswered("No line here defines a key or a record length.");
  const shown = defined.length > 0 ? defined : code;
  return answered(listed("Lines that define keys and record sizes", shown.map(cited), undefined, 40));
}

function* keysOf({ things: [thing], folder }: Asked): Looking<Answer> {
  if (!thing) return unanswered("Say of which file.");
  const text = yield* definitionOf(thing);
  const used = yield* keysInPrograms(thing, folder);
  if (text !== "" || used.length > 0)
    return answered(text, used.length === 0 ? "" : listed(`By which key programs use ${thing.name}`, used.map(cited)));
  return unanswered(`No line here defines the key or the record length of ${thing.name}.`);
}

const STATEMENT_LINES = 8;
const USES_MAX = 12;

/** The keys by which programs select it or ask for its records, each line once. */
function* keysInPrograms({ name }: Thing, folder: Folder): Looking<readonly CitedLine[]> {
  const uses = (yield* readUses(folder))?.uses ?? [];
  const own = uses.filter(
    ({ data, path }) => isCobol(path) && `.${data.toUpperCase()}`.endsWith(`.${name.toUpperCase()}`),
  );
  const found: CitedLine[] = [];
  for (const { path, line, kind } of own.slice(0, USES_MAX)) {
    const dd = /\bDD ([\w$#@]+)/.exec(kind)?.[1];
    const assigned = dd === undefined ? [] : (yield* search(`\\bASSIGN +(?:TO +)?(?:\\S*-)?${dd}\\b`, { path })).lines;
    const from = assigned[0]?.line ?? line;
    const read = yield* look("read_file", { path, offset: from, limit: STATEMENT_LINES });
    const lines = read.failed ? [] : readNumbered(read.text, path);
    const end = lines.findIndex(({ text }) => /\.\s*$|END-EXEC/i.test(text.slice(0, 72)));
    found.push(
      ...lines.slice(0, end < 0 ? undefined : end + 1).filter(({ text }) => /\bRECORD KEY\b|\bRIDFLD\b/i.test(text)),
    );
  }
  return [...new Map(found.map((line) => [`${line.path}:${line.line}`, line])).values()];
}

/** What the definition of a cluster or table says of keys and lengths below its name; empty where none is here. */
export function* definitionOf(thing: Thing): Looking<string> {
  const name = escapeRegExp(thing.name);
  const { lines } = yield* search(`NAME *\\( *(?:[^\\s()]+\\.)?${name} *\\)|CREATE +TABLE +(?:\\w+\\.)?${name}\\b`, {
    glob: "*.{jcl,JCL,sql,ddl,ctl,prc}",
  });
  const found: CitedLine[] = [];
  for (const { path, line } of lines.filter((one) => !isComment(one.path, one.text)).slice(0, 3)) {
    const read = yield* look("read_file", { path, offset: line, limit: DEFINITION_LINES });
    const below = read.failed ? [] : readNumbered(read.text, path);
    found.push(...below.filter(({ text }) => new RegExp(DEFINES, "i").test(text)));
  }
  const unique = [...new Map(found.map((line) => [`${line.path}:${line.line}`, line])).values()];
  return listed(`The definition of ${thing.name} says`, unique.map(cited));
}
