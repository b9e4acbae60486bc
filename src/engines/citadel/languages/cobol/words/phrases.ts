import { W } from "./words.ts";

/** Verbs that AT END, INVALID KEY, ON EXCEPTION, ON SIZE ERROR … may follow. */
export const PHRASE_VERBS = new Set<number>([
  W.READ,
  W.WRITE,
  W.REWRITE,
  W.DELETE,
  W.START,
  W.RETURN,
  W.CALL,
  W.ADD,
  W.SUBTRACT,
  W.MULTIPLY,
  W.DIVIDE,
  W.COMPUTE,
  W.STRING,
  W.UNSTRING,
  W.ACCEPT,
  W.DISPLAY,
  W.XML,
  W.JSON,
  W.INVOKE,
  W.RECEIVE,
  W.SEND,
]);

/** The verb that each scope terminator ends. */
export const END_OF = new Map<number, number>([
  [W.END_READ, W.READ],
  [W.END_WRITE, W.WRITE],
  [W.END_REWRITE, W.REWRITE],
  [W.END_DELETE, W.DELETE],
  [W.END_START, W.START],
  [W.END_RETURN, W.RETURN],
  [W.END_CALL, W.CALL],
  [W.END_ADD, W.ADD],
  [W.END_SUBTRACT, W.SUBTRACT],
  [W.END_MULTIPLY, W.MULTIPLY],
  [W.END_DIVIDE, W.DIVIDE],
  [W.END_COMPUTE, W.COMPUTE],
  [W.END_STRING, W.STRING],
  [W.END_UNSTRING, W.UNSTRING],
  [W.END_ACCEPT, W.ACCEPT],
  [W.END_DISPLAY, W.DISPLAY],
  [W.END_XML, W.XML],
  [W.END_JSON, W.JSON],
  [W.END_INVOKE, W.INVOKE],
  [W.END_RECEIVE, W.RECEIVE],
  [W.END_SEND, W.SEND],
]);

/** Does END before this word end a program, a function or the declaratives, and is no AT END? */
export const endsMore = (next: number): boolean =>
  next === W.DECLARATIVES || next === W.PROGRAM || next === W.FUNCTION || next === W.METHOD || next === W.CLASS;

/** The words of a phrase in front of its statements: `NOT AT END`, `INVALID KEY`. */
export const PHRASE_WORDS: ReadonlySet<number> = new Set<number>([
  W.NOT,
  W.AT,
  W.ON,
  W.END,
  W.EOP,
  W.END_OF_PAGE,
  W.INVALID,
  W.KEY,
  W.EXCEPTION,
  W.OVERFLOW,
  W.SIZE,
  W.ERROR,
]);
