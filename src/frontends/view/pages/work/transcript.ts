import { html } from "htm/preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { say } from "../say.ts";
import { BLOCK_ENTRIES, type EntryStore } from "./entry-store.ts";
import { EntryView } from "./entry-view.ts";
import { JUMP } from "./keys.ts";

/** Blocks nearer than this to what is seen are drawn. */
const NEAR_PIXELS = 1200;
/** What a block is taken to be high until it was drawn. */
const ENTRY_PIXELS = 64;
/** Whoever is so near to the end goes along with it. */
const END_PIXELS = 120;
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** The entries of a session; only the blocks near to what is seen are drawn, the others keep their place. */
export function Transcript({ store, isLive }: { readonly store: EntryStore; readonly isLive: boolean }): unknown {
  const [, redraw] = useState(0);
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  const heights = useRef(new Map<number, number>()).current;
  /** An entry that stays in sight, however the blocks above it grow, until the person moves. */
  const wanted = useRef<number>(undefined);
  const isAtEnd = useRef(isLive);
  const host = useRef<HTMLElement>(null);

  // Before painting: what comes before it is listened to would not be drawn.
  useLayoutEffect(() => {
    store.onChange = () => redraw((count) => count + 1);
    store.onReveal = (index) => {
      wanted.current = index;
      redraw((count) => count + 1);
    };
    const onScroll = (): void => {
      const { scrollHeight } = document.documentElement;
      isAtEnd.current = scrollHeight - innerHeight - scrollY < END_PIXELS;
    };
    const onJump = (event: Event): void => {
      if ((event as CustomEvent<string>).detail === "last" && store.total > 0) store.reveal(store.total - 1);
    };
    const onMove = (): void => {
      wanted.current = undefined;
    };
    for (const name of MOVES) addEventListener(name, onMove, { passive: true, capture: true });
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener(JUMP, onJump);
    return () => {
      for (const name of MOVES) removeEventListener(name, onMove, { capture: true });
      removeEventListener("scroll", onScroll);
      removeEventListener(JUMP, onJump);
    };
  }, [store]);

  useLayoutEffect(() => {
    const watch = new IntersectionObserver((seen) => setNear((blocks) => nearBlocks(blocks, seen)), {
      rootMargin: `${NEAR_PIXELS}px 0px`,
    });
    for (const block of host.current?.children ?? []) watch.observe(block);
    return () => watch.disconnect();
  }, [store.blockCount]);

  useLayoutEffect(() => {
    for (const block of host.current?.children ?? [])
      if (block.childElementCount > 0) heights.set(Number((block as HTMLElement).dataset["block"]), block.clientHeight);
    const entry = wanted.current === undefined ? null : document.getElementById(`entry-${wanted.current}`);
    if (entry !== null) {
      entry.scrollIntoView({ block: "center" });
      entry.focus({ preventScroll: true });
    } else if (isLive && isAtEnd.current) scrollTo(0, document.documentElement.scrollHeight);
  });

  const blocks = Array.from({ length: store.blockCount }, (_, number) => {
    // What was asked for is drawn wherever it is; what is seen may change before it has come.
    const isWanted = wanted.current !== undefined && Math.floor(wanted.current / BLOCK_ENTRIES) === number;
    const entries = near.has(number) || isWanted ? store.block(number) : undefined;
    const height = heights.get(number) ?? ENTRY_PIXELS * Math.min(BLOCK_ENTRIES, store.total - number * BLOCK_ENTRIES);
    return html`<div key=${number} data-block=${number} style=${entries ? {} : { height: `${height}px` }}>${entries?.map(
      (entry, at) => {
        const index = number * BLOCK_ENTRIES + at;
        return html`<${EntryView} key=${index} entry=${entry} index=${index} onWhole=${() => store.whole(index)} />`;
      },
    )}</div>`;
  });
  return html`<section aria-label=${say`Transcript`} class="transcript" ref=${host}>${blocks}</section>`;
}

function nearBlocks(known: ReadonlySet<number>, seen: readonly IntersectionObserverEntry[]): ReadonlySet<number> {
  const blocks = new Set(known);
  for (const { target, isIntersecting } of seen) {
    const number = Number((target as HTMLElement).dataset["block"]);
    if (isIntersecting) blocks.add(number);
    else blocks.delete(number);
  }
  return blocks;
}
