import { useEffect, useState } from "preact/hooks";
import { isExported } from "../request.ts";

const LOOK_MS = 3000;

/** A number that grows every few seconds while the page is seen; never where the page stands alone. */
export function useTicks(ms = LOOK_MS): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (isExported) return;
    const timer = setInterval(() => document.visibilityState === "visible" && setTicks((last) => last + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return ticks;
}
