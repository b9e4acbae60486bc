import { cited, listedInOrder } from "../answer.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { holderOf, lineAt, type OwnCode, ownCode, quotedByFunction, type Spot, spotsOf } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";

const ASKS =
  /\b(?:interleav\w*|in (?:the right |the same )?order|serializ\w+|serialis\w+|race conditions?|concurren\w+|thread[- ]?safe\w*|at the same time|at once|simultaneous\w*|mutex(?:es)?|locks?|locked|locking|queued?|synchroni[sz]\w+|parallel)\b/;
const OF_DOING =
  /\b(?:writes?|writing|written|messages?|sends?|sent|calls?|requests?|outputs?|locks?|mutex(?:es)?|threads?|tasks?|client|connection|safe|data|state)\b/;
const OF_OTHER =
  /\bhooks? run\b|\btests?\b|\bjson\b.*\bserializ|\bserializ\w+ (?:to|as|into) json|\block ?files?\b|\bpackage-lock\b|\bto json\b/;
/** What lets one at a time. */
const LOCKS =
  /\b(?:(?:anyio|asyncio|threading|trio|multiprocessing)\.)(?:Lock|RLock|Semaphore|BoundedSemaphore|Condition|CapacityLimiter)\(|\bnew (?:Mutex|Semaphore|AsyncLock|PQueue)\(/;
const CHAINS = /((?:this|self)\.#?\w+)\s*=\s*\1\s*(?:$|\.then\(|\.finally\(|\.catch\()/;
const OF_LOCKS = /\b(?:locks?|mutex(?:es)?|thread[- ]?safe\w*|race conditions?)\b/;
const ROWS_MAX = 6;
const BLOCKS_MAX = 5;

/** "Can two writes interleave", "which locks are there": chains of promises and locks, with all that goes through them. */
export const IN_ORDER: Dossier = {
  asks: (said) => ASKS.test(said) && OF_DOING.test(said) && !OF_OTHER.test(said),
  tells: /\b(?:locks?|protect\w*|order|safe|why|how)\b/,
  *answer(said, _own, { folder, before }) {
    const files = yield* ownCode(folder);
    const chains = spotsOf(files, CHAINS);
    const locks = spotsOf(files, LOCKS);
    if (files.length === 0 || (chains.length + locks.length === 0 && !OF_LOCKS.test(said))) return undefined;
    const held = locks.flatMap((spot) => heldBy(spot, files));
    return packageAnswer(before, [
      ...(chains.length === 0
        ? []
        : [
            "What is chained, so that each waits for the one before it:",
            ...quotedByFunction(chains, 3).slice(0, BLOCKS_MAX),
          ]),
      ...(locks.length === 0
        ? []
        : [
            listedInOrder(
              "Locks",
              locks.map((spot) => cited(lineAt(spot))),
              locks.length,
              ROWS_MAX,
            ),
            listedInOrder(
              "What is done under them",
              held.map((spot) => `${cited(lineAt(spot))}  # ${holderOf(spot)}`),
              held.length,
              ROWS_MAX,
            ),
          ]),
      chains.length + locks.length === 0
        ? `No line of the code here makes a lock or a semaphore or chains promises (files looked at: ${files.length}): nothing here keeps two at once apart.`
        : `Looked for: locks, semaphores and promises that are chained, in ${files.length} files.`,
    ]);
  },
};

/** Where a lock is taken. */
function heldBy(spot: Spot, files: readonly OwnCode[]): readonly Spot[] {
  const name = /((?:self|this)\.)?(#?\w+)\s*(?::[^=]+)?=/.exec(lineAt(spot).text)?.[2];
  const taken = new RegExp(`\\bwith\\b.*\\b${name}\\b|\\b${name}\\.(?:acquire|lock|runExclusive|use)\\(`);
  return name === undefined ? [] : spotsOf(files, taken).filter(({ file }) => file === spot.file);
}
