/** A Windows path judged as a string: where it lies under the root, or why it may mean something else. */
export type WindowsPath =
  | { readonly kind: "inside"; readonly components: readonly string[] }
  | { readonly kind: "refused"; readonly reason: string };

const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)$/i;

/** Decides on a path as Windows would read it. Only a plain relative path, or an absolute one below the root, is
 *  accepted; device, stream, share, namespace and short forms are refused, because they name other things than they say.
 *  @param root  absolute, of either platform's form */
export function windowsPath(path: string, root: string): WindowsPath {
  const refused = (reason: string): WindowsPath => ({ kind: "refused", reason });
  const slashed = path.replaceAll("/", "\\");
  const below = belowRoot(slashed, root.replaceAll("/", "\\").replace(/\\+$/, ""));
  const elsewhere = below === undefined ? ELSEWHERE.find(([form]) => form.test(slashed)) : undefined;
  if (elsewhere) return refused(elsewhere[1]);
  const relative = below ?? slashed;
  const components: string[] = [];
  for (const name of relative.split("\\")) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (components.pop() === undefined) return refused("outside the workspace");
      continue;
    }
    const reason = windowsNameProblem(name);
    if (reason !== undefined) return refused(reason);
    components.push(name);
  }
  return { kind: "inside", components };
}

/** What such a path names instead; the first form that fits. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^\\\\[.?]\\|^\\\?\?\\/, "a device or namespace path"],
  [/^\\\\/, "a network share"],
  [/^\\/, "a path from the root of a drive"],
  [/^[A-Za-z]:/, "a path on a drive"],
];

/** What stands behind the root, however its letters are cased; undefined for a path that is not below it. */
function belowRoot(slashed: string, root: string): string | undefined {
  if (root === "" || slashed.slice(0, root.length).toLowerCase() !== root.toLowerCase()) return undefined;
  if (slashed.length !== root.length && slashed[root.length] !== "\\") return undefined;
  return slashed.slice(root.length + 1);
}

/** Why a single name means something else on Windows than it says, or undefined. */
export function windowsNameProblem(name: string): string | undefined {
  if (/^\.{3,}[. ]*$|^\.+ +$/.test(name)) return "a name of dots and blanks";
  if (name.includes(":")) return "a stream of a file";
  if (isDeviceName(name)) return "a device name";
  if (/^[^.]{1,8}~\d+(?:\.[^.]{0,3})?$/.test(name)) return "a short (8.3) name";
  return undefined;
}

/** `aux`, `NUL.txt`, `com1 .log`: they open a device whatever folder they stand in. */
export const isDeviceName = (name: string): boolean => DEVICE.test((name.split(/[.:]/)[0] ?? "").trimEnd());

/** A path for Windows on another system: it would create an odd name here and mean another place there. */
export function windowsDisguise(path: string, root: string): string | undefined {
  if (/^(?:[A-Za-z]:[\\/]|\\\\|\\\?\?\\)/.test(path)) return "a Windows path";
  if (!path.includes("\\")) return undefined;
  const decision = windowsPath(path, root);
  if (decision.kind === "refused" && /outside|drive|share|device or namespace/.test(decision.reason))
    return `${decision.reason} on Windows`;
  return undefined;
}
