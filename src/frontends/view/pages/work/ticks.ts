import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { isExported } from "../request.ts";

const LOOK_MS = 3000;

/** A number that grows every few seconds while the page is seen; never where the page stands alone. */
export function useTicks(ms = LOOK_MS): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (isExported) return;
    const look = (): void => {
      if (document.visibilityState === "visible") setTicks((last) => last + 1);
    };
    const timer = setInterval(look, ms);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [ms]);
  return ticks;
}

/** The same, and slowly on while the page is not seen: for what a person is to be called for. */
export function useSlowTicks(ms: number): number {
  const [ticks, setTicks] = useState(0);
  useLayoutEffect(() => {
    const gone = new AbortController();
    const look = async (): Promise<void> => {
      while (!gone.signal.aborted) {
        await nextLook(ms, gone.signal);
        setTicks((last) => last + 1);
      }
    };
    void look();
    return () => gone.abort();
  }, [ms]);
  return ticks;
}

let clock: Worker | undefined;

/** Beats every few seconds: browsers slow down the clocks of a page that is not seen to one beat a minute, but not those of its workers. */
function slowClock(): Worker {
  clock ??= new Worker("/clock.js");
  return clock;
}

/** Resolves after so long while the page is seen, every few seconds while it is not, and when it is seen again. */
export function nextLook(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let beats: Worker | undefined;
    const timer = setTimeout(() => document.visibilityState === "visible" && look(), ms);
    const look = (): void => {
      clearTimeout(timer);
      beats?.removeEventListener("message", look);
      document.removeEventListener("visibilitychange", onSeen);
      signal.removeEventListener("abort", look);
      resolve();
    };
    const onSeen = (): void => {
      if (document.visibilityState === "visible") return look();
      beats ??= slowClock();
      beats.addEventListener("message", look);
    };
    document.addEventListener("visibilitychange", onSeen);
    signal.addEventListener("abort", look);
    if (document.visibilityState !== "visible") onSeen();
    if (signal.aborted) look();
  });
}
