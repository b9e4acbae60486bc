import type { Ask, Choice, Kind, Relation } from "./shape.ts";

/** What words mean in a query: patterns over plain words, of which the longest that fits is taken. */
export type Meaning =
  | { readonly is: "ask"; readonly ask: Ask }
  | { readonly is: "noun"; readonly kinds: readonly Kind[]; readonly qualities?: readonly string[] }
  | { readonly is: "quality"; readonly quality: string }
  | { readonly is: "verb"; readonly relation: Relation }
  | { readonly is: "choice"; readonly choice: Choice }
  | { readonly is: "number"; readonly count: number }
  | { readonly is: "quantity"; readonly quantity: "any" | "none" | "only" }
  | { readonly is: "stands"; readonly stands: "for-before" | "for-kind" }
  | { readonly is: Plain };

/** Words that mean nothing besides what they are. */
type Plain =
  | "be"
  | "do"
  | "by"
  | "in"
  | "about"
  | "not"
  | "leave-out"
  | "the"
  | "that"
  | "or"
  | "project"
  | "person"
  | "empty"
  | "since"
  | "until";

type Row = readonly [words: string, meaning: Meaning];

const noun = (words: string, kinds: string, ...qualities: readonly string[]): Row => [
  words,
  { is: "noun", kinds: kinds.split(" ") as Kind[], qualities },
];
const quality = (words: string, name: string): Row => [words, { is: "quality", quality: name }];
const verb = (words: string, relation: Relation): Row => [words, { is: "verb", relation }];
const ask = (words: string, wanted: Ask): Row => [words, { is: "ask", ask: wanted }];
const choice = (words: string, by: Choice["by"], isLeast = false): Row => [
  words,
  { is: "choice", choice: { by, isLeast } },
];
const plainly = (words: string, is: Plain): Row => [words, { is }];
const number = (words: string, count: number): Row => [words, { is: "number", count }];

const NOUNS: readonly Row[] = [
  noun("programs?|programas?|load modules?", "program"),
  noun("(?:batch |jcl )?jobs?|jcl", "job"),
  noun("(?:job )?steps?|passos?|etapas?", "step"),
  noun("transac(?:tions?|ao|oes)|transacc(?:ao|oes)|trans(?:id)?s?|tran ?ids?", "transaction"),
  noun("screens?|maps?|mapsets?|panels?|telas?|ecras?|mapas?", "screen"),
  noun("(?:(?:input|screen|entry) )?fields?|campos?", "field"),
  noun("copybooks?|copy ?members?|copy ?books?", "copybook"),
  noun("tables?|tabelas?", "table"),
  noun("data ?sets?|conjuntos? de dados", "dataset"),
  noun("(?:new )?generations?|gdgs?|generation data ?(?:groups?|sets?)", "dataset", "gdg"),
  noun("paragraphs?|paragrafos?", "paragraph"),
  noun("files?|arquivos?|ficheiros?", "file dataset"),
  noun("code|codigo", "file"),
  noun("modules?|modulos?", "file folder"),
  noun("source files?|ficheiros de codigo|arquivos? fontes?", "file", "source"),
  noun("test files?|(?:arquivos?|ficheiros?) de testes?", "file", "test"),
  noun("folders?|director(?:y|ies)|pastas?|diretorios?", "folder"),
  noun("functions?|methods?|funcoes|funcao|metodos?", "function"),
  noun("classes|class", "class"),
  noun("(?:error|exception) (?:class(?:es)?|types?)|exceptions?|classes de erros?|excec(?:oes|ao)", "class", "error"),
  noun("(?:optional |installable )?extras?|optional feature groups?", "dependency", "optional"),
  noun("dependenc(?:y|ies)|dependencias?|third[- ]party packages?|librar(?:y|ies)|bibliotecas?", "dependency"),
  noun("commands?|comandos?|console scripts?|executables?|entry points?|bin(?:arie)?s?", "command"),
  noun("(?:npm |yarn |make )?(?:scripts?|targets?|tasks?)", "command", "script"),
  noun("commits?|revisions?", "commit"),
  noun("authors?|contributors?|committers?|people|developers?|persons?|autor(?:es)?|contribuidores|pessoas?", "author"),
  noun("tags?|releases?|lancamentos?|versions? (?:was|were) (?:tagged|released)", "tag"),
  noun("tests?|test cases?|testes?|casos de teste", "test"),
];

const QUALITIES: readonly Row[] = [
  quality("batch", "batch"),
  quality("online|interactive|cics|on-line", "online"),
  quality("cobol", "cobol"),
  quality("typescript", "typescript"),
  quality("javascript", "javascript"),
  quality("python", "python"),
  quality("java", "java"),
  quality("go|golang", "go"),
  quality("rust", "rust"),
  quality("assembler|hlasm", "assembler"),
  quality("vsam|ksds", "vsam"),
  quality("db2|sql", "db2"),
  quality("ims|dl/i|dli", "ims"),
  quality("mq", "mq"),
  quality("run ?-?time|production|em tempo de execucao|de execucao|de producao", "runtime"),
  quality("dev|development|de desenvolvimento", "development"),
  quality("optional|opciona(?:l|is)", "optional"),
  quality("peer", "peer"),
  quality("exported|public|exportad[oa]s?", "exported"),
];

const VERBS: readonly Row[] = [
  verb(
    "(?:started|launched|triggered|submitted|executed|run|ran|starts?|launch(?:es)?|triggers?|submits?|executes?|runs?|executing|running|starting)(?: up)?|executa[mr]?|executad[oa]s?|rodam?|inicia[mr]?|iniciad[oa]s?|corre[mr]?",
    "run",
  ),
  verb(
    "calls?|called|invokes?|invoked|(?:links?|linked|xctls?|transfers?|passes control|branches)(?: to)?|chama[mr]?|chamad[oa]s?|performs?|performed",
    "call",
  ),
  verb("cop(?:y|ies|ied)|includes?|included|copiam?|inclu(?:i|em)", "copy"),
  verb("reads?|le|leem|lid[oa]s?|quer(?:y|ies)|queried|selects? from|ler", "read"),
  verb("writes?(?: to)?|written(?: to)?|wrote|grava[mr]?|gravad[oa]s?|escreve[mr]?(?: em)?|stores?", "write"),
  verb("updates?|updated|rewrites?|modif(?:y|ies)|modified|atualiza[mr]?|actualizam?", "update"),
  verb("deletes?|deleted|erases?|removes?|removed|apaga[mr]?|elimina[mr]?|excluem?", "delete"),
  verb("creates?|created|inserts?(?: into)?|inserted|cria[mr]?|criad[oa]s?|insere[m]?|inserid[oa]s?", "create"),
  verb(
    "uses?|used|using|access(?:es|ed)?|touch(?:es|ed)?|references?|referenced|usa[mr]?|usad[oa]s?|utiliza[mr]?|acessam?",
    "use",
  ),
  verb("sends?|sent|receives?|received|enviam?|displays?|displayed", "send"),
  verb("shows?|shown|mostra[mr]?|exibem?|contains?|contem", "show"),
  verb("ha[sd]|have|tem|possuem?|requires?|required|needs?|needed|depends? on|come with|declares?|defines?", "have"),
  verb("installs?|installed|instala[mr]?", "install"),
  verb("imports?|imported|importam?", "import"),
  verb(
    "(?:extends?|extending|implements?|subclass(?:es)?|inherits?|inheriting|derives?|descends?|herda[mr]?)(?: from| de)?",
    "extend",
  ),
  verb("change[sd]?|changing|touched by|altera(?:m|r|do|dos|ou|ram)?|muda(?:m|r|ram)?|mudou|mexeu", "change"),
  verb("add(?:s|ed|ing)?|introduc(?:e|es|ed|ing)|adicion(?:ou|aram|ado)|introduziu", "add"),
  verb("made|makes?|commit(?:ted)?|author(?:ed)?|fez|fizeram", "make"),
  verb(
    "type(?:s|d)?(?: in(?:to)?)?|enter(?:s|ed)?|key(?:s|ed)? in(?:to)?|fill(?:s|ed)? (?:in|out)|digita[mr]?|preenche[mr]?|escrever",
    "type-into",
  ),
];

const ASKS: readonly Row[] = [
  ask("which|what|list|show me|show all|show every|give me|name|qua(?:l|is)|que|o que|liste|mostre|enumerate", "list"),
  ask("how many|number of|count(?: of)?|quant[oa]s", "count"),
  ask("how many lines|quantas linhas|how long|how big|how large", "size"),
  ask(
    "is there|are there|were there|ha(?:ve|s) there been|there ha(?:ve|s) been|houve|there (?:is|are)|exists?|existem?|ha|does there exist",
    "exists",
  ),
  ask("who|by whom|whom|quem|por quem", "who"),
  ask("when|quando", "when"),
  ask("where|onde", "where"),
  ask("in (?:what|which) order|em que ordem", "order"),
];

const CHOICES: readonly Row[] = [
  choice("largest|longest|biggest|maior(?:es)?|mais long[oa]s?|most lines", "size"),
  choice("smallest|shortest|menor(?:es)?|mais curt[oa]s?|fewest lines", "size", true),
  choice("last|latest|newest|(?:most )?recent(?:ly)?|ultim[oa]s?|mais recentes?", "date"),
  choice("first|oldest|earliest|primeir[oa]s?|mais antig[oa]s?", "date", true),
  choice("most(?: often)?|top|mais(?: vezes)?", "degree"),
  choice("least(?: often)?|fewest|rarest", "degree", true),
];

const SMALL: readonly Row[] = [
  ...[
    "one|uma?",
    "two|dois|duas",
    "three|tres",
    "four|quatro",
    "five|cinco",
    "six|seis",
    "seven|sete",
    "eight|oito",
    "nine|nove",
    "ten|dez",
  ]
    .map((words, index) => number(words, index + 1))
    .slice(1),
  [
    "any|some|all|every|each|either|algum[as]?|alguns|todos|todas|anything|something",
    { is: "quantity", quantity: "any" },
  ],
  ["nobody|nothing|none|no(?: one)?|neither|ninguem|nenhum[a]?|nada|sem", { is: "quantity", quantity: "none" }],
  ["only|just|apenas|somente", { is: "quantity", quantity: "only" }],
  [
    "it|its|they|them|their|those|these|(?:that|this) one|ele|ela|eles|elas|dele|dela|deles|delas",
    { is: "stands", stands: "for-before" },
  ],
  ["ones?", { is: "stands", stands: "for-kind" }],
  plainly("is|are|was|were|be|been|being|e|sao|foi|foram|era|esta|estao", "be"),
  plainly("do|does|did|can|could|may|pode[m]?", "do"),
  plainly("by|por|pel[oa]s?", "by"),
  plainly("in|inside|within|under|below|of|from|on|em|n[oa]s?|dentro d[oae]s?|d[oae]s?|to|into|which of|among", "in"),
  plainly("for|about|para|sobre", "about"),
  plainly("not|never|isn't|aren't|don't|doesn't|nao|nunca", "not"),
  plainly(
    "(?:and |but |e |mas )?(?:not (?:counting|including|in|from|those in)|excluding|except(?: for| in)?|apart from|leaving out|other than|outside(?: of)?|ignoring|but not(?: in)?|without|exceto|excluindo|sem contar|fora)",
    "leave-out",
  ),
  plainly("the|an?|this|os|as|o|uns|umas|ess[ea]s?", "the"),
  plainly("that|which", "that"),
  plainly("or|and|nor|but|yet|ou|nem|mas", "or"),
  plainly(
    "here|this (?:project|repo(?:sitory)?|codebase|application|app|system|package|library|program|tool)|(?:the|in the) (?:project|repo(?:sitory)?|codebase|application|system|estate)|aqui|(?:[dn]?este|[dn]?o) (?:projeto|repositorio|pacote)|[dn]?esta (?:aplicacao|biblioteca)",
    "project",
  ),
  plainly("(?:the |a )?users?|someone|i|we|you|(?:o )?usuario|(?:o )?utilizador", "person"),
  plainly("since|after|starting (?:in|from)|desde|depois de|a partir de", "since"),
  plainly("before|until|up to|antes de|ate", "until"),
  plainly(
    "(?:can|could|may|might|should|must) (?:i|you|we|one) (?:catch|handle|expect)|(?:can|could|may|might) be (?:thrown|raised|caught)|please|tell me|me|now|currently|at all|there|in total|altogether|different|actually|itself|also|too|as well|then|so|came|come|own|existing|available|defined|present|in use|directly|exactly|total|ever",
    "empty",
  ),
];

const ROWS: readonly Row[] = [...ASKS, ...NOUNS, ...QUALITIES, ...VERBS, ...CHOICES, ...SMALL];
const FORMS = ROWS.map(([words, meaning]) => ({ form: new RegExp(`^(?:${words})$`), meaning }));

/** Qualities that are languages: something written in one is a file. */
export const LANGUAGE_NAMES: ReadonlySet<string> = new Set(
  "cobol typescript javascript python java go rust assembler".split(" "),
);

/** What plain words can mean; several where they mean several things. */
export function meaningsOf(words: string): readonly Meaning[] {
  return FORMS.flatMap(({ form, meaning }) => (form.test(words) ? [meaning] : []));
}

/** So many words can mean one thing together. */
export const WORDS_TOGETHER_MAX = 4;
