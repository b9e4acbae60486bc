const PREFIX = "waymark";

/** Where things of a batch lie on the server: BullMQ's own, and ours beside them. */
export interface BullKeys {
  readonly prefix: string;
  readonly description: string;
  /** A hash: the job of each item. */
  readonly jobs: string;
  /** A sorted set of the items as they were put. */
  readonly order: string;
  readonly sequence: string;
  /** A set of the jobs that are dead, which BullMQ calls failed. */
  readonly dead: string;
  /** A hash: what all attempts came to. */
  readonly spent: string;
  /** A set of the jobs whose last attempt is not yet in `spent`. */
  readonly uncounted: string;
  /** A list of BullMQ's: what is leased. */
  readonly active: string;
  /** A sorted set of BullMQ's: what waits for its time. */
  readonly delayed: string;
  job(jobId: string): string;
  lock(jobId: string): string;
}

export function bullKeys(batch: string): BullKeys {
  const own = (name: string): string => `${PREFIX}:${batch}:own:${name}`;
  const job = (jobId: string): string => `${PREFIX}:${batch}:${jobId}`;
  return {
    prefix: PREFIX,
    description: own("description"),
    jobs: own("jobs"),
    order: own("order"),
    sequence: own("sequence"),
    dead: own("dead"),
    spent: own("spent"),
    uncounted: own("uncounted"),
    active: job("active"),
    delayed: job("delayed"),
    job,
    lock: (jobId) => `${job(jobId)}:lock`,
  };
}

export const BATCHES = `${PREFIX}:batches`;

/**
 * What an attempt leaves behind that comes back, under its lease. KEYS: lock, job, spent. ARGV: token, carried, problem, cost, input,
 * output, replies. Nothing where the lock is another's.
 */
export const NOTE_AGAIN = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
for index, name in ipairs({"carried", "problem"}) do
  if ARGV[index + 1] == "" then redis.call("HDEL", KEYS[2], name) else redis.call("HSET", KEYS[2], name, ARGV[index + 1]) end
end
for index, name in ipairs({"costUsd", "inputTokens", "outputTokens", "replies"}) do
  if tonumber(ARGV[index + 3]) ~= 0 then
    redis.call("HINCRBYFLOAT", KEYS[2], name, ARGV[index + 3])
    redis.call("HINCRBYFLOAT", KEYS[3], name, ARGV[index + 3])
  end
end
redis.call("HDEL", KEYS[2], "stc")
return 1`;

/** What the last attempt comes to, to be counted when its job has ended. KEYS: lock, job, uncounted. ARGV: token, id of the job, cost … */
export const NOTE_END = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
for index, name in ipairs({"costUsd", "inputTokens", "outputTokens", "replies"}) do
  redis.call("HSET", KEYS[2], "last:" .. name, ARGV[index + 2])
end
redis.call("SADD", KEYS[3], ARGV[2])
return 1`;

/** Counts what jobs came to that have ended since, each once, whoever ended them. KEYS: uncounted, spent. ARGV: what stands before an id. */
export const COUNT_ENDS = `
for _, id in ipairs(redis.call("SMEMBERS", KEYS[1])) do
  local job = ARGV[1] .. id
  if redis.call("HEXISTS", job, "finishedOn") == 1 then
    redis.call("SREM", KEYS[1], id)
    for _, name in ipairs({"costUsd", "inputTokens", "outputTokens", "replies"}) do
      local came = redis.call("HGET", job, "last:" .. name)
      if came then
        redis.call("HINCRBYFLOAT", job, name, came)
        redis.call("HINCRBYFLOAT", KEYS[2], name, came)
      end
      redis.call("HDEL", job, "last:" .. name)
    end
  end
end`;

/** KEYS: job, dead. ARGV: the job's id. It starts anew. */
export const FORGET = `
redis.call("HDEL", KEYS[1], "stc", "defa", "carried", "problem")
redis.call("SREM", KEYS[2], ARGV[1])`;

/** Says what a batch is where it still is what was read. KEYS: description. ARGV: what was read, nothing where there was nothing; what is said. */
export const DESCRIBE = `
if (redis.call("GET", KEYS[1]) or "") ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2])
return 1`;
