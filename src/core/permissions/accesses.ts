/** What a person may open of what the sandbox closes: the network, or all of it. */
export type SandboxException = "network" | "outside";

/** One thing a call would touch. Paths are as the tool resolves them: relative to the working folder, or absolute. */
export type Access =
  | { readonly kind: "read"; readonly path: string }
  /** `deletes`: what is there goes away, a folder with all that is in it. */
  | { readonly kind: "write"; readonly path: string; readonly deletes?: true }
  | { readonly kind: "run"; readonly command: string; readonly cwd?: string }
  | { readonly kind: "network"; readonly url: string }
  /** A command wants what the sandbox closes; comes beside its `run`. */
  | {
      readonly kind: "escape";
      readonly exception: SandboxException;
      readonly command: string;
      readonly cwd?: string;
    }
  /** Talks to the person: never runs beside another of its kind. */
  | { readonly kind: "ask" };

/** Whether two calls may not run at the same time: a write meets anything on the same path, a command all that is
 * on this machine. */
export function collide(left: readonly Access[], right: readonly Access[]): boolean {
  return left.some((one) => right.some((other) => accessesCollide(one, other)));
}

function accessesCollide(one: Access, other: Access): boolean {
  if (one.kind === "ask" || other.kind === "ask") return one.kind === other.kind;
  if (one.kind === "network" || other.kind === "network") return false;
  if (one.kind === "escape" || other.kind === "escape") return false;
  if (one.kind === "run" || other.kind === "run") return true;
  if (one.kind === "read" && other.kind === "read") return false;
  return overlaps(one.path, other.path);
}

/** A folder overlaps with everything below it. */
function overlaps(left: string, right: string): boolean {
  const one = normalize(left);
  const other = normalize(right);
  return one === other || one === "" || other === "" || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
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
