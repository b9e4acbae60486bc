import { HOW } from "../program.ts";
import { W } from "../words/words.ts";

/**
 * What a statement does to an operand, as bits. FLOWS: its value goes to the operands that receive (with READS), or it
 * receives theirs (with WRITES). ONCE: the role holds for one operand, then the one before it is back.
 */
export const ROLE = { READS: 1, WRITES: 2, FLOWS: 4, ONCE: 8 } as const;

const NONE = 0;
const READ = ROLE.READS;
/** Its value is what the receiving operands get. */
const SENT = ROLE.READS | ROLE.FLOWS;
/** Receives the values that are sent. */
const GOT = ROLE.WRITES | ROLE.FLOWS;
/** Set to something that is no operand's value, as a count. */
const SET = ROLE.WRITES;
/** Read and set: a counter, a pointer, a table that is sorted. */
const CHANGED = ROLE.READS | ROLE.WRITES;
/** Changed by the values that are sent. */
const ADJUSTED = ROLE.READS | ROLE.WRITES | ROLE.FLOWS;

const EQUALS_SIGN = -0x3d;

/** How one form of a verb uses its operands: the role of the first ones, and the words that begin another. */
export interface Grammar {
  /** The form is this one when one of these words stands in the statement; every statement when it is absent. */
  readonly when?: readonly number[];
  readonly how: number;
  readonly start: number;
  readonly words: ReadonlyMap<number, number>;
  /** Role after any other reserved word. */
  readonly rest?: number;
  /** An operand before FOR counts, as in INSPECT TALLYING. */
  readonly counts?: boolean;
}

type Word = keyof typeof W;

function grammar(
  how: number,
  start: number,
  words: Partial<Record<Word | "EQUALS_SIGN", number>>,
  more: Pick<Grammar, "when" | "rest" | "counts"> = {},
): Grammar {
  const roles = new Map<number, number>();
  for (const [word, role] of Object.entries(words))
    roles.set(word === "EQUALS_SIGN" ? EQUALS_SIGN : W[word as Word], role);
  return { how, start, words: roles, ...more };
}

const { ONCE } = ROLE;
const giving = { when: [W.GIVING] };
const record: readonly Grammar[] = [
  grammar(HOW.WRITE, GOT, { FROM: SENT, AFTER: READ, BEFORE: READ }, { when: [W.FROM] }),
  grammar(HOW.WRITE, READ, {}),
];
const fill = grammar(HOW.READ, NONE, { INTO: GOT, KEY: READ });
const find = grammar(HOW.TEST, NONE, { KEY: READ });
const sorted = grammar(HOW.TEST, CHANGED, {
  KEY: READ,
  ASCENDING: READ,
  DESCENDING: READ,
  SEQUENCE: NONE,
  USING: NONE,
  GIVING: NONE,
  PROCEDURE: NONE,
});
const called = grammar(HOW.PASS, READ, {
  USING: CHANGED,
  REFERENCE: CHANGED,
  CONTENT: READ,
  VALUE: READ,
  RETURNING: SET,
  GIVING: SET,
});
const document: readonly Grammar[] = [
  grammar(
    HOW.MOVE,
    GOT,
    { FROM: SENT, COUNT: SET | ONCE, WITH: READ, NAME: READ, TYPE: READ, SUPPRESS: READ },
    { when: [W.GENERATE] },
  ),
  grammar(HOW.MOVE, SENT, { INTO: GOT, WITH: READ, NAME: READ, SUPPRESS: READ }),
];
const nothing = [grammar(HOW.TEST, NONE, {})];

/** Operands of a condition, and of every verb that is not in the table. */
const TESTED = [grammar(HOW.TEST, READ, {})];

/**
 * The statements of IBM Enterprise COBOL and GnuCOBOL whose operands are not merely read; of several forms the first
 * that fits. Source: "Enterprise COBOL for z/OS Language Reference", PROCEDURE DIVISION statements.
 */
const GRAMMARS = new Map<number, readonly Grammar[]>([
  [W.MOVE, [grammar(HOW.MOVE, SENT, { TO: GOT })]],
  [
    W.SET,
    [
      grammar(HOW.SET, ADJUSTED, { BY: SENT }, { when: [W.UP, W.DOWN] }),
      // SET A TO TRUE B TO FALSE: what follows a value is a receiver again.
      grammar(HOW.SET, GOT, { TO: SENT | ONCE, TRUE: GOT, FALSE: GOT, ON: GOT, OFF: GOT }),
    ],
  ],
  [W.COMPUTE, [grammar(HOW.COMPUTE, GOT, { EQUAL: SENT, EQUALS_SIGN: SENT })]],
  [W.ADD, [grammar(HOW.COMPUTE, SENT, { GIVING: GOT }, giving), grammar(HOW.COMPUTE, SENT, { TO: ADJUSTED })]],
  [W.SUBTRACT, [grammar(HOW.COMPUTE, SENT, { GIVING: GOT }, giving), grammar(HOW.COMPUTE, SENT, { FROM: ADJUSTED })]],
  [W.MULTIPLY, [grammar(HOW.COMPUTE, SENT, { GIVING: GOT }, giving), grammar(HOW.COMPUTE, SENT, { BY: ADJUSTED })]],
  [
    W.DIVIDE,
    [
      grammar(HOW.COMPUTE, SENT, { GIVING: GOT, REMAINDER: GOT }, giving),
      grammar(HOW.COMPUTE, SENT, { INTO: ADJUSTED }),
    ],
  ],
  [W.STRING, [grammar(HOW.STRING, SENT, { DELIMITED: READ | ONCE, SIZE: SENT, INTO: GOT, POINTER: CHANGED })]],
  [
    W.UNSTRING,
    [
      grammar(HOW.UNSTRING, SENT, {
        DELIMITED: READ,
        INTO: GOT,
        DELIMITER: SET | ONCE,
        COUNT: SET | ONCE,
        POINTER: CHANGED,
        TALLYING: CHANGED,
      }),
    ],
  ],
  [
    W.INSPECT,
    [
      grammar(
        HOW.COMPUTE,
        ADJUSTED,
        {
          TALLYING: CHANGED,
          FOR: READ,
          REPLACING: READ,
          CONVERTING: READ,
          TO: SENT,
          BY: SENT,
          BEFORE: READ,
          AFTER: READ,
        },
        { when: [W.REPLACING, W.CONVERTING], counts: true },
      ),
      grammar(HOW.COMPUTE, READ, { TALLYING: CHANGED, FOR: READ }, { counts: true }),
    ],
  ],
  [W.TRANSFORM, [grammar(HOW.COMPUTE, ADJUSTED, { FROM: READ, TO: SENT })]],
  [W.ACCEPT, [grammar(HOW.SET, SET, {}, { rest: READ })]],
  [W.INITIALIZE, [grammar(HOW.SET, GOT, { REPLACING: READ, BY: SENT })]],
  [W.ALLOCATE, [grammar(HOW.SET, READ, { RETURNING: SET }, { when: [W.CHARACTERS] }), grammar(HOW.SET, SET, {})]],
  [W.FREE, [grammar(HOW.SET, CHANGED, {})]],
  [W.READ, [fill]],
  [W.RETURN, [fill]],
  [W.RECEIVE, [fill]],
  [W.SEND, [grammar(HOW.WRITE, NONE, { FROM: READ, WITH: READ })]],
  [W.WRITE, record],
  [W.REWRITE, record],
  [W.RELEASE, record],
  [W.START, [find]],
  [W.DELETE, [find]],
  [W.OPEN, nothing],
  [W.CLOSE, nothing],
  [W.UNLOCK, nothing],
  [W.SORT, [sorted]],
  [W.MERGE, [sorted]],
  [W.SEARCH, [grammar(HOW.TEST, READ, { VARYING: CHANGED })]],
  [W.PERFORM, [grammar(HOW.TEST, READ, { VARYING: ADJUSTED, AFTER: ADJUSTED, FROM: SENT, BY: READ, UNTIL: READ })]],
  [W.CALL, [called]],
  [W.INVOKE, [called]],
  [W.ENTRY, [called]],
  [W.XML, document],
  [W.JSON, document],
]);

export const grammarsOf = (verb: number): readonly Grammar[] => GRAMMARS.get(verb) ?? TESTED;

/** Constants that stand where an operand could. */
export const FIGURATIVE: ReadonlySet<number> = new Set([
  W.ZERO,
  W.ZEROS,
  W.ZEROES,
  W.SPACE,
  W.SPACES,
  W.LOW_VALUE,
  W.LOW_VALUES,
  W.HIGH_VALUE,
  W.HIGH_VALUES,
  W.QUOTE,
  W.QUOTES,
  W.NULL,
  W.NULLS,
]);
