const PROGRAM = "bwrap";
/** How bubblewrap is started here, as a list of processes shows it: thousands of letters of what is bound and masked follow. */
const SET_UP = `${PROGRAM} --unshare-pid --unshare-ipc `;
const TOLD = Buffer.from(`${PROGRAM} … (the sandbox of this command)`);
const FEED = 10;
const NOTHING = Buffer.alloc(0);

export interface Passing {
  push(bytes: Buffer): void;
  /** Nothing more comes. */
  end(): void;
}

/** Passes on what a command writes, without the sandbox's own set-up in it, however it comes in pieces. */
export function withoutSetUp(take: (bytes: Buffer) => void): Passing {
  let held: Buffer = NOTHING;
  let isInside = false;
  const skip = (bytes: Buffer): Buffer => {
    const end = bytes.indexOf(FEED);
    isInside = end < 0;
    return isInside ? NOTHING : bytes.subarray(end);
  };
  const pass = (bytes: Buffer): Buffer => {
    const begin = bytes.indexOf(SET_UP);
    const whole = begin < 0 ? bytes.length - begunAtEnd(bytes) : begin;
    if (whole > 0) take(bytes.subarray(0, whole));
    isInside = begin >= 0;
    if (isInside) take(TOLD);
    else held = bytes.subarray(whole);
    return isInside ? bytes.subarray(begin + SET_UP.length) : NOTHING;
  };
  return {
    push(bytes) {
      let rest = held.length > 0 ? Buffer.concat([held, bytes]) : bytes;
      held = NOTHING;
      while (rest.length > 0) rest = isInside ? skip(rest) : pass(rest);
    },
    end() {
      if (held.length > 0) take(held);
      held = NOTHING;
    },
  };
}

/** How many bytes at the end may be the beginning of it; what is shorter than the name keeps nobody waiting. */
function begunAtEnd(bytes: Buffer): number {
  for (let length = Math.min(SET_UP.length - 1, bytes.length); length >= PROGRAM.length; length--)
    if (bytes.subarray(-length).equals(Buffer.from(SET_UP.slice(0, length)))) return length;
  return 0;
}
