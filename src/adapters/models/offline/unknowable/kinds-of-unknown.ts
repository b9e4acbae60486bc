/** How a kind of question is told. */
export interface AskedKind {
  /** How a question asks for it, of plain words. */
  readonly asked: RegExp;
  /** What else in the question makes it one that lines can answer. */
  readonly unless?: RegExp;
}

/** A kind of fact that no file of a folder of sources tells. */
export interface UnknownKind extends AskedKind {
  /** Why it is not here. */
  readonly why: string;
  /** Lines that would tell it all the same: where one stands, the question is left to the look-ups. */
  readonly told?: string;
  /** Commits that name the number of the question are shown besides, or the last release. */
  readonly besides?: "commits-of-number" | "last-release";
}

const MEASURES =
  /\b(?:wait|delay|retry|retries|retried|timeouts?|time ?out|expires?|expiry|valid|limit|default|interval|backoff|session|token|cache[ds]?|espera|atraso)\b/;

/** What people did outside of the files, what runs elsewhere, and what is not yet. */
export const UNKNOWN_KINDS: readonly UnknownKind[] = [
  {
    asked:
      /\b(?:who|whom|quem|did (?:someone|anyone|anybody|somebody)|(?:which|what) (?:people|persons?|reviewers?|maintainers?)|how many (?:people|reviewers?)|quantas pessoas) (?:has |have |had |already )?(?:approved?|reviewed?|signed off|accepted|aprov(?:ou|aram)|rev(?:iu|iram|isou))\b|\b(?:was|were|foi) .*\b(?:approved|reviewed|aprovad[oa]|revist[oa])\b.*\b(?:by|por)\b/,
    unless: /\b(?:transactions?|payments?|requests? (?:from|of)|orders?|loans?|field|flag|paragraph|program|screen)\b/,
    why: "git keeps commits and merges, and no approvals or reviews, which only the host of the project has",
    besides: "commits-of-number",
  },
  {
    asked:
      /^\W*(?:how many|quant[oa]s|are there(?: any)?|is there an|list(?: the| all)?|which|what|ha|existem) (?:are the )?(?:open |still open |unresolved |abert[oa]s? )?(?:issues?|bug reports?|pull requests?|prs?|stars?|forks?|watchers|followers|sponsors)(?: (?:are|is|have|has|does|do|ha|tem|still|currently|now|open|abert[oa]s?|on|in|at|there|are there)\b.*)?\W*$/,
    unless: /\b(?:template|label|fixed|closed|changelog|mention|refer\w*|list(?:ed)? in|link)\b/,
    why: "issues, pull requests and stars are kept by the host of the project and not in its files",
  },
  {
    asked:
      /\b(?:did|does|do|is|are|was|has|have|a|o) (?:the )?(?:last |latest |current |most recent )?(?:ci|build|pipeline|workflow|github actions?|checks?|tests?|testes) (?:runs? |jobs? )?(?:currently |now |all |still )?(?:pass(?:ed|ing)?|fail(?:ed|ing)?|green|red|succe\w+|broken|passou|passaram|passam|falh\w+)\b/,
    unless: /\b(?:if|when|unless|se|quando|expected|marked|xfail|how|why)\b/,
    why: "the results of runs are kept where they run; the files only say what is run",
  },
  {
    asked:
      /^\W*(?:(?:and|e) )?(?:roughly |about )?(?:how (?:long|much time) (?:do|does|did|will|would|is)\b.*\b(?:take|run|last|need)s?\b|what is the (?:run ?time|duration)\b|(?:quanto|how much|how many|howmany) (?:tempo|time) (?:demor\w+|lev\w+|dur\w+)\b)/,
    unless: MEASURES,
    why: "how long something runs has to be measured, and no measurement stands in it",
    told: String.raw`\b(?:takes?|took|runs? (?:for|in)|lasts?|within|demora|leva) (?:about |around |roughly |up to |cerca de )?\d+(?:[.,]\d+)? ?(?:ms|milli|sec|min|hours?|segundo|minuto|hora)`,
  },
  {
    asked:
      /^\W*(?:(?:and|e) )?(?:when (?:will|is|are|do|does)|quando (?:sai|sera|saira|vai|vem|e)) .*\b(?:next|upcoming|coming|new|future|proxim[oa]|nov[oa]|\d+(?:\.\d+)*|v\d+)\b.*\b(?:release\w*|versions?|come|out|ship\w*|land\w*|available|versao|lancad[oa]|publicad[oa]|sair)\b|^\W*(?:when|quando) (?:is|e|sai|vem) (?:the |a |o )?(?:next|proxim[oa]) (?:release|version|major|minor|versao)\b/,
    why: "files and commits say what was done, and not when something will be",
    besides: "last-release",
  },
  {
    asked:
      /^\W*(?:which|what|quais|que) (?:companies|organi[sz]ations|teams|customers|people|businesses|empresas|equipas) (?:are |ja )?(?:us(?:e|es|ing)|adopt\w*|depend on|rely on|usam|utilizam)\b|^\W*who (?:else )?(?:uses?|is using) (?:it|this|\w+) in production\b/,
    why: "it names nobody who uses it",
    told: String.raw`^\W*#+ .*\b(?:used by|who(?: else)? uses|users|trusted by|adopters|usado por)\b`,
  },
  {
    asked:
      /^\W*(?:(?:and|e) )?(?:what do|what did|do|does|how (?:happy|satisfied) are|o que|que) (?:\w+ )?(?:people|users?|customers?|clients?|developers?|maintainers?|operators?|the team|pessoas|utilizadores|usuarios|clientes|programadores)(?: \w+)? (?:think|say|feel|like|love|hate|prefer|complain|acham|dizem|pensam|gostam|preferem|with)\b|^\W*(?:o que|que) (?:acham|dizem|pensam) (?:os |as )?(?:utilizadores|usuarios|pessoas|clientes|programadores)\b|\b(?:most|least) popular\b|^\W*(?:in )?(?:whose|your) opinion\b/,
    why: "it holds no opinions of those who use it",
  },
  {
    asked:
      /^\W*(?:(?:and|e) )?(?:how much (?:does|do|would|will|did) .*\bcosts?\b|what (?:does|would|will|do) .*\bcosts?\b|what (?:is|are) the (?:hosting|running|monthly|yearly|licen[cs]e|operating) costs?\b|quanto custa\w*\b|qual e o custo\b)/,
    unless: /\b(?:interest|fee|fees|rate|discount|invoice|charge|(?:the|total|its|each) costs?)\b/,
    why: "it holds no prices or costs",
    told: String.raw`\b(?:pricing|price list|costs? (?:about|around|roughly)?\s*[$€£]|[$€£] ?\d+|\d+ ?(?:USD|EUR|GBP|euros?|dollars?))\b`,
  },
  {
    asked:
      /\b(?:who(?:m)?|quem) (?:do|should|can|must|to|shall|is|are|esta|devo)\b.*\b(?:call|phone|ring|page|contact|notify|alert|on call|on-call|on duty|oncall|de servico|contact[ao]r|avis[ao]r|ligar|telefon\w+)\b|\b(?:on[- ]call|pager|escalation|emergency|support) (?:list|contacts?|number|rota|rotation|phone|person)\b|\ba quem (?:ligo|telefono|aviso|devo)\b|\bphone number of (?:the )?(?:operator|support|on-call|team)\b/,
    unless: /\b(?:field|screen|validat\w*|program|record|column|copybook|map)\b/,
    why: "it names nobody to be called: no list of contacts and no on-call plan is among its files",
    told: String.raw`\b(?:on[- ]call|pager ?duty|escalat\w+|emergency contact|call out list|callout list)\b`,
  },
  {
    asked:
      /\b(?:host ?names?|ip address(?:es)?|address|servers?|machines?|urls?|lpars?|maquinas?|servidor(?:es)?|endereco)\b.*\b(?:production|prod|live|deployed|deploys?|producao)\b|\b(?:production|prod|live|producao)\b.*\b(?:host ?names?|ip address|servers?|machines?|urls?|lpars?|mainframe model|endereco|servidor)\b/,
    unless: /\b(?:how|configur\w*|which (?:file|setting|variable)|typescript|server\.)\b/,
    why: "it holds no configuration of a deployment: no file names a host of production",
    told: String.raw`\b(?:prod|production|live)[-_. ]?(?:host|server|url|address|lpar)\b.*[:=]`,
  },
];

/** What only a running system knows: how much it holds now, what it did today. */
export const OF_NOW: AskedKind = {
  asked:
    /^\W*(?:(?:and|e) )?(?:did|has|have|was|were|is|are|who (?:is|was|ran|logged)|how (?:many|much)|what (?:went|failed|ran)|quant[oa]s|quem|correu|falhou|o que (?:falhou|correu))\b.*\b(?:last night|yesterday|today|tonight|right now|at the moment|this (?:morning|week|month|year)|in production|ontem|hoje|agora mesmo|neste momento|esta noite|em producao)\b/,
  unless:
    /\b(?:commit\w*|change[ds]?|changes|merged?|added|removed|released?|git|branch|history|alter\w*|mud\w*|adicion\w*)\b/,
};
