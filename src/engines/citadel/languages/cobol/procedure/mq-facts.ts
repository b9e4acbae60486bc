import type { Place } from "../../../model.ts";
import type { Values } from "../data/values.ts";
import { type FactsBuilder, unitKey } from "../facts-builder.ts";
import type { Program, ProgramCall } from "../program.ts";
import { literalValue, T } from "../words/tokens.ts";
import { W } from "../words/words.ts";
import { itemPlaces } from "./argument-places.ts";

/** Arguments by their place in the calls of the message queue interface: connection, object, message descriptor, options, length, buffer. */
const OBJECT = 1;
const HANDLE_OF_OPEN = 3;
const BUFFER = 5;
/** The field of the object descriptor (copybook CMQODV) that names the queue; a prefix may be replaced. */
const OBJECT_NAME = /(?:^|-)OBJECTNAME$/;
const OPTION = /^MQOO-(INPUT|BROWSE|OUTPUT)/;
const OPERANDS_MAX = 12;

interface QueueName {
  readonly value: string;
  readonly via: readonly Place[] | undefined;
}

interface Queue {
  readonly call: ProgramCall;
  /** What it may be called; `variable` where no constant reaches it. */
  readonly names: readonly QueueName[];
  readonly variable: string;
}

interface Opened extends Queue {
  readonly handles: ReadonlySet<string>;
  readonly isRead: boolean;
  readonly isWritten: boolean;
}

/**
 * Queues by the calls of IBM MQ: MQOPEN and MQPUT1 name theirs by the object descriptor, to which it was moved; MQGET and MQPUT
 * by the handle of an MQOPEN, also where it was kept in another item meanwhile.
 * @param rowsOf  rows of the arguments of a call
 */
export function mqFacts(
  builder: FactsBuilder,
  program: Program,
  {
    programKey,
    values,
    rowsOf,
  }: { programKey: string; values: Values; rowsOf: (call: ProgramCall) => readonly number[] },
): void {
  const calls = program.calls.filter(
    ({ verb, target }) => verb === "CALL" && builder.buffer.kind[target] === T.LITERAL,
  );
  const named = (name: string): ProgramCall[] =>
    calls.filter(({ target }) => literalValue(builder.buffer.text(target)).trim().toUpperCase() === name);
  const reader = new QueueReader(builder, program, values);
  const facts = { builder, program, programKey, rowsOf };
  for (const call of named("MQPUT1")) tell(facts, "MQPUT1", reader.queue(call, rowsOf(call)), call);
  const opened = named("MQOPEN").map((call) => reader.open(call, rowsOf(call)));
  for (const queue of opened) tell(facts, "MQOPEN", queue, queue.call);
  for (const command of ["MQGET", "MQPUT"] as const)
    for (const call of named(command)) {
      const handle = reader.handle(call, rowsOf(call)[OBJECT]);
      const able = opened.filter((queue) => queue.handles.has(handle));
      const fit = able.filter(({ isRead, isWritten }) => (command === "MQGET" ? isRead : isWritten));
      for (const queue of fit.length > 0 ? fit : able) tell(facts, command, queue, call);
    }
}

interface Facts {
  readonly builder: FactsBuilder;
  readonly program: Program;
  readonly programKey: string;
  readonly rowsOf: (call: ProgramCall) => readonly number[];
}

const EDGES = { MQOPEN: "opens", MQPUT1: "writes", MQPUT: "writes", MQGET: "reads" } as const;

function tell(
  { builder, program, programKey, rowsOf }: Facts,
  command: keyof typeof EDGES,
  { names, variable }: Queue,
  call: ProgramCall,
): void {
  const from = unitKey(program, call.unit, programKey);
  const buffer = command === "MQOPEN" ? undefined : rowsOf(call)[BUFFER];
  const area = buffer === undefined ? undefined : itemPlaces(builder, program, [buffer])[0];
  const detail = { exec: "MQ", command, ...(area && { area }) };
  const at = { row: call.row, targets: ["dataset"] as const };
  for (const { value, via } of names)
    builder.reference(EDGES[command], from, value, at, {
      resolved: via ? "propagated" : undefined,
      via,
      detail: { ...detail, ...(via && { variable }), ...(names.length > 1 && { possible: true }) },
    });
  if (names.length === 0 && variable !== "")
    builder.reference(EDGES[command], from, variable, at, {
      resolved: "unresolved",
      reason: `no constant reaches ${variable} in this program`,
      detail: { ...detail, variable },
    });
}

/** Reads what stands around a call: the name moved to the descriptor, the options, the item that keeps the handle. */
class QueueReader {
  private readonly builder: FactsBuilder;
  private readonly program: Program;
  private readonly values: Values;

  constructor(builder: FactsBuilder, program: Program, values: Values) {
    this.builder = builder;
    this.program = program;
    this.values = values;
  }

  queue(call: ProgramCall, rows: readonly number[]): Queue {
    const found = this.nameMove(call, this.text(rows[OBJECT]));
    if (found === undefined) return { call, names: [], variable: this.text(rows[OBJECT]) };
    const { buffer } = this.builder;
    if (buffer.kind[found] === T.LITERAL)
      return { call, names: [{ value: literalValue(buffer.text(found)).trim(), via: undefined }], variable: "" };
    const item = this.values.itemAt(found);
    const names = item < 0 ? [] : this.values.at(item, call.unit, call.row);
    return { call, names: names.filter(({ value }) => value.trim() !== ""), variable: buffer.text(found) };
  }

  open(call: ProgramCall, rows: readonly number[]): Opened {
    const handle = this.text(rows[HANDLE_OF_OPEN]);
    const [from, to] = this.unit(call);
    const kept: string[] = [];
    for (let row = call.row; row < to; row += 1) {
      if (this.startsOpen(row) && row > call.target) break;
      if (this.isMoveOf(row, handle)) kept.push(...this.receivers(row + 2));
    }
    const options = new Set<string>();
    for (let row = call.row; row >= from && !(row < call.row && this.startsOpen(row)); row -= 1)
      options.add(OPTION.exec(this.builder.buffer.spelled(row))?.[1] ?? "");
    return {
      ...this.queue(call, rows),
      handles: new Set([handle, ...kept]),
      isRead: options.has("INPUT") || options.has("BROWSE"),
      isWritten: options.has("OUTPUT"),
    };
  }

  /** The name of the item whose handle a call uses: what was moved to its argument before, in its unit. */
  handle(call: ProgramCall, row: number | undefined): string {
    const name = this.text(row);
    const [from] = this.unit(call);
    const { buffer } = this.builder;
    for (let at = call.row; at > from; at -= 1)
      if (buffer.word[at] === W.TO && buffer.spelled(at + 1) === name) return this.text(this.moved(at)) || name;
    return name;
  }

  /** The row of what was last moved to the descriptor's name before the call, in its unit, else anywhere. */
  private nameMove(call: ProgramCall, descriptor: string): number | undefined {
    const [from] = this.unit(call);
    const start = Math.max(0, this.program.procedureRow);
    return this.lastMove(from, call.row, descriptor) ?? this.lastMove(start, this.program.endRow, descriptor);
  }

  private lastMove(from: number, to: number, descriptor: string): number | undefined {
    const { buffer } = this.builder;
    for (let row = to; row > from; row -= 1) {
      if (buffer.word[row] !== W.TO || !OBJECT_NAME.test(buffer.spelled(row + 1))) continue;
      const isQualified = buffer.word[row + 2] === W.OF || buffer.word[row + 2] === W.IN;
      if (!isQualified || buffer.spelled(row + 3) === descriptor) return this.moved(row);
    }
    return undefined;
  }

  /** The row of what a MOVE with this TO moves. */
  private moved(to: number): number | undefined {
    const { buffer } = this.builder;
    for (let row = to - 1; row > to - OPERANDS_MAX && row >= 0; row -= 1)
      if (buffer.word[row] === W.MOVE) return row + 1;
    return undefined;
  }

  private isMoveOf(row: number, name: string): boolean {
    const { buffer } = this.builder;
    return buffer.word[row] === W.MOVE && buffer.spelled(row + 1) === name && buffer.word[row + 2] === W.TO;
  }

  /** Names after a TO, on to the next reserved word. */
  private receivers(to: number): string[] {
    const { buffer } = this.builder;
    const names: string[] = [];
    for (let row = to + 1; row <= to + OPERANDS_MAX && this.values.itemAt(row) >= 0; row += 1)
      names.push(buffer.spelled(row));
    return names;
  }

  private startsOpen(row: number): boolean {
    const { buffer } = this.builder;
    return buffer.kind[row] === T.LITERAL && /^["']MQOPEN["']$/i.test(buffer.text(row));
  }

  private unit({ unit }: ProgramCall): readonly [from: number, to: number] {
    const found = this.program.units[unit];
    return found ? [found.firstRow, found.endRow] : [Math.max(0, this.program.procedureRow), this.program.endRow];
  }

  private text(row: number | undefined): string {
    return row === undefined ? "" : this.builder.buffer.spelled(row);
  }
}
