/** The script of a worker: see `nextLook` of `work/ticks.ts`. */
const BEAT_MS = 2000;

setInterval(() => postMessage(undefined), BEAT_MS);
