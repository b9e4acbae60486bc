import { keepYoungHeapSmall } from "../adapters/small-heap.ts";

/** What holds for the process of the program, and not for one that an agent was opened in by somebody else. */
export function settleOwnProcess(): void {
  // What hostile commands and files leave behind dies young: with the room that V8 would take, 60 MB of it lie about before it looks.
  keepYoungHeapSmall();
}
