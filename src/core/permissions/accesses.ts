/** What a person may open of what the sandbox closes: the network, or all of it. */
export type SandboxException = "network" | "outside";

/** One thing a call would touch. Paths are as the tool resolves them: relative to the working folder, or absolute. */
export type Access =
  | { readonly kind: "read"; readonly path: string }
  /** `deletes`: what is there goes away, a folder with all that is in it. `replaces`: a file that is there gets another content, whatever
   *  it has. */
  | { readonly kind: "write"; readonly path: string; readonly deletes?: true; readonly replaces?: true }
  | { readonly kind: "run"; readonly command: string; readonly cwd?: string }
  | { readonly kind: "network"; readonly url: string }
  /** A command wants what the sandbox closes; comes beside its `run`. */
  | {
      readonly kind: "escape";
      readonly exception: SandboxException;
      readonly command: string;
      readonly cwd?: string;
    }
  /** Does what nobody here can see: a tool of a server, or of the program that Waymark is part of. */
  | {
      readonly kind: "foreign";
      /** Its whole name, where the name that it is offered by had to be cut: what forbids or asks may name either. */
      readonly wholeName?: string;
    }
  /** Gives work on to a sub-agent, each call of which is decided by itself. */
  | { readonly kind: "agent"; readonly name: string }
  /** Takes up something that a name stands for, such as a skill; letter case does not matter. */
  | { readonly kind: "load"; readonly name: string }
  /** Talks to the person: never runs beside another of its kind. */
  | { readonly kind: "ask" };

/** Whether two calls may not run at the same time: a write meets anything on the same path, a command and what is
 * foreign all that is on this machine. */
export function collide(left: readonly Access[], right: readonly Access[]): boolean {
  return left.some((one) => right.some((other) => accessesCollide(one, other)));
}

/** The files and folders that a call declares to read or to change. */
export const touchedPaths = (accesses: readonly Access[]): readonly string[] =>
  accesses.flatMap((access) => (access.kind === "read" || access.kind === "write" ? [access.path] : []));

/** Those that it declares to change. */
export const writtenPaths = (accesses: readonly Access[]): readonly string[] =>
  accesses.flatMap((access) => (access.kind === "write" ? [access.path] : []));

/** Whether a call changes something, or may. */
export function touchesWorld(accesses: readonly Access[]): boolean {
  return accesses.some((access) => access.kind === "write" || access.kind === "run" || access.kind === "network");
}

function accessesCollide(one: Access, other: Access): boolean {
  if (one.kind === "ask" || other.kind === "ask") return one.kind === other.kind;
  if (isApart(one) || isApart(other)) return false;
  if (one.kind === "run" || other.kind === "run") return true;
  if (one.kind === "foreign" || other.kind === "foreign") return true;
  if (one.kind === "read" && other.kind === "read") return false;
  return overlaps(one.path, other.path);
}

/** What is nowhere on this machine's disk, or is decided beside the access that is. */
const isApart = (access: Access): access is Extract<Access, { kind: "network" | "agent" | "load" | "escape" }> =>
  access.kind === "network" || access.kind === "agent" || access.kind === "load" || access.kind === "escape";

/** A folder overlaps with everything below it. */
export function overlaps(left: string, right: string): boolean {
  return contains(left, right) || contains(right, left);
}

/** Whether a path is another one or lies below it, by their text alone. */
export function contains(folder: string, path: string): boolean {
  const outer = normalize(folder);
  const inner = normalize(path);
  return inner === outer || outer === "" || inner.startsWith(`${outer}/`);
}

function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}

/** Whether a call wants more of the sandbox than its command has of itself. */
export const leavesSandbox = (accesses: readonly Access[]): boolean => accesses.some(({ kind }) => kind === "escape");
