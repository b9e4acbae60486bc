import type { CitedLine } from "../../result-text.ts";
import type { Manifest, Script } from "../manifests.ts";

const ENVIRONMENTS_MAX = 60;

/** The environments of tox, each as the command that runs it. */
export function toxEnvironments(manifests: readonly Manifest[]): readonly Script[] {
  return manifests
    .filter(isToxFile)
    .flatMap(({ path, lines }) => {
      const from = lines.findIndex(({ text }) => /^env_?list\s*=/.test(text));
      if (from < 0) return [];
      const rest = lines.slice(from + 1);
      const end = rest.findIndex(({ text }) => /^\S/.test(text));
      const rows = [lines[from], ...rest.slice(0, end < 0 ? undefined : end)].filter((row) => row !== undefined);
      return rows.flatMap(({ line, text }) =>
        text
          .replace(/^env_?list\s*=|#.*/g, "")
          .split(/[\s,]+(?![^{]*\})/)
          .filter((name) => name !== "")
          .flatMap(spreadOut)
          .map((key): Script => ({ key, value: "an environment of tox", path, line, command: `tox -e ${key}` })),
      );
    })
    .slice(0, ENVIRONMENTS_MAX);
}

/** `py{39,310}-lint` as each of the names that it stands for. */
function spreadOut(name: string): readonly string[] {
  const [, before = "", inside, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  if (inside === undefined) return [name];
  return inside.split(",").flatMap((one) => spreadOut(`${before}${one.trim()}${after}`));
}

const isToxFile = ({ path }: Manifest): boolean => /(?:^|\/)tox\.ini$/.test(path);

/** What tox and nox call by a name of its own, each as the command that runs it and by what the project says that it does. */
export const namedTasks = (manifests: readonly Manifest[]): readonly Script[] => [
  ...manifests.filter(isToxFile).flatMap(toxSections),
  ...manifests.filter(({ path }) => /(?:^|\/)noxfile\.py$/.test(path)).flatMap(noxSessions),
];

function toxSections({ path, lines }: Manifest): readonly Script[] {
  return lines.flatMap(({ line, text }, index): readonly Script[] => {
    const key = /^\[testenv:([\w.-]+)\]/.exec(text)?.[1];
    if (key === undefined) return [];
    const end = lines.findIndex((one, at) => at > index && one.text.startsWith("["));
    const body = lines.slice(index + 1, end < 0 ? undefined : end);
    const [does, description] = [settingOf(body, "commands"), settingOf(body, "description")];
    const value = does && description ? `${does} (${description})` : (does ?? description ?? "it");
    return [{ key, value, path, line, command: `tox -e ${key}` }];
  });
}

/** Behind an equals sign, or on the line below it. */
function settingOf(lines: readonly CitedLine[], key: string): string | undefined {
  const at = lines.findIndex(({ text }) => new RegExp(`^${key}\\s*=`).test(text));
  if (at < 0) return undefined;
  const value = lines[at]?.text.replace(/^[^=]*=\s*/, "") || lines[at + 1]?.text.trim();
  return value === "" ? undefined : value;
}

function noxSessions({ path, lines }: Manifest): readonly Script[] {
  return lines.flatMap(({ text }, index): readonly Script[] => {
    if (!/^@(?:nox\.)?session\b/.test(text)) return [];
    const at = lines.findIndex((one, below) => below > index && /^def \w+/.test(one.text));
    const decorated = lines
      .slice(index, at)
      .map((one) => one.text)
      .join(" ");
    const key = /\bname=["']([^"']+)["']/.exec(decorated)?.[1] ?? /^def (\w+)/.exec(lines[at]?.text ?? "")?.[1];
    if (key === undefined) return [];
    const end = lines.findIndex((one, below) => below > at && /^\S/.test(one.text));
    const body = lines.slice(at + 1, end < 0 ? undefined : end).map((one) => one.text.trim());
    const value =
      body.find((one) => one.startsWith('"""'))?.replace(/"""/g, "") ??
      body.find((one) => one.startsWith("session.run("));
    return [{ key, value: value ?? "it", path, line: lines[at]?.line ?? 0, command: `nox -s ${key}` }];
  });
}
