import type { CommandRequest, Processes } from "../ports/processes.ts";
import type { Access } from "./accesses.ts";

type Asked = Pick<CommandRequest, "command" | "cwd" | "exception">;

/**
 * Processes that start only what a call declared and the policy decided: the very text, in the very folder, and out of
 * the sandbox only where the call declared that too.
 * @param bounds  laid on each of them
 */
export function declaredProcesses(
  processes: Processes,
  accesses: readonly Access[],
  bounds: Pick<CommandRequest, "looksOnly" | "isAgreed" | "opensAsked"> = {},
): Processes {
  function demand(asked: Asked): void {
    const same = accesses.filter(
      (access) =>
        (access.kind === "run" || access.kind === "escape") &&
        access.command === asked.command &&
        (access.cwd ?? ".") === (asked.cwd ?? "."),
    );
    if (!same.some(({ kind }) => kind === "run"))
      throw new Error(`the call did not declare the command ${asked.command}`);
    const { exception } = asked;
    if (exception !== undefined && !same.some((access) => access.kind === "escape" && access.exception === exception))
      throw new Error(`the call did not declare that ${asked.command} needs ${exception}`);
  }
  return {
    ...processes,
    async run(request, signal) {
      demand(request);
      return processes.run({ ...request, ...bounds }, signal);
    },
    async start(request) {
      demand(request);
      return processes.start({ ...request, ...bounds });
    },
  };
}
