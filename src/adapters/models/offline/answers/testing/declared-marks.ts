import { escapeRegExp } from "../../../../../base/glob.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { relatedWords, sameWords } from "../../../../../engines/words/related-words.ts";
import type { Looking } from "../../looking.ts";
import { plain, readTokens } from "../../reading/tokens.ts";
import { formsOf } from "../../reading/word-forms.ts";
import { isTestFile } from "../../test-files.ts";
import { search } from "../answer.ts";

/** A way in which this project itself marks tests. */
export interface DeclaredMark {
  readonly name: string;
  /** What its declaration says of it, and where it stands; empty where it is only used. */
  readonly text: string;
  readonly place: string;
  /** The lines that it stands in. */
  readonly pattern: string;
}

/** `markers = ["network: tests that require the internet"]`, also a line each, and `addinivalue_line("markers", "slow: …")`. */
const MARKER = /["']?\b([a-z][\w-]*)(?:\([^)]*\))?: ([^"'\]]{4,200})/gi;
const DECORATOR = /^\s*@((?:[\w]+\.)*)([A-Za-z_]\w*)/;
/** What decorates tests and tells nothing of what sort they are. */
const OF_MACHINERY =
  /^(?:Test|Before\w*|After\w*|BeforeEach|fixture|parametrize|property|staticmethod|classmethod|cached_property|contextmanager|dataclass|wraps|patch|object|pytest|override|Override|command|option|decorator|mock)$/;

/** The mark that the words of a question speak of, by its name and by what is declared of it; undefined where none does. */
export function* declaredMark(part: string): Looking<DeclaredMark | undefined> {
  const wanted = wordsOfMark(part);
  // What tests are about is no mark.
  if (wanted.length === 0 || OF_SUBJECT.test(plain(part))) return undefined;
  const marks = [...(yield* ofMarkers()), ...(yield* ofDecorators())];
  return marks.find(({ name, text }) => {
    const said = [name, ...wordParts(name), ...(plain(text).match(/[a-z0-9]+/g) ?? [])];
    const telling = said.filter((word) => !OF_ASKING.test(word));
    return wanted.every((word) => telling.some((other) => isAlike(word, other)));
  });
}

/** What a question about tests says of them besides that they are some. */
function wordsOfMark(part: string): readonly string[] {
  return readTokens(part)
    .map(({ word }) => word)
    .filter((word) => /^[a-z][\w-]{2,}$/.test(word) && !OF_ASKING.test(word));
}

const OF_SUBJECT =
  /\b(?:tests?|cases?|testes?) (?:for|about|of|on|against|that (?:cover|check|verify|test)|covering|checking|para|sobre|de|d[oa]s?)\b/;

/** What only asks for tests and tells none of them. */
export const OF_ASKING =
  /^(?:how|many|much|which|what|who|where|are|is|the|there|and|any|all|list|show|tests?|testing|cases?|files?|functions?|here|this|that|them|they|only|just|marked|mark|marks|marker|tagged|decorated|need|needs|require|requires|required|run|runs|use|uses|with|without|for|have|has|not|can|does|most|name|quantos|quantas|quais|testes?|precisam?|marcados?|que|com|para|dos|das|uma?|por|estao|sao|ha|existem|do|de|da|em|no|na|be|to|in|of|on|as|by|total|altogether|now|currently|still|actually|why|reason)$/;

function isAlike(word: string, other: string): boolean {
  // A name is that name alone.
  if (/[_-]/.test(word)) return word === other;
  const forms = [word, ...sameWords(word), ...relatedWords(word)].map((one) => formsOf(one));
  return new RegExp(`^(?:${forms.join("|")})[a-z]{0,4}$`).test(other);
}

function* ofMarkers(): Looking<readonly DeclaredMark[]> {
  const { lines } = yield* search(String.raw`\bmarkers\b|^\s*["']?[a-z][\w-]*(?:\([^)]*\))?: `, {
    glob: "**/{pyproject.toml,pytest.ini,setup.cfg,tox.ini,conftest.py}",
    limit: 200,
  });
  const heads = lines.filter(({ text }) => /\bmarkers\b/.test(text));
  const declaring = lines.filter(({ path, line }) =>
    heads.some((head) => head.path === path && line >= head.line && line - head.line < MARKERS_MAX),
  );
  return declaring.flatMap(({ path, line, text }) =>
    [...text.replace(/^.*\bmarkers\b["']?\s*[=,]?/, "").matchAll(MARKER)].map(
      ([, name = "", told = ""]): DeclaredMark => ({
        name,
        text: told,
        place: `${path}:${line}`,
        pattern: String.raw`\bmark\.${escapeRegExp(name)}\b`,
      }),
    ),
  );
}

const MARKERS_MAX = 20;

/** Decorators and annotations that stand in files of tests, the most frequent first. */
function* ofDecorators(): Looking<readonly DeclaredMark[]> {
  const { lines } = yield* search(String.raw`^\s*@[A-Za-z_][\w.]*`, { glob: "*.{py,java,kt,ts,cs}", limit: 500 });
  const counts = new Map<string, number>();
  for (const { path, text } of lines) {
    const [, before = "", name = ""] = DECORATOR.exec(text) ?? [];
    const isOwn = name !== "" && isTestFile(path) && !OF_MACHINERY.test(name);
    if (isOwn) counts.set(`${before}${name}`, (counts.get(`${before}${name}`) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one);
  return byCount.map(([name]) => ({
    name: name.slice(name.lastIndexOf(".") + 1),
    text: "",
    place: "",
    pattern: String.raw`^\s*@${escapeRegExp(name)}\b`,
  }));
}
