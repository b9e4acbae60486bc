/** What the code does in lines of a form, and how it is asked. */
export interface Scan {
  readonly asks: RegExp;
  /** The words of it that ask for this. */
  readonly phrase: RegExp;
  /** Lines that do it, as a search finds them. */
  readonly lines: string;
  /** True: they are marks, often in comments, of what is declared below them. */
  readonly isMark?: boolean;
  readonly title: string;
  readonly none: string;
}

const WHICH = String.raw`^\W*(?:(?:and|so|but) )?(?:which|what|where|list|show|are there|is there|does|do|is|are|how many|can)\b.*`;
const asked = (what: string): Pick<Scan, "asks" | "phrase"> => ({
  asks: new RegExp(`${WHICH}(?:${what})`),
  phrase: new RegExp(what),
});

/** Each is looked for where a question asks for it; the first that fits. */
export const SCANS: readonly Scan[] = [
  {
    ...asked(
      String.raw`\b(?:prints?|logs?|write[sn]?|dumps?) (?:\w+ ){0,4}(?:to|on|in|into) (?:the )?(?:console|stdout|stderr|terminal|screen|logs?)\b|\bconsole output\b|\bwhat (?:is|gets) (?:logged|printed)\b|\bdoes (?:it|the \w+) (?:log|print)\b`,
    ),
    lines: String.raw`\bconsole\.(?:log|error|warn|info|debug|trace)\(|^\s*print\(|\bsys\.std(?:out|err)\.write\(|\bprocess\.std(?:out|err)\.write\(|\b(?:logger|logging|log|LOG|LOGGER|_logger|_LOGGER)\.(?:debug|info|warning|warn|error|exception|critical|fatal|trace)\(|\bfmt\.(?:Fp|P)rint(?:ln|f)?\(|\blog\.(?:Print|Fatal|Panic)\w*\(|System\.(?:out|err)\.print`,
    title: "Statements that print or log",
    none: "No line of the code here prints or logs.",
  },
  {
    ...asked(String.raw`\b(?:experimental|unstable|deprecated|obsolete|not (?:yet )?stable|beta|preview)\b`),
    lines: String.raw`@(?:experimental|deprecated|alpha|beta|unstable)\b|DeprecationWarning|FutureWarning|\.\. deprecated::|@Deprecated\b|#\[deprecated|// Deprecated:|\bDeprecated:|^\W*(?:UNSTABLE|EXPERIMENTAL|DEPRECATED)\b|^\s*(?:async |public |def |function )*(?:unstable|experimental)_\w+\??[(:]`,
    isMark: true,
    title: "What the code marks so",
    none: "No line of the code here marks anything as experimental, unstable or deprecated.",
  },
  {
    ...asked(
      String.raw`\b(?:network|http|outgoing|remote|internet|web) (?:requests?|calls?|access|connections?)\b|\bphones? home\b|\btelemetry\b|\bcalls? out\b|\b(?:urls?|hosts?|endpoints?) (?:does|do|are|is) .*\b(?:call|contact|talk|connect|request|hit|use)`,
    ),
    lines: String.raw`\bfetch\(|\baxios\b.*\(|\bhttps?\.(?:get|request)\(|\brequests\.(?:get|post|put|delete|patch|head|request|Session)\(|\burlopen\(|\burllib\.request\b|\bhttpx\.\w+\(|\baiohttp\.ClientSession\(|\bhttp\.(?:Get|Post|NewRequest|DefaultClient)\b|\bHttpClient\b|\bnew WebSocket\(|\bURL\(["'\x60]https?:|=\s*["'\x60]https?://`,
    title: "Lines that open connections or name an address",
    none: "No line of the code here opens a connection by a name that is known.",
  },
  {
    ...asked(
      String.raw`\b(?:eval|exec|pickle|unsafe|dynamic code|deseriali[sz]\w+|yaml\.load|innerhtml)\b(?! (?:run|time|order))`,
    ),
    lines: String.raw`(?<![.\w])eval\(|\bnew Function\(|(?<![.\w])exec\(|\bpickle\.loads?\(|\bmarshal\.loads?\(|\byaml\.load\(|\binnerHTML\b|dangerouslySetInnerHTML|\bvm\.run\w*\(|\bunsafe\b|ObjectInputStream\b`,
    title: "Lines that run or load what they are given",
    none: "No line of the code here runs text as code or loads objects from bytes: no eval, no pickle, no innerHTML.",
  },
];
