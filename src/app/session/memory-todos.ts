import type { TodoList } from "../../core/ports/person.ts";
import type { TodoItem } from "../../core/protocol/display.ts";

/** A list of things to do that lasts as long as its session is open. */
export function memoryTodos(): TodoList {
  let items: readonly TodoItem[] = [];
  return {
    read: () => items,
    replace(next) {
      items = next;
    },
  };
}
