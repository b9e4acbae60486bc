import { stemOf } from "../bm25/stem.ts";

/** What a line of code does by its form, whatever its words are. */
interface Form {
  /** How words for it begin, as stems. */
  readonly words: RegExp;
  readonly line: RegExp;
}

const FORMS: readonly Form[] = [
  {
    words: /^(?:check|validat|verif|compar|enforc|ensur|test|decid|confer|reject|refus)/,
    line: /^\s*(?:.{6} )?\s*(?:if|elif|else if|evaluate|when|unless|case)\b|\bif ?\(|[=!]==|\bassert|\braise\b|\bthrow\b|\bNOT =/i,
  },
  {
    words: /^(?:fail|stop|miss|error|invalid|abend|crash|break|wrong|except|handl|erro|falh|par|inval)/,
    line: /\bINVALID KEY\b|\bNOT FOUND\b|\bNOTFND\b|\bAT END\b|\bCOND=|\bABEND\b|\bON EXCEPTION\b|\bSQLCODE\b|\bcatch\b|\bexcept\b|\bthrow\b|\braise\b|\breject\(|\bif not\b|\bis None\b|\bif \(!|[!=]==? ?(?:undefined|null)\b|status[^=]*= ?['"]?[1-9]/i,
  },
  {
    words: /^(?:comput|calculat|deriv|sum|calcul)/,
    line: /\b(?:COMPUTE|MULTIPLY|DIVIDE|ADD|SUBTRACT)\b|[\w)\]] [-+*/] [\w(]|[-+*/]= /,
  },
  {
    words: /^(?:sort|order|orden)/,
    line: /\bFIELDS=|\bORDER BY\b|\b(?:A|DE)SCENDING\b|\bsort(?:ed|By)?\(|\bkey=/i,
  },
  {
    words: /^(?:add|stor|sav|writ|updat|gener|creat|insert|fill|grav|atualiz|cri|ger|record)/,
    line: /\b(?:WRITE|REWRITE|INSERT|UPDATE|write\w*|insert|save|update|create\w*)\b\s*[(\w]/,
  },
  {
    words: /^(?:delet|remov|apag|elimin|exclu|eras|purg)/,
    line: /\b(?:DELETE|delete\w*|remove\w*|unlink\w*|rm\w*)\b\s*[(\w]/,
  },
  {
    words: /^(?:print|display|show|render|log|imprim|mostr|exib)/,
    line: /\b(?:DISPLAY|SEND MAP|print\w*|echo|console\.\w+|log(?:ger)?\.\w+)\b/,
  },
  {
    words: /^(?:default|padrao|predefin|omiss|valu|valor|maxim|max$|minim|min$|limit)/,
    line: /\bVALUE\b|\bMOVE\s+['"]?-?\d|(?<![<>=!])[=:]\s*['"`]?-?\d|\bdefaults?\b|\bInfinity\b|\?\? |\|\|= |\bmaximum\b|\bminimum\b|\bat (?:most|least)\b/i,
  },
];

/** The form of a line that says what a word says; undefined where only words do. */
export const formOf = (word: string): RegExp | undefined => FORMS.find(({ words }) => words.test(stemOf(word)))?.line;
