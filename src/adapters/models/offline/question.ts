/** What a question asks, as far as fixed patterns can tell. `name` is a symbol, `path` a file or folder as written. */
export type Question =
  | { readonly kind: "callers"; readonly name: string }
  | { readonly kind: "uses"; readonly name: string }
  | { readonly kind: "definition"; readonly name: string }
  | { readonly kind: "impact"; readonly name: string }
  | { readonly kind: "lineage"; readonly name: string }
  | { readonly kind: "job"; readonly name: string }
  | { readonly kind: "flow"; readonly name: string }
  | { readonly kind: "body"; readonly name: string }
  | { readonly kind: "summary"; readonly name: string }
  | { readonly kind: "includes"; readonly name: string }
  | { readonly kind: "callouts"; readonly name: string }
  | { readonly kind: "size"; readonly name: string }
  | { readonly kind: "call-chains"; readonly path: string }
  | { readonly kind: "estate"; readonly path: string }
  | { readonly kind: "jobs"; readonly path: string }
  | { readonly kind: "screens"; readonly path: string }
  | { readonly kind: "explain-file"; readonly path: string }
  | { readonly kind: "show-file"; readonly path: string; readonly from?: number; readonly to?: number }
  | { readonly kind: "list"; readonly path: string }
  | { readonly kind: "search"; readonly text: string }
  | { readonly kind: "dead-code"; readonly path: string }
  | { readonly kind: "overview" }
  | { readonly kind: "about"; readonly names: readonly string[] }
  | { readonly kind: "unknown" };

/** A name as people write one: in quotes or backticks, or a word that looks like code. */
const NAME = String.raw`[\x60"']?((?:\d[\dA-Za-z]*-)*[A-Za-z_$#@][\w$#@.-]*(?:\(\))?)[\x60"']?`;
const FILLER = String.raw`(?:the\s+|a\s+|an\s+)?(?:(?:function|method|class|program|paragraph|section|copybook|field|variable|constant|symbol|job|step|table|data\s+item|type|interface|file|map|transaction)\s+)?`;
const PATH = String.raw`[\x60"']?([\w@~.$#*-]*(?:/[\w@~.$#*-]+)*/?)[\x60"']?`;

interface Pattern {
  readonly pattern: RegExp;
  read(match: RegExpExecArray): Question | undefined;
}

const named =
  (kind: "callers" | "uses" | "definition" | "impact" | "lineage" | "job" | "flow") =>
  (match: RegExpExecArray): Question | undefined => {
    const name = cleanName(match[1]);
    return name && !STOP_WORDS.has(name.toLowerCase()) ? { kind, name } : undefined;
  };

/** Tried in order; the first that reads a question wins. */
const PATTERNS: readonly Pattern[] = [
  {
    pattern: rule(
      `(?:what happens|what breaks|what (?:is|would be) affected|impact)\\b.*\\b(?:length|size|type|picture|pic|format|layout|definition|usage|width|name|value)\\s+(?:of|in)\\s+${FILLER}${NAME}`,
    ),
    read: named("impact"),
  },
  {
    pattern: rule(
      `(?:what happens|what breaks|what (?:is|would be) affected|impact)\\b.*?\\b(?:chang\\w*|length|size|type|rename|remove|delete|modify|of|if)\\b.*?\\b(?:of|to|change|rename|remove|delete|modify|extend|widen)\\s+${FILLER}${NAME}`,
    ),
    read: named("impact"),
  },
  {
    pattern: rule(`(?:impact|effect)\\s+(?:of|on)\\s+(?:changing\\s+|a change of\\s+)?${FILLER}${NAME}`),
    read: named("impact"),
  },
  {
    pattern: rule(
      `(?:which|what|who)\\s+(?:\\w+\\s+)?(?:use|copy|include|import)s?\\s+(?:the\\s+)?(?:copybook|member|map|table)\\s+${NAME}`,
    ),
    read: named("callers"),
  },
  {
    pattern: rule(`what\\s+does\\s+(?:the\\s+)?(?:job|jcl|procedure|proc)\\s+${NAME}\\s+(?:run|do|execute|start|call)`),
    read: named("job"),
  },
  {
    pattern: rule(
      `(?:which|what)\\s+(?:programs?|steps?)\\s+(?:does|do|are)\\s+(?:the\\s+)?(?:job|jcl|procedure|proc)\\s+${NAME}`,
    ),
    read: named("job"),
  },
  { pattern: rule(`(?:steps|programs)\\s+(?:of|in)\\s+(?:the\\s+)?job\\s+${NAME}`), read: named("job") },
  { pattern: rule(`(?:lineage|data\\s+flow|origin)\\s+(?:of|for)\\s+${FILLER}${NAME}`), read: named("lineage") },
  {
    pattern: rule(
      `where\\s+(?:does|do)\\s+(?:the\\s+value\\s+of\\s+)?${FILLER}${NAME}(?:'s\\s+value)?\\s+(?:come\\s+from|go(?:\\s+to)?)`,
    ),
    read: named("lineage"),
  },
  {
    pattern: rule(`(?:flow\\s*chart|flow\\s+diagram|control\\s+flow|flow)\\s+(?:of|for|in)\\s+${FILLER}${NAME}`),
    read: named("flow"),
  },
  {
    pattern: rule(
      `(?:which|what|list|show)\\s+(?:me\\s+)?(?:all\\s+)?(?:the\\s+)?(?:jobs|crud)\\b|\\bcrud\\s+matrix\\b|jobs?\\s+(?:and|by|against)\\s+(?:datasets?|tables?)`,
    ),
    read: () => ({ kind: "jobs", path: "." }),
  },
  {
    pattern: rule(
      `(?:which|what|list|show)\\s+(?:me\\s+)?(?:all\\s+)?(?:the\\s+)?(?:screens?|transactions?|maps)\\b|screen\\s+flow`,
    ),
    read: () => ({ kind: "screens", path: "." }),
  },
  {
    pattern: rule(
      `(?:who|what|which\\s+\\w+)\\s+(?:calls?|performs?|invokes?|executes?|runs?|links? to|starts?)\\s+${FILLER}${NAME}`,
    ),
    read: named("callers"),
  },
  { pattern: rule(`(?:callers?|call sites?)\\s+(?:of|to)\\s+${FILLER}${NAME}`), read: named("callers") },
  {
    pattern: rule(
      `(?:everyone|everything|everybody|all|programs?|places?|code|functions?|lines?)\\s+(?:that\\s+)?(?:calling|calls?)\\s+${FILLER}${NAME}`,
    ),
    read: named("callers"),
  },
  {
    pattern: rule(`where\\s+(?:is|are|do we)\\s+${FILLER}${NAME}\\s+(?:called|performed|invoked|executed)`),
    read: named("callers"),
  },
  {
    pattern: rule(
      `where\\s+(?:is|are|do we)\\s+${FILLER}${NAME}\\s+(?:used|referenced|read|written|set|changed|copied|included|mentioned)`,
    ),
    read: named("uses"),
  },
  {
    pattern: rule(
      `(?:where|who|what|which\\s+\\w+)\\s+(?:do\\s+(?:we|you|they|i)\\s+)?(?:uses?|references?|reads?|writes?|updates?|copies|copy|includes?|imports?|changes?|sets?|touch(?:es)?)\\s+${FILLER}${NAME}`,
    ),
    read: named("uses"),
  },
  { pattern: rule(`(?:uses|usages?|references)\\s+(?:of|to)\\s+${FILLER}${NAME}`), read: named("uses") },
  {
    pattern: rule(`where\\s+(?:is|are)\\s+${FILLER}${NAME}\\s+(?:defined|declared|implemented|located|written)`),
    read: named("definition"),
  },
  { pattern: rule(`(?:definition|declaration)\\s+of\\s+${FILLER}${NAME}`), read: named("definition") },
  {
    pattern: rule(
      `(?:dead|unused|unreachable|unreferenced)\\s+(?:code|paragraphs?|programs?|functions?)(?:.*?\\bin\\s+${PATH})?`,
    ),
    read: (match) => ({ kind: "dead-code", path: cleanPath(match[1]) || "." }),
  },
  {
    pattern: rule(
      `(?:show|print|open|cat|display|read)\\s+(?:me\\s+)?(?:the\\s+)?(?:file\\s+)?lines?\\s+(\\d+)\\s*(?:-|to|until|through)\\s*(\\d+)\\s+(?:of|in|from)\\s+${PATH}`,
    ),
    read: (match) => showFile(match[3], Number(match[1]), Number(match[2])),
  },
  {
    pattern: rule(
      `(?:list|show|which|what)\\s+(?:me\\s+)?(?:all\\s+)?(?:the\\s+)?(?:files|folders?|contents?|directory|tree)(?:\\s+(?:are\\s+)?(?:there\\s+)?(?:in|of|under|below)\\s+(?:the\\s+)?(?:folder\\s+)?${PATH})?`,
    ),
    read: (match) => ({ kind: "list", path: folderPath(match[1]) }),
  },
  {
    pattern: rule(`what(?:'s|\\s+is|\\s+are)\\s+in\\s+(?:the\\s+)?(?:folder|directory)\\s+${PATH}`),
    read: (match) => ({ kind: "list", path: folderPath(match[1]) }),
  },
  {
    pattern: rule(`what(?:'s|\\s+is|\\s+are)\\s+in\\s+(?:the\\s+)?${PATH}\\s+(?:folder|directory)`),
    read: (match) => ({ kind: "list", path: folderPath(match[1]) }),
  },
  {
    pattern: rule(
      `(?:what|how)\\s+(?:does|do|is)\\s+(?:this|the)\\s+(?:folder|project|system|repository|repo|code|codebase|program|application)\\b`,
    ),
    read: () => ({ kind: "overview" }),
  },
  {
    pattern: rule(`(?:overview|summary|structure)\\b`),
    read: (match) => (match.input.split(/\s+/).length <= 6 && !fileIn(match.input) ? { kind: "overview" } : undefined),
  },
  {
    pattern: rule(`(?:show|print|open|cat|display|read)\\s+(?:me\\s+)?(?:the\\s+)?(?:file\\s+)?${PATH}`),
    read: (match) => showFile(match[1]),
  },
  {
    pattern: rule(
      `(?:search|grep|look)\\s+(?:for\\s+)?(?:the\\s+)?(?:text\\s+|string\\s+|word\\s+)?[\\x60"'](.+?)[\\x60"']`,
    ),
    read: (match) => ({ kind: "search", text: match[1] ?? "" }),
  },
  {
    pattern: rule(
      `(?:search|grep|find|look)\\s+(?:for\\s+)?(?:the\\s+)?(?:text\\s+|string\\s+|word\\s+)?(\\S.*?)\\s*[?.!]?$`,
    ),
    read: (match) => ({ kind: "search", text: match[1] ?? "" }),
  },
];

function rule(source: string): RegExp {
  return new RegExp(source, "is");
}

const FILE = /[\w@~$#-][\w@~.$#/-]*\.[A-Za-z][A-Za-z0-9]{0,9}\b/;
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and any are as at be by can change do does file files folder for from function has have how i if in into is it its length me method my of on or our paragraph program that the their them there these they this those to type us used was we what when where which who why will with you your".split(
    " ",
  ),
);

/** Reads the question in the last prompt; anything it does not know for certain becomes `about` or `unknown`. */
export function readQuestion(prompt: string): Question {
  const text = prompt.trim();
  const file = fileIn(text);
  for (const { pattern, read } of PATTERNS) {
    const match = pattern.exec(text);
    const question = match ? read(match) : undefined;
    if (question) return question;
  }
  if (file) return { kind: "explain-file", path: file };
  const names = codeWords(text);
  return names.length > 0 ? { kind: "about", names } : { kind: "unknown" };
}

function fileIn(text: string): string | undefined {
  return FILE.exec(text.replace(/\b(?:e\.g|i\.e)\./g, ""))?.[0];
}

function showFile(path: string | undefined, from?: number, to?: number): Question | undefined {
  const clean = cleanPath(path);
  if (!clean || !FILE.test(clean)) return undefined;
  return {
    kind: "show-file",
    path: clean,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function folderPath(path: string | undefined): string {
  const clean = cleanPath(path);
  return clean === "" || STOP_WORDS.has(clean.toLowerCase()) ? "." : clean;
}

function cleanPath(path: string | undefined): string {
  return (path ?? "").replace(/[?!,;:]+$/, "").replace(/(?<=\w)\.$/, "");
}

function cleanName(name: string | undefined): string {
  return (name ?? "").replace(/\(\)$/, "").replace(/[.-]+$/, "");
}

/** Words that look like code: with capitals inside, digits, underscores, hyphens between capitals, or in backticks. */
function codeWords(text: string): string[] {
  const quoted = [...text.matchAll(/[`"']([^`"'\n]{2,60})[`"']/g)].map((match) => match[1] ?? "");
  const words = (text.match(/(?:\d[\dA-Za-z]*-)*[A-Za-z_$#@][\w$#@-]*/g) ?? []).filter(
    (word) => /[a-z][A-Z]|_|\d/.test(word) || /^[A-Z][A-Z0-9$#@-]{2,}$/.test(word),
  );
  return [...new Set([...quoted, ...words])].filter((word) => !STOP_WORDS.has(word.toLowerCase())).slice(0, 3);
}
