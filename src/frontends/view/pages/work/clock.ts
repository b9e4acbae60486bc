/** The script of a worker: see `nextLook`. */
const BEAT_MS = 2000;

setInterval(() => postMessage(undefined), BEAT_MS);
