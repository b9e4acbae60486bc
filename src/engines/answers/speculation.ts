/**
 * What a model's text is about to do instead of doing it, found without a model: the judge reads the files a text guesses
 * about, and a turn that only tells of a call is asked for the call itself.
 */

export interface Speculation {
  /** Files that the text says it has not read, in the order they are named; empty when it speaks of what it knows. */
  readonly paths: readonly string[];
}

const SENTENCES_MAX = 400;
const SENTENCE_CHARACTERS_MAX = 600;
const PATHS_MAX = 20;

/** Wording by which a model says that it looks, needs to look, or guesses. English and Portuguese. */
const INTENTIONS: readonly RegExp[] = [
  /\b(?:let me|let's|let us|i(?:'ll| will| shall)(?: now| first)?|i(?:'m| am) going to|first,? i(?:'ll| will)|i(?:'d| would) (?:like|want) to|we (?:should|need to|must)|allow me to)\s+(?:\w+ ){0,3}?(?:look(?:ing)? (?:at|into|through|in)|read|open|check|inspect|examine|view|see|review|take a look|have a look|start by (?:reading|looking|checking|examining))\b/i,
  /\b(?:i|we)(?:'d| would)? (?:need|have|want|like) to (?:\w+ ){0,2}?(?:see|read|look|check|view|inspect|examine|know)\b/i,
  /\b(?:i|we) (?:haven't|have not|didn't|did not|can't|cannot|don't|do not)(?: \w+)? (?:see|seen|read|view|viewed|look|looked|have access|have|know)\b/i,
  /\b(?:can|could|would|please) (?:you )?(?:please )?(?:share|show|paste|provide|send|give me|post)\b/i,
  /\bwithout (?:seeing|reading|knowing|looking at|access to|having (?:seen|read)|being able to see)\b/i,
  /\b(?:assuming|presumably|probably|i assume|i(?:'m| am) assuming|i(?:'d| would)? guess|my guess|i suspect|it(?:'s| is) likely|likely|most likely|i believe|might (?:contain|look|be)|should (?:contain|look)|may (?:contain|look)|would (?:contain|look))\b/i,
  /\b(?:deixe-me|vou|preciso|precisaria|gostaria de)\s+(?:\w+ ){0,2}?(?:ver|ler|abrir|olhar|verificar|analisar|examinar|consultar|inspecionar)\b/i,
  /\bsem (?:ver|ler|conhecer|acesso)\b|\b(?:provavelmente|presumivelmente|assumindo|supondo|suponho|imagino)\b/i,
];
/** Telling what was read or done is no speculation. */
const KNOWLEDGE =
  /\b(?:i(?:'ve| have)|we(?:'ve| have)) (?:just |already |now )?(?:read|looked|checked|opened|seen|reviewed|examined|updated|changed|edited|fixed|written|added|created)\b|\b(?:as (?:shown|seen)|according to|based on the contents?|i (?:read|looked at|checked|updated|changed|edited|fixed|added|created|wrote))\b|\b(?:já (?:li|vi|verifiquei)|como mostra|de acordo com)\b/i;

const EXTENSIONS =
  "tsx?|jsx?|mjs|cjs|json[5c]?|ya?ml|toml|ini|cfg|conf|env|md|mdx|rst|txt|py|pyi|rb|go|rs|java|kts?|scala|cs|fs|vb|c|h|cc|cpp|cxx|hpp|hh|m|mm|swift|php|pl|lua|r|jl|ex|exs|erl|hs|ml|clj|sh|bash|zsh|fish|ps1|bat|sql|html?|css|scss|less|vue|svelte|xml|proto|graphql|gradle|lock|csv|cob|cbl|cpy|cobol|jcl|prc|proc|bms|csd|pli|pl1|inc|asm|hlasm|rexx|rex|ims|dbd|psb|ddl|dcl|ctl";
const PATH = new RegExp(
  `(?<![\\w/.:@-])((?:\\.{1,2}/|~/|/|[A-Za-z]:[\\\\/])?(?:[\\w@.+-]{1,80}[\\\\/]){0,12}[\\w@+-][\\w@.+-]{0,80}\\.(?:${EXTENSIONS}))(?![\\w/-])`,
  "gi",
);
const BARE_NAME =
  /(?<![\w/.])((?:[\w.-]{1,60}\/){0,8}(?:Makefile|Dockerfile|Jenkinsfile|Gemfile|Rakefile|Procfile|CMakeLists\.txt))(?![\w/])/g;

/** The files that `text` speculates about: named in a sentence that announces a look, misses the content, or guesses it. */
export function detectSpeculation(text: string): Speculation {
  const paths: string[] = [];
  for (const sentence of sentencesOf(withoutCode(text))) {
    if (!INTENTIONS.some((pattern) => pattern.test(sentence)) || KNOWLEDGE.test(sentence)) continue;
    for (const path of pathsIn(sentence)) if (!paths.includes(path) && paths.length < PATHS_MAX) paths.push(path);
  }
  return { paths };
}

function pathsIn(sentence: string): readonly string[] {
  const found: { at: number; path: string }[] = [];
  for (const pattern of [PATH, BARE_NAME])
    for (const match of sentence.matchAll(pattern)) {
      const path = match[1];
      if (path !== undefined && !isNotAFile(path)) found.push({ at: match.index, path });
    }
  return found.sort((left, right) => left.at - right.at).map(({ path }) => path);
}

/** `Node.js`, `e.g.`, `v1.2.c`: names that only look like files. */
function isNotAFile(path: string): boolean {
  return /^(?:node|vue|next|nuxt|react|three|d3|express|angular|ember|backbone|moment|chart|socket|asp|e|i)\.(?:js|io|net|g|e|ts)$/i.test(
    path,
  );
}

/** Fenced code is an answer, not a sentence; the marks of inline code go so that the path in them is seen. A longer fence counts as two. */
function withoutCode(text: string): string {
  return text.replace(/(`{3,40})[\s\S]*?(?:\1|$)/g, "\n").replaceAll(/[`*"“”]/g, " ");
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?;])\s+|\n+/, SENTENCES_MAX)
    .map((sentence) =>
      sentence
        .replaceAll("’", "'")
        .replaceAll(/[ \t]{2,}/g, " ")
        .trim()
        .slice(0, SENTENCE_CHARACTERS_MAX),
    )
    .filter((sentence) => sentence !== "");
}

const FILLER =
  /^(?:ok(?:ay)?|sure|certainly|of course|alright|right|great|absolutely|understood|got it|claro|certo|entendido)[,.!]*$/i;
const OPENING = String.raw`^(?:(?:ok(?:ay)?|sure|certainly|of course|alright|great|now|first|next|then|claro|certo|agora)[,.!]?\s+)*`;
/** Looking is always a call, and so is doing what changes something; using or running something is one only if a tool is named. */
const LOOKS = new RegExp(
  `${OPENING}(?:i(?:'ll| will| am going to|'m going to| need to| should)|let me|let's|vou|deixe-me)\\s+(?:[\\w']+\\s+){0,3}?(?:read|open|search|list|check|look|inspect|view|find|examine|explore|run|execute|apply|fix|update|change|modify|edit|write|create|add|remove|delete|rename|implement|refactor|replace|ler|abrir|buscar|listar|verificar|procurar|corrigir|alterar|criar|escrever|adicionar|remover)\\b`,
  "i",
);
const USES = new RegExp(
  `${OPENING}(?:i(?:'ll| will| am going to|'m going to| need to| should)|let me|let's|calling|invoking|using|running|executing|vou|deixe-me|chamando|executando|usando)\\b`,
  "i",
);
const MIMICRY =
  /^\[?(?:calling tools?|tool call|called tool|tool result(?: from [\w.-]+)?|using tool|invoking)\b[^\n]{0,300}$/i;
const SUBSTANCE_CHARACTERS_MAX = 400;
const SENTENCES_NARRATED_MAX = 3;
const ANNOUNCEMENT_CHARACTERS_MAX = 200;

/**
 * Whether a text that made no call does nothing but announce one: every sentence tells of a call to make, or apes the
 * transcript of one, and nothing else is said. An answer that merely contains such a phrase is left alone.
 *
 * @param toolNames the tools at hand; naming one of them makes an announcement certain
 */
export function isNarratedCall(text: string, toolNames: readonly string[] = []): boolean {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > SUBSTANCE_CHARACTERS_MAX || trimmed.includes("```")) return false;
  const sentences = sentencesOf(trimmed.replaceAll(/[`*]/g, ""));
  if (sentences.length === 0 || sentences.length > SENTENCES_NARRATED_MAX || trimmed.endsWith("?")) return false;
  const telling = sentences.filter((sentence) => !FILLER.test(sentence));
  return telling.length > 0 && telling.every((sentence) => MIMICRY.test(sentence) || announces(sentence, toolNames));
}

/** Cheap looks first: what uses something begins as what looks does, and each of the other expressions takes milliseconds to be compiled. */
function announces(sentence: string, toolNames: readonly string[]): boolean {
  if (sentence.length > ANNOUNCEMENT_CHARACTERS_MAX || !USES.test(sentence)) return false;
  const lower = sentence.toLowerCase();
  const isCall = toolNames.some((name) => lower.includes(name.toLowerCase())) || LOOKS.test(sentence);
  return isCall && !KNOWLEDGE.test(sentence);
}

const WILL = "i(?:'ll| will|'m going to| am going to)|let me|let's|let us|vou";
const DOING =
  "running|executing|reading|opening|checking|searching|applying|calling|testing|fixing|updating|creating|executando|rodando|lendo|verificando|aplicando|corrigindo|criando";
/** A cheap look: all the verbs take milliseconds to be compiled. */
const STEP_BEGINS = new RegExp(`${OPENING}(?:${WILL}|${DOING})\\b`, "i");
/** In front of a colon anything that is done and not said counts. */
const STEPS = new RegExp(
  `${OPENING}(?:(?:${WILL})\\s+(?:[\\w']+\\s+){0,3}?(?:read|open|search|list|check|look|inspect|view|find|examine|explore|run|rerun|re-run|execute|test|try|retry|verify|build|compile|install|start|apply|fix|mend|correct|repair|update|change|modify|edit|write|create|add|remove|delete|rename|implement|refactor|replace|use|call|make|do|ler|abrir|buscar|listar|verificar|procurar|corrigir|alterar|criar|escrever|adicionar|remover|executar|rodar|testar|usar|aplicar|fazer)\\b|(?:${DOING})\\b)`,
  "i",
);
const LAST_LINE_CHARACTERS_MAX = 600;

/** What waits for somebody, or is meant for later. */
const LATER =
  /\b(?:if|once|when|whenever|after|unless|until|as soon as|from now on|next time|you|se|quando|assim que|depois|você)\b/i;

/**
 * Whether a text ends in the announcement of a step that it does not make: by a colon with nothing behind it.
 * @param isOpen  what was asked for is not done yet: then a sentence that announces one is enough
 */
export function endsInAnnouncement(text: string, { isOpen = false } = {}): boolean {
  const line = withoutCode(text).trimEnd().slice(-LAST_LINE_CHARACTERS_MAX).split("\n").at(-1) ?? "";
  const last = sentencesOf(line.trim()).at(-1) ?? "";
  const isCutOff = /[:…][*_`]{0,20}$/.test(text.trimEnd());
  return (
    (isCutOff || (isOpen && !LATER.test(last))) && STEP_BEGINS.test(last) && STEPS.test(last) && !KNOWLEDGE.test(last)
  );
}
