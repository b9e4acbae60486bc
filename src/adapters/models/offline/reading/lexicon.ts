/** At the end of a part. */
const WHOLE = "(?=\\W*$)";
const WHAT_IS_MINE = "(?:source )?(?:code|data|files?|sources?|prompts?|questions?|project|repo)";
const OF_LEAVING =
  "(?:sent|send|leave|leaving|uploaded?|shared|stored|safe|secure|private|transmitted|go|kept|logged|used (?:for|to))";
const OF_CHANGING =
  "(?:edit|change|modify|write|fix|create|delete|refactor|run|execute|commit|rename)(?: (?:any |my |our )?(?:files?|code|things?|bugs?|anything|something|stuff|commands?|programs?|sources?))?";
const OF_RISK =
  "(?:(?:risky|dangerous|fragile|brittle|odd|strange|weird|unusual|legacy|outdated|obsolete|suspicious|ugly|messy|smelly|hairy|bad|wrong|old)(?:,? (?:or|and|/) |, )?)+";
const OF_HERE =
  "(?: (?:in|about|of|with|to|here|there|this|the|that|it|code|codebase|project|repo|repository|folder|system|application|part|parts|look|touch|change))*";

/** Several words that mean one thing together; tried before single words. Without accents, in lower case. */
export const PHRASES: readonly (readonly [words: string, token: string])[] = [
  ["how (?:many|much)|quant[oa]s?|number of|count of|numero de", "howmany"],
  ["how (?:big|large|long)|lines of code|linhas de codigo|loc", "howbig"],
  ["what (?:is|are) new|what'?s new|novidades", "recent change"],
  ["o que|whats?", "what"],
  [
    "entry ?points?|ponto de entrada|main (?:function|method|file|class|module|script|program)|starting point",
    "entrypoint",
  ],
  ["get(?:ting)? started|quick ?start|set ?up", "install"],
  [
    "where (?:do|should|can) (?:i|we) (?:(?:start|begin)(?: reading| looking)?|look first)|start reading|(?:what|which (?:files?|docs?|documents?)) (?:should|do|must|can) (?:i|we) (?:read|look at|know|learn|study)(?: about)? first|por onde (?:devo )?comec(?:o|ar)",
    "readfirst",
  ],
  ["comes? from|vem de|vem|get(?:s|ting)? (?:its|the|their) values?|obtem|originates?", "origin"],
  ["goes? to|go to|end(?:s|ing)? up|vai para|lead(?:s|ing)?(?: to)?", "leadsto"],
  ["depends? (?:up)?on|relies on|rely on|depende[m]? de|needs", "depend"],
  ["look(?:s|ing)? (?:like|at)|olhe", "show"],
  ["look(?:s|ing)? for|procur\\w*|busc\\w*", "search"],
  ["due to|because of|as well as", ""],
  ["work(?:s|ing)? with|deal(?:s|ing)? with|responsible for|in charge of|takes? care of|lida com|trata de", "handle"],
  ["used (?:to|for)|serve para|stands? for|purpose of|point of|what for|para que", "purpose"],
  ["command[- ]lines?|cli", "command"],
  ["env(?:ironment)? ?var(?:iable)?s?|variave(?:l|is) de ambiente|env", "envvar"],
  ["data ?sets?|conjuntos? de dados", "dataset"],
  ["data ?bases?|banco de dados", "table"],
  ["code ?base|base de codigo", "project"],
  ["cross[- ]?references?", "xref"],
  ["at (?:least|the (?:very )?least)(?! \\d)|pelo menos|no minimo", ""],
  ["open ?source|licen[cs]\\w*|copyright", "licence"],
  ["dead code|codigo morto", "dead"],
  ["call (?:graph|chain|hierarchy|tree)s?|sequence diagrams?|who calls whom", "callgraph"],
  ["(?:control )?flow ?charts?|control flow|flow diagrams?|fluxograma", "flowchart"],
  ["business rules?|regras? de negocio|regras?", "rule"],
  ["pull requests?|merge requests?", "contribute"],
  ["continuous integration|ci(?:/cd)?|pipelines?|workflows?|github actions?", "pipeline"],
  ["read ?me|leia-?me", "docs"],
  ["get rid of|take out", "delete"],
  ["data (?:elements?|items?|names?)", "field"],
  ["at (?:the )?(?:moment|present)|right now|any ?(?:more|longer)|these days|so far|in total|at all|as a whole", ""],
  [
    "let me see|have a look(?: at)?|i (?:want|need|would like|d like) to (?:see|know|understand)|can you|could you|would you|do you know|tell me|eu quero (?:ver|saber|entender)|voce pode|pode me|me (?:diga|fale)|please|por favor",
    "",
  ],
  ["in (?:a )?(?:nutshell|short)|high[- ]level|bird'?s[- ]eye", "overview"],
  [
    "what (?:can|do) you do|what are you able to|how can you help|what (?:can|should|could) i ask(?: you)?|o que voce (?:pode|sabe|consegue) fazer|como voce pode ajudar|what do you know",
    "selfhelp",
  ],
  [
    "who are you|what are you|are you (?:an? )?(?:ai|llm|model|bot|human|real)|quem e voce|which model|what model",
    "selfwho",
  ],
  // What is asked of whoever answers: these stand for a whole part, so that nothing else of it is asked for.
  [
    `(?:can|could|do|will|would|are) you (?:(?:able|allowed) to |also |ever |only |really |just )*${OF_CHANGING}(?: (?:for me|too|here|yourself|as well|at all))?${WHOLE}|(?:voce |tu )?(?:pode|podes|consegue|consegues) (?:editar|alterar|mudar|escrever|corrigir|apagar) (?:os |o |meus |meu )?(?:ficheiros?|arquivos?|codigo|coisas)${WHOLE}`,
    "selfchange",
  ],
  [
    `(?:is|are|will|does|do) (?:any of )?(?:my|our) ${WHAT_IS_MINE}(?: (?:ever|be|being|get))* ${OF_LEAVING}.*${WHOLE}|(?:do|will|can) you (?:ever )?(?:send|upload|share|store|collect|keep|leak|transmit|see the internet|use the (?:internet|network)|go online|phone home)\\b.*${WHOLE}|(?:o )?meu codigo (?:e|foi|sera) (?:enviado|partilhado|compartilhado).*${WHOLE}|are you (?:online|offline|private|safe|secure)${WHOLE}|(?:where|to whom) (?:does|do|is|are) (?:my|our) ${WHAT_IS_MINE} (?:go|sent|stored|kept).*${WHOLE}|who (?:can )?sees? (?:my|our) ${WHAT_IS_MINE}${WHOLE}`,
    "selfprivate",
  ],
  [
    `(?:how|where) (?:do|can|could|should) (?:i|we) (?:give|get|connect|attach|add|set|use|choose|hook|plug|link|turn|make|pick)\\b(?: \\w+)? you\\b.*${WHOLE}|(?:do|which model do|what model do) you (?:need|want|use|have|run|require)(?: (?:a|an|any|the))?(?: (?:language )?(?:model|llm|ai|api key|key))?${WHOLE}|what do you need${WHOLE}`,
    "selfmodel",
  ],
  [
    `(?:how|where) (?:do|can|could) (?:i|we) (?:undo|revert|take back|roll back)(?: (?:it|that|this|everything|changes?|an? (?:edit|change)|the last (?:edit|change|one)|your (?:edits?|changes?)|what you (?:did|changed)))?${WHOLE}|como (?:desfaco|posso desfazer)(?: (?:isso|isto|uma (?:alteracao|mudanca)|tudo))?${WHOLE}`,
    "selfundo",
  ],
  [
    `(?:what|which (?:parts?|files?|code|programs?|things?))(?:'s| is| are| looks?| seems?| feels?)? (?:the )?(?:most |really |especially )?${OF_RISK}${OF_HERE}${WHOLE}|(?:is|are) there (?:anything|something|any parts?|any code|things?) ${OF_RISK}${OF_HERE}${WHOLE}|(?:where|what)(?:'s| is| are) (?:the |your )?(?:biggest |main |worst )?(?:risks?|dangers?|technical debt|tech debt|code smells?|weak(?:est)? (?:points?|spots?|parts?)|problem areas?|trouble spots?|pain points?)${OF_HERE}${WHOLE}|what (?:should|must|do) (?:i|we) (?:be careful (?:with|about)|watch out for|worry about|look out for)${OF_HERE}${WHOLE}`,
    "riskhere",
  ],
  ["good (?:morning|day|evening|afternoon|night)|bom dia|boa (?:tarde|noite)", "hello"],
  ["thank you|thanks(?: a lot)?|muito obrigad[oa]|obrigad[oa]|cheers", "thanks"],
  ["see you|good ?bye|bye|tchau|ate logo", "bye"],
  [
    "what happens (?:when|if|after|as|once|while)(?! .*\\b(?:chang|alter|renam|remov|delet|widen|enlarg|increas|resiz|grow|expand|modif|drop|extend|edit))",
    "event",
  ],
  ["o que acontece (?:quando|se|apos)(?! .*\\b(?:mud|alter|aument|remov|apag|renom|exclu))", "event"],
  ["without (?:a |any )?(?:language )?(?:model|llm|ai)|sem (?:um )?modelo|for me", ""],
  ["log(?:s|ged|ging)?[- ](?:in|on)(?:to)?|sign(?:s|ed|ing)?[- ](?:in|on)", "login"],
  ["step[- ]by[- ]step|passo a passo|one step after (?:the other|another)", "stepwise"],
  ["(?:return|exit|completion|condition) codes?|codigos? de (?:retorno|saida|termino)|com que codigo", "exitcode"],
  ["(?:with )?(?:what|which) code does", "exitcode"],
  ["end[- ]of[- ]day|eod|fim do dia|night(?:ly)? batch|batch cycle|nightly (?:cycle|schedule)", "job order"],
  ["dynamic(?:ally)?|at run ?time only|through a variable|dinamicamente|dinamic[ao]s?", "dynamic"],
  [
    "is there (?:a|any) (?:way|possibility|means) (?:to|of|for)|is it possible to|e possivel|ha (?:como|maneira de|forma de)",
    "how",
  ],
  ["tempo[- ]limite|limite de tempo|time[- ]?outs?", "timeout"],
  ["what (?:are your|is your) (?:abilities|capabilities|limits)|what can this (?:guide|tool|thing) do", "selfhelp"],
  ["change ?logs?|release notes|notas de (?:versao|lancamento)", "changelog"],
  ["in (?:which|what) order|(?:execution|run) order|ordem de execucao", "order"],
  ["is there|are there|there (?:is|are)|existem?|exists?|existe|tem|ha|do we have|does it have|have we", "exist"],
];

/**
 * What single words mean for a question, in English and Portuguese. A concept of a relation also stands for who acts and
 * what is acted on; see `readFeatures`.
 */
export const CONCEPTS: Readonly<Record<string, string>> = {
  exist: "exist",
  what: "what|que",
  which: "which|qual|quais",
  who: "who|whom|whose|quem|quien|everyone|everybody|anyone|anybody|someone",
  where: "where|onde|aonde|whereabouts|donde|locate[sd]?|places?|location|lugar(?:es)?",
  when: "when|quando|since",
  how: "how|como",
  why: "why|porque|reasons?",
  howmany: "howmany|count(?:s|ed)?|amount",
  howbig: "howbig|big|large|size[sd]?|grande|tamanho|lines|linhas|sloc|kloc",
  list: "list[sae]?|listar|listing|enumerate|all|every|todos|todas|each|inventory|inventario",
  show: "show(?:s|n)?|print|display|open|cat|mostr\\w*|exib\\w*|see|view|give|read out|abr[ae]|ver",
  search:
    "search(?:es|ing)?|grep|find(?:s|ing)?|ache|encontr\\w*|mention(?:s|ed|ing)?|contain(?:s|ed|ing)?|contem|occur\\w*|appears?",
  explain:
    "explain(?:s|ed)?|describe[sd]?|descri\\w*|summar\\w*|resum\\w*|expli\\w*|tell|about|sobre|understand|walk|details?|meaning|mean[s]?|significa|logic",
  purpose: "purpose|role|goal|intent|serves?|responsib\\w*|why",
  overview:
    "overview|structure[ds]?|organi[sz]\\w*|layout|architecture|arquitetura|estrutura|visao|folder structure|laid",
  this: "this|isto|isso|este|esta",
  source: "code|codigo|source|body|fonte|snippet|implementation",
  project:
    "project|projeto|projecto|repo(?:sitory)?|repositorio|codebase|applications?|apps?|aplica\\w*|system|sistema|workspace|software|product|here|aqui|estate|portfolio",
  folder: "folders?|director(?:y|ies)|dirs?|pastas?|diretorios?|tree",
  entrypoint: "entrypoint|entry|main|bootstrap\\w*|begins?|comeca\\w*|inicia\\w*|startup",
  start: "starts?|started|starting|launch\\w*|boot\\w*|start-up",
  run: "runs?|running|ran|execut(?:e|es|ed|ing|ar|am|a|ado|ada|o)|rod[ao]\\w*|corr(?:o|er|em|e)|submit\\w*|schedul\\w*|trigger\\w*|invokes?d?",
  test: "tests?|tested|testing|testes?|testa\\w*|specs?|suite|unit|coverage|cobertura",
  install: "install\\w*|instal\\w*|setup|prerequisites?|pre-requisit\\w*|requirements?",
  build: "build(?:s|ing)?|built|compil\\w*|bundle\\w*|packaged|packaging|transpil\\w*|assembled?|constru\\w*",
  lint: "lint\\w*|format\\w*|style|prettier|typecheck\\w*|type-check\\w*|formata\\w*",
  deploy: "deploy\\w*|releas\\w*|publish\\w*|ship\\w*|implant\\w*|public\\w*",
  contribute: "contribut\\w*|contribu\\w*|patch(?:es)?|guidelines",
  pipeline: "pipelines?|jenkins|gitlab",
  command: "commands?|comandos?|subcommands?|flags?|options?|opcoes|arguments?",
  script: "scripts?|tasks?|targets?",
  dependency: "dependenc\\w*|dependenc?ias?|librar(?:y|ies)|bibliotecas?|packages|third-party|modules used",
  depend: "depend(?:s|ed|ing|ents?)?",
  version: "versions?|versao|versoes",
  runtime: "node(?:\\.?js)?|python|java|go|rust|jdk|runtime|interpreter|engine[s]?|npm|compiler",
  licence: "licence",
  language:
    "cobol|typescript|javascript|golang|assembler|languages?|linguage[mn]s?|written in|tech|stack|technolog\\w*|tecnolog\\w*|frameworks?",
  todo: "todos?:?|fixmes?|hacks?|xxx|pendenc\\w*|unfinished|outstanding",
  comment: "comments?|comentarios?|remarks?",
  author:
    "authors?|autor(?:es)?|contributors?|maintain(?:s|ed|er|ers|ing)?|owners?|wrote|written by|escreveu|mantem|committer|committed|responsavel|blame",
  history: "history|historico|log|commits?|commited|evolution",
  recent: "recent(?:ly)?|last|latest|ultim[oa]s?|newest|recentes?|lately|today|yesterday|week|month|ago",
  often: "often|frequent(?:ly)?|hotspots?|churn|frequencia",
  most: "most|mais|top",
  largest: "biggest|largest|longest|maior(?:es)?|highest|greatest|heaviest|huge|extens[oa]s?|long[oa]",
  event: "event",
  dynamic: "dynamic",
  stepwise: "stepwise",
  exitcode: "exitcode|abends?",
  menu: "menus?",
  choose: "choos\\w*|chose[n]?|pick(?:s|ed)?|offers?|escolh\\w*",
  time: "(?:schedul\\w*|agend\\w*)",
  login: "login|logon|signon|sign-on|signin|autenticacao",
  timeout: "timeouts?",
  io: "inputs?|outputs?|entradas?|saidas?",
  changelog: "changelog",
  uncommitted: "uncommitted|unstaged|staged|modified|dirty|pending|status|untracked",
  branch: "branch(?:es)?|branches|ramo",
  tag: "tags?|releases",
  config: "config\\w*|settings?|settings|parameters?|parametr\\w*|opts",
  envvar: "envvar",
  secret: "secrets?|passwords?|credentials?|tokens?|senhas?",
  docs: "docs?|documentation|document(?:ed|s)?|documenta\\w*|manual|guides?|readme",
  export: "exports?|exported|exporta\\w*|public|api|exposes?|exposed|interface",
  endpoint: "endpoints?|routes?|rotas?|urls?|handlers?|paths",
  define:
    "defin(?:e|es|ed|ing|ition|itions|ido|ida|idos)|declar\\w*|implement(?:s|ed|ation)?|live[s]?|located|created|definid[oa]s?|fica|introduced",
  signature: "signature|parameters|params?|arguments|args|returns?|takes?|accepts?|retorna|assinatura",
  call: "calls?|called|calling|callers?|callees?|chama(?:m|do|da|dos|das|r)?|invok(?:e|es|ed|ing)|performs?|performed|links?|linked|xctls?",
  use: "uses?|used|using|usages?|usad[oa]s?|usam?|utili[sz]\\w*|references?|referenced|referenci\\w*|shar(?:e|es|ed|ing)|consum\\w*|touch(?:es|ed)?|access(?:es|ed)?|acess\\w*",
  readdata: "reads?|reading|le|leem|lido|lida|lidos|ler|fetch|fetche[sd]|quer(?:y|ies)|consult\\w*|selects?|loads?",
  writedata:
    "writes?|wrote|written|writing|grav\\w*|escrev\\w*|updat\\w*|atuali[sz]\\w*|insert\\w*|inser\\w*|modif(?:y|ies)|stores?|stored|persists?|saves?|saved|populat\\w*|produc\\w*|creates?|cria|criam|generat\\w*|maintains?",
  deletedata: "delet\\w*|purg\\w*|eras\\w*|exclu(?!d|si[ov])\\w*|apag\\w*",
  set: "sets?|setting|assign\\w*|fill(?:s|ed)?|preench\\w*|atribui\\w*|initiali[sz]\\w*|comput\\w*|calcul\\w*|derived?",
  import: "import(?:s|ed|ing|a|am|ado)?|requires?|required",
  copy: "cop(?:y|ies|ied|ia|iam)|includes?|included|inclu\\w*",
  send: "sends?|sent|receives?|envia\\w*|recebe\\w*|displays",
  change:
    "chang(?:e|es|ed|ing)|mud(?:ar|a|o|ou)|alter(?:s|ed|ar|o|a|ei|ou|ado|ada)?|modific\\w*|renam\\w*|remov\\w*|widen\\w*|enlarg\\w*|increas\\w*|resiz\\w*|refactor\\w*|edit(?:s|ed|ing)?|extend\\w*|grow[sn]?|expand\\w*|aument\\w*|drop(?:s|ped)?|touched|longer|shorten\\w*",
  happen: "happens?|acontece\\w*",
  effect:
    "breaks?|broken|quebra\\w*|affect(?:s|ed|ing)?|afeta\\w*|impact(?:s|ed|o|os)?|consequenc\\w*|ripple\\w*|recompil\\w*|retest\\w*|blast|else|careful|watch",
  origin: "origin\\w*|lineage|linhagem|trace[sd]?|provenance|source of|filled|flows?",
  leadsto: "leadsto|navigat\\w*|transfers?|next|proxim[oa]",
  before: "before|antes|preced\\w*|predecessor\\w*|prior",
  after: "after|depois|follow\\w*|successor\\w*|subsequent\\w*|apos|then",
  key: "keys?|primary|chaves?",
  order: "order|sequence|ordem|sequencia",
  unused:
    "unused|dead|obsolete|unreachable|unreferenced|orphan\\w*|morto|mort[ao]s?|inutili\\w*|never|nunca|redundant|nobody|nao|not",
  anywhere: "anywhere|somewhere|still|ainda|algum",
  tech: "ims|db2|mq|cics|vsam|dli|sql|rexx|assembler|hlasm",
  missing: "missing|unresolved|faltam?|faltando|faltantes?|absent|undefined|lacking|external",
  complex: "complex\\w*|complicad\\w*|cyclomatic|hardest|difficult|dificil|tangled|messy|worst",
  rule: "rules?|validat\\w*|valida\\w*|formula[s]?|conditions?|polic(?:y|ies)|checks?",
  error:
    "errors?|erros?|exceptions?|excec\\w*|fail(?:s|ed|ure|ures|ing)?|abends?|throws?|thrown|raises?|raised|crash\\w*|codes",
  handle:
    "handle[sd]?|handling|process(?:es|ed|ing)?|process[ao]\\w*|trata\\w*|manage[sd]?|doing|works?|working|worked|funciona\\w*|happening|support\\w*",
  path: "path|way|route from|caminho|reach(?:es|ed)?|gets? to|chega",
  callgraph: "callgraph",
  flowchart: "flowchart|diagrams?|diagrama|draw|desenh\\w*",
  example: "examples?|exemplos?|samples?|demo",
  type: "types?|tipos?|picture|pic|length|comprimento|digits|kind",
  value: "values?|valor(?:es)?",
  have: "have|has|contain|holds?|inside|within|dentro|consist\\w*|comprise\\w*|made",
  function:
    "functions?|fun[cs]oes|funcao|methods?|metodos?|procedures?|routines?|rotinas?|paragraphs?|paragrafos?|sections?|subroutines?|helpers?|hooks?",
  class: "class(?:es)?|interfaces|enums?|structs?|dataclass(?:es)?|schemas?",
  module: "modules?|modulos?|components?|componentes?|packages?|pacotes?",
  file: "files?|arquivos?|ficheiros?|sources?",
  program: "programs?|programas?|load modules?",
  copybook: "copybooks?|members?|books?",
  job: "jobs?|batch|jcl|steps?|procs?|passos?|etapas?",
  screen: "screens?|telas?|maps?|mapas?|mapsets?|bms|pages?",
  transaction: "transactions?|transac\\w*|trans(?:id)?s?|tranids?",
  table: "tables?|tabelas?|segments?|queues?|filas?|db2",
  dataset: "datasets?|dds?",
  field:
    "fields?|campos?|variables?|variave(?:l|is)|columns?|colunas?|records?|registros?|registos?|constants?|propert(?:y|ies)|attributes?",
  crud: "crud|matrix|matriz",
  line: "line|linha",
  parent: "extends|inherits?|subclass(?:es)?|subclasses|superclass|herda\\w*|derives?",
  compare: "compar\\w*|differ\\w*|diferenca\\w*|versus|vs|contrast",
  offline: "offline|internet|network|rede|air-gapped",
  waymark: "waymark",
  session: "sessions?|sess(?:ao|oes)|conversations?|resume",
  permission: "permissions?|permiss\\w*|approv\\w*|allowed|allow|deny|sandbox|trust",
  model: "models?|modelos?|provider[s]?|ollama|openai|anthropic|llm",
  undo: "undo|undone|desfaz\\w*|rewind|rollback|restore",
  hello: "hello|hi|hey|ola|oi|hola|greetings|howdy|yo",
  thanks: "thanks|thx|obrigad[oa]|ty|great|nice|cool|perfect|ok|okay",
  bye: "bye",
  help: "help|ajuda|ajudar|selfhelp",
  selfwho: "selfwho",
  selfhelp: "selfhelp",
  selfchange: "selfchange",
  selfprivate: "selfprivate",
  selfmodel: "selfmodel",
  selfundo: "selfundo",
  riskhere: "riskhere",
  readfirst: "readfirst|newcomer|onboard\\w*|beginner",
};

/** Relations between two things, where it matters who acts. */
export const RELATIONS: ReadonlySet<string> = new Set(
  "call use readdata writedata deletedata set import copy send run change define depend start handle have export path test parent leadsto".split(
    " ",
  ),
);

/** Words without a meaning of their own for what is asked. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "a an the of to in on at by for from with without into onto and or but if is are was were be been being am do did done it its it's he she they them their there these those that than then as so such i we us our me my can could will would shall should may might must need just also any some only own same other another both more less very really actually currently exactly called name named names thing things stuff something anything everything lot get gets got go goes going make makes made want know let put take does doing don't doesn't isn't via per between o a os as um uma uns umas de do da dos das no na nos nas em para por pelo pela pelos pelas com sem e ou mas se eh sao foi ser esta estao estar ele ela eles elas seu sua seus suas me meu minha nosso nossa isso esse essa aquele aquela ao aos que ha ja mais ainda tambem quero posso devo deve preciso faço faco fazer each whole entire given certain specific particular kind sort please out up down over under off again well good best way ways too yet ever already now ones one two too dev step steps eu nos voces que aos pela ser sera seria faz-se somente apenas mim cada todo toda muito bem agora entao corro minimum maximum minimo maximo talk talks speak speaks say says discuss discusses page pages became becomes become until ate".split(
    " ",
  ),
);

/** What something can be said to be: "the job X", "which programs". */
export const KIND_NOUNS: ReadonlySet<string> = new Set(
  "function class module file program copybook job screen transaction table dataset field folder script endpoint command".split(
    " ",
  ),
);
