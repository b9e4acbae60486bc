/** What of a program a question asks for: words that ask it, and statements that tell it. */
export interface Facet {
  readonly id: string;
  readonly asks: RegExp;
  readonly tells: RegExp;
}

/** Kinds of questions about what a program does, each with the statements of COBOL that answer it. */
export const FACETS: readonly Facet[] = [
  {
    id: "check",
    asks: /\b(?:check|valid|verif|edit(?:s|ed)\b|allow|permit|prevent|ensure|guard|protect|mandatory|require|must|plausib|reject|refus|declin|den(?:y|ied)|block|forbid|accept|stop(?:s|ped)? (?:me|you|somebody|someone|a user)|(?:can|could|may) (?:a|an|i|one|you|somebody|someone|he|they)\b)/,
    tells:
      /'Y' +TO +\S*ERR|\bSET +\S*(?:ERR|INVALID|NOT-OK|DECLIN|REJECT)\S* +TO +TRUE|REASON|['"][^'"]*(?:can ?not|must|invalid|empty|not valid|already|required|not found|not numeric|nothing)/i,
  },
  {
    id: "absent",
    asks: /\b(?:(?:not|n't|cannot) (?:\w+ )?(?:exist|found|there|known|on file|in the file)|missing|unknown|no such|nonexist|non-exist|absent|can'?t be found|invalid (?:id|number|key)|without an? (?:account|card|customer|record))/,
    tells:
      /INVALID +KEY|NOTFND|NOT[ -]FOUND|did not|\bNOT +EXIST|'23'|SQLCODE.*100|\+100\b|'GE'|SEGMENT-NOT|UNKNOWN|MISSING/i,
  },
  {
    id: "twice",
    asks: /\b(?:already (?:exists?|there|used|taken|known|registered|in use)|duplicate|twice|same (?:id|number|key|name)|(?<!not )(?<!n't )exists?\b(?! in))/,
    tells: /DUPREC|DUPKEY|'22'|-803\b|already|duplicate|EXIST/i,
  },
  {
    id: "end",
    asks: /\b(?:at the end|end of|last|no more|bottom|top|reach|runs? out|beyond)\b/,
    tells: /AT +END|ENDFILE|\bEOF\b|END-OF|bottom|\btop\b|\blast\b|'10'|NEXT-PAGE|NO[ -]MORE/i,
  },
  {
    id: "empty",
    asks: /\b(?:empty|blank|nothing|left out|leave[sn]?|without (?:typing|entering|giving)|not (?:typed|entered|given|filled))\b/,
    tells: /\bSPACES?\b|LOW-VALUES|\bempty\b/i,
  },
  { id: "key", asks: /\b(?:keys?|press\w*|pf ?\d+|f\d{1,2}|button)\b/, tells: /DFH(?:ENTER|PF\d+|PA\d|CLEAR)|-AID-/i },
  {
    id: "store",
    asks: /\b(?:stor|sav|writ|wrote|kept|keep|record(?:s|ed)\b|insert|put|end up|goes|file|table|database|data ?set|persist)/,
    tells:
      /\b(?:WRITE|REWRITE|INSERT +INTO|UPDATE +[A-Z]|DELETE +FROM|ISRT|REPL)\b|EXEC +CICS +(?:WRITE|REWRITE|DELETE)/i,
  },
  {
    id: "value",
    asks: /\b(?:calculat|comput|formula|round|sum|total|how much|work(?:s|ed) out|determin|generat|assign|get its|come from|comes from|number)/,
    tells: /\b(?:COMPUTE|ADD|SUBTRACT|MULTIPLY|DIVIDE)\b/i,
  },
  {
    id: "message",
    asks: /\b(?:messages?|say|says|said|told|tells?|see|sees|shown|displayed|error|warn)/,
    tells: /['"][^'"]*\p{L}{2,}[ .:!?][^'"]*['"]|SEND +(?:MAP|TEXT)|\bDISPLAY\b/iu,
  },
  {
    id: "limit",
    asks: /\b(?:how many|maximum|max|limit|at most|how long|length|size|digits|range|per page|rows?|lines?|fit)\b/,
    tells: /\b[\w-]*(?:MAX|LIMIT)[\w-]*|\bUNTIL\b.*(?:>|=|GREATER)|\bOCCURS\b|\bVARYING\b/i,
  },
  {
    id: "leave",
    asks: /\b(?:next|go(?:es)? (?:to|back|on)|returns?|leads?|after(?:wards)?|menu|transfer|which (?:program|screen))\b/,
    tells: /\b(?:XCTL|LINK|RETURN +TRANSID|TO-PROGRAM|CALL)\b/i,
  },
  {
    id: "stop",
    asks: /\b(?:abend|abort|fail|crash|goes wrong|return code|exit code|terminate|ends? with|error)/,
    tells: /ABEND|ABORT|RETURN-CODE|STOP +RUN|CEE3ABD|WHEN +OTHER|NOT *= *(?:'00'|DFHRESP|0|ZERO)/i,
  },
  { id: "confirm", asks: /\b(?:confirm|sure|really)/, tells: /CONFIRM|SURE|Y\/N/i },
  {
    id: "together",
    asks: /\b(?:same time|concurren|at once|lock|someone else|somebody else|meanwhile|two (?:people|users|clerks)|overwrit|wins)/,
    tells: /\bUPDATE\b|FOR +UPDATE|CHANGED|LOCK|ENQ\b|TIMESTAMP|OLD-|BEFORE-UPDATE/i,
  },
  {
    id: "undo",
    asks: /\b(?:roll ?back|rolled back|half ?way|undo|undone|back(?:ed)? out|consistent|partial)/,
    tells: /ROLLBACK|SYNCPOINT|ABEND|CHKP|ROLB/i,
  },
  {
    id: "read",
    asks: /\b(?:read|look(?:s|ed)? up|lookup|fetch|where .* from|find|finds|found)\b/,
    tells: /\b(?:READ|READNEXT|SELECT|FETCH|STARTBR|GU|GN|GHU)\b/i,
  },
];

/** Statements that do what a word says. */
export const DOES: readonly (readonly [said: RegExp, does: RegExp])[] = [
  [/^(?:delet|remov|eras|purg|cancel)/, /\bDELETE\b|DLET/i],
  [/^(?:add|creat|insert|regist|new|enter|post)/, /\b(?:WRITE|INSERT)\b|ISRT/i],
  [/^(?:updat|chang|edit|modif|maint|pay|mark)/, /\b(?:REWRITE|UPDATE +[A-Z])\b|REPL\b/i],
  [/^(?:list|brows|search|page)/, /\b(?:READNEXT|FETCH|READPREV)\b/i],
  [/^(?:view|show|display|detail|inquir|enquir|retriev|look)/, /\b(?:READ|SELECT)\b/i],
  [/^(?:print|report|statement|export)/, /\bWRITE\b/i],
  [/^(?:calculat|comput|interest)/, /\bCOMPUTE\b/i],
  [/^sign/, /\b(?:READ|XCTL)\b/i],
];
