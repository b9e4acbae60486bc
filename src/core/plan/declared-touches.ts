import { type Access, contains } from "../permissions/accesses.ts";
import type { Workspace } from "../ports/workspace.ts";
import { type Tool, ToolFailure } from "../tool.ts";

type Params = Readonly<Record<string, unknown>>;

/** What an agent step says that it may touch, `reads` and `writes`, as accesses; undefined where it says nothing. */
export function declaredTouches({ reads, writes }: Params): readonly Access[] | undefined {
  if (reads === undefined && writes === undefined) return undefined;
  return [
    ...pathsOf(reads).map((path) => ({ kind: "read", path }) as const),
    ...pathsOf(writes).map((path) => ({ kind: "write", path }) as const),
  ];
}

const pathsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((path) => typeof path === "string") : [];

/** What is wrong with such a declaration, one sentence each. */
export function touchesProblems(params: Params): readonly string[] {
  return (["reads", "writes"] as const).flatMap((name) => {
    const value = params[name];
    const isList = Array.isArray(value) && value.every((path) => typeof path === "string" && path.trim() !== "");
    return value === undefined || isList ? [] : [`${name} of an agent step must be a list of paths.`];
  });
}

/** The same tools, each call of which stays within the declaration: what runs beside the step relies on it. */
export function withinTouches(
  tools: ReadonlyMap<string, Tool>,
  touches: readonly Access[] | undefined,
  workspace: Workspace,
): ReadonlyMap<string, Tool> {
  if (touches === undefined) return tools;
  const bound = (tool: Tool): Tool => ({
    ...tool,
    intent(input) {
      const intent = tool.intent(input);
      const outside = intent.accesses.find((access) => !isWithin(access, touches, workspace));
      if (outside) throw new ToolFailure(outsideText(outside, touches));
      return intent;
    },
  });
  return new Map([...tools].map(([name, tool]) => [name, bound(tool)]));
}

/** A command, a sub-agent, or a tool that is another program's, may touch anything, so that none is within; the network and the person are nobody's place. */
function isWithin(access: Access, touches: readonly Access[], { show }: Workspace): boolean {
  if (access.kind === "run" || access.kind === "escape") return false;
  if (access.kind === "foreign" || access.kind === "agent") return false;
  if (access.kind === "network" || access.kind === "ask" || access.kind === "load") return true;
  return touches.some(
    (touch) =>
      (touch.kind === "write" || (touch.kind === "read" && access.kind === "read")) &&
      contains(show(touch.path), show(access.path)),
  );
}

function outsideText(access: Access, touches: readonly Access[]): string {
  const would = "path" in access ? `${access.kind} ${access.path}` : "run a command or another program's tool";
  const list = (kind: "read" | "write"): string =>
    touches.flatMap((touch) => (touch.kind === kind ? [touch.path] : [])).join(", ") || "nothing";
  return `This step declares what it touches, because others run beside it: it reads ${list("read")} and writes ${list("write")}. This call would ${would}; stay within, or say what is missing.`;
}
