import { randomUUID } from "node:crypto";
import {
  ITEM_STATES,
  type ItemState,
  type Json,
  type Lease,
  type LeaseTerms,
  type Queue,
  type QueueCounts,
  type QueueEntry,
  type Settlement,
  type Spent,
} from "../../../core/ports/queue.ts";
import { hasEnded, parseIdentity, thisProcess } from "../../process-identity.ts";
import { openQueueDatabase, type QueueDatabase } from "./queue-database.ts";

const PAGE_ENTRIES = 500;
/** What waits longer was written before the machine was started anew, when its time began at nought. */
const WAIT_MS_MAX = 3_600_000;

interface Row extends Spent {
  readonly seq: number;
  readonly id: string;
  readonly key: string;
  readonly payload: string;
  readonly state: ItemState;
  readonly token: string | null;
  readonly carried: string | null;
  readonly result: string | null;
  readonly problem: string | null;
  readonly leases: number;
}

/** A queue in one file, for the processes of one machine. @throws {QueueFault} */
export async function openSqliteQueue(file: string, terms: LeaseTerms): Promise<Queue> {
  const opened = await openQueueDatabase(file);
  try {
    return opened.guarded(() => queueOn(opened, terms));
  } catch (error) {
    opened.database.close();
    throw error;
  }
}

function queueOn(opened: QueueDatabase, terms: LeaseTerms): Queue {
  const { database, guarded, transaction } = opened;
  const described = (): Json | undefined =>
    parsed(database.prepare("SELECT description FROM batch").get()?.["description"]);
  return {
    description: async () => guarded(described),
    describe: async (change) =>
      transaction(() => {
        const description = change(described());
        database.prepare("UPDATE batch SET description = ?").run(JSON.stringify(description));
        return description;
      }),
    put: putter(opened),
    lease: leaser(opened, terms),
    heartbeat: async (lease) => {
      const renewed = guarded(() =>
        database
          .prepare("UPDATE items SET due = ? WHERE id = ? AND token = ?")
          .run(machineMs() + terms.leaseMs, lease.id, lease.token),
      );
      return renewed.changes > 0;
    },
    settle: settler(opened),
    counts: async () => guarded(() => counted(opened)),
    begun: async (count) =>
      guarded(() =>
        database
          .prepare("SELECT id FROM items WHERE state = 'leased' OR (state = 'queued' AND due > 0) LIMIT ?")
          .all(count)
          .map(({ id }) => String(id)),
      ),
    entries: (states = ITEM_STATES) => pages(opened, states),
    retry: async (states) =>
      Number(
        guarded(() =>
          database
            .prepare(
              `UPDATE items SET state = 'queued', due = 0, lost = 0, carried = NULL, problem = NULL WHERE state IN (${marks(states)})`,
            )
            .run(...states),
        ).changes,
      ),
    cancel: async () =>
      Number(guarded(() => database.prepare("DELETE FROM items WHERE state IN ('queued', 'leased')").run()).changes),
    close: async () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Since the machine was started: the same for all its processes, and nobody can set it. */
const machineMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

const parsed = (text: unknown): Json | undefined => (typeof text === "string" ? (JSON.parse(text) as Json) : undefined);
const marks = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

function putter({ database, transaction }: QueueDatabase): Queue["put"] {
  const find = database.prepare("SELECT key FROM items WHERE id = ?");
  const remove = database.prepare("DELETE FROM items WHERE id = ?");
  const add = database.prepare("INSERT INTO items (id, key, payload) VALUES (?, ?, ?)");
  return async (items) =>
    transaction(() => {
      let added = 0;
      let replaced = 0;
      for (const { id, key, payload } of items) {
        const found = find.get(id);
        if (found?.["key"] === key) continue;
        if (found) {
          remove.run(id);
          replaced++;
        } else added++;
        add.run(id, key, JSON.stringify(payload));
      }
      return { added, replaced };
    });
}

/**
 * Of so many leases one is for what waited for another attempt: all of them after the others would make the end long, and all of them before
 * would spend every attempt while a service is down.
 */
const TURNS = 4;

/** How often it is looked whether those who hold leases are alive. */
const LOOK_MS = 500;

function leaser({ database, transaction }: QueueDatabase, { leaseMs, lostLeasesMax }: LeaseTerms): Queue["lease"] {
  const lose = (which: string) =>
    database.prepare(`
    UPDATE items SET lost = lost + 1, token = NULL, due = 0,
      state = CASE WHEN lost + 1 >= :lostLeasesMax THEN 'dead' ELSE 'queued' END,
      problem = 'whoever worked on it was not heard of again, ' || (lost + 1) || CASE lost WHEN 0 THEN ' time' ELSE ' times' END
    WHERE state = 'leased' AND ${which}`);
  const loseOld = lose("(due <= :now OR due > :now + :leaseMs)");
  const loseHeld = lose("holder = :holder");
  const holders = database.prepare("SELECT DISTINCT holder FROM items WHERE state = 'leased'");
  const endWaits = database.prepare("UPDATE items SET due = 0 WHERE state = 'queued' AND due > ?");
  const found = (which: string, order: string) =>
    database.prepare(
      `SELECT seq, id, key, payload, carried FROM items
      WHERE state = 'queued' AND ${which} AND (lost >= :lostLeasesMax - 1) = :alone ORDER BY ${order} LIMIT :count`,
    );
  const findNew = found("due = 0", "seq");
  const findDue = found("due > 0 AND due <= :now", "due, seq");
  let turn = 0;
  const find = (now: number, count: number, alone: 0 | 1) => {
    const terms = { lostLeasesMax, alone };
    let turns = 0;
    for (let taken = 0; taken < count; taken++) if (turn++ % TURNS === 0) turns++;
    const due = turns === 0 ? [] : findDue.all({ ...terms, now, count: turns });
    const fresh = due.length < count ? findNew.all({ ...terms, count: count - due.length }) : [];
    const isShort = due.length + fresh.length < count;
    return [...(isShort ? findDue.all({ ...terms, now, count: count - fresh.length }) : due), ...fresh];
  };
  const held = database.prepare(
    "SELECT count(*) AS count, max(lost) AS lost FROM items WHERE state = 'leased' AND holder = ?",
  );
  const take = database.prepare(
    "UPDATE items SET state = 'leased', due = ?, token = ?, holder = ?, leases = leases + 1 WHERE seq = ?",
  );
  const self = JSON.stringify(thisProcess());
  let lookedMs = Number.NEGATIVE_INFINITY;
  const release = (now: number): void => {
    if (now - lookedMs < LOOK_MS) return;
    lookedMs = now;
    loseOld.run({ now, leaseMs, lostLeasesMax });
    endWaits.run(now + WAIT_MS_MAX);
    for (const { holder } of holders.all())
      if (typeof holder === "string" && holder !== self && isGone(holder)) loseHeld.run({ holder, lostLeasesMax });
  };
  return async (count) => {
    if (count <= 0) return [];
    return transaction(() => {
      const now = machineMs();
      release(now);
      const own = held.get(self);
      if (Number(own?.["lost"] ?? 0) >= lostLeasesMax - 1) return [];
      let rows = find(now, count, 0);
      if (rows.length === 0 && own?.["count"] === 0) rows = find(now, 1, 1);
      return (rows as unknown as Row[]).map(({ seq, id, key, payload, carried }): Lease => {
        const token = randomUUID();
        take.run(now + leaseMs, token, self, seq);
        const lease = { id, key, payload: JSON.parse(payload) as Json, token };
        return carried === null ? lease : { ...lease, carried: JSON.parse(carried) as Json };
      });
    });
  };
}

/** A process of this machine, since it was started, that has ended: its leases need not run out. */
function isGone(holder: string): boolean {
  const identity = parseIdentity(holder);
  return identity !== undefined && hasEnded(identity);
}

const SPEND = `costUsd = costUsd + :costUsd, inputTokens = inputTokens + :inputTokens,
  outputTokens = outputTokens + :outputTokens, replies = replies + :replies`;

function settler({ database, transaction }: QueueDatabase): Queue["settle"] {
  const end = database.prepare(`
    UPDATE items SET state = :state, due = :due, token = NULL, lost = 0, result = :result, problem = :problem, carried = :carried, ${SPEND}
    WHERE id = :id AND token = :token`);
  const spend = database.prepare(`UPDATE batch SET ${SPEND}`);
  return async ({ id, token }, settlement) =>
    transaction(() => {
      const { costUsd, inputTokens, outputTokens, replies } = settlement.spent;
      const spent = { costUsd, inputTokens, outputTokens, replies };
      if (end.run({ id, token, ...endOf(settlement), ...spent }).changes === 0) return false;
      spend.run(spent);
      return true;
    });
}

function endOf(settlement: Settlement) {
  const nothing = { due: 0, result: null, problem: null, carried: null };
  switch (settlement.kind) {
    case "done":
      return { ...nothing, state: "done", result: JSON.stringify(settlement.result) };
    case "failed":
      return { ...nothing, state: "failed", problem: settlement.problem };
    case "again": {
      const due = machineMs() + Math.min(settlement.inMs, WAIT_MS_MAX);
      const carried = settlement.carried === undefined ? null : JSON.stringify(settlement.carried);
      return { ...nothing, state: "queued", due, problem: settlement.problem, carried };
    }
  }
}

function counted({ database }: QueueDatabase): QueueCounts {
  const states = { queued: 0, leased: 0, done: 0, failed: 0, dead: 0 };
  for (const row of database.prepare("SELECT state, count(*) AS count FROM items GROUP BY state").all())
    states[row["state"] as ItemState] = Number(row["count"]);
  const { costUsd, inputTokens, outputTokens, replies } = database
    .prepare("SELECT * FROM batch")
    .get() as unknown as Spent;
  return { states, spent: { costUsd, inputTokens, outputTokens, replies } };
}

async function* pages({ database, guarded }: QueueDatabase, states: readonly ItemState[]): AsyncGenerator<QueueEntry> {
  const page = guarded(() =>
    database.prepare(
      `SELECT * FROM items WHERE seq > ? AND state IN (${marks(states)}) ORDER BY seq LIMIT ${PAGE_ENTRIES}`,
    ),
  );
  let last = 0;
  for (;;) {
    const rows = guarded(() => page.all(last, ...states)) as unknown as Row[];
    for (const row of rows) {
      last = row.seq;
      yield entryOf(row);
    }
    if (rows.length < PAGE_ENTRIES) return;
  }
}

function entryOf(row: Row): QueueEntry {
  const { id, key, payload, state, leases, costUsd, inputTokens, outputTokens, replies } = row;
  return {
    id,
    key,
    payload: JSON.parse(payload) as Json,
    state,
    leases,
    spent: { costUsd, inputTokens, outputTokens, replies },
    ...(row.result === null ? {} : { result: JSON.parse(row.result) as Json }),
    ...(row.problem === null ? {} : { problem: row.problem }),
  };
}
