import { pathsNamed, placeOf } from "../places.ts";
import type { CommandPolicyOptions, ReadingWay } from "../policy-types.ts";
import { keptBelow } from "../proof.ts";
import { programName } from "../scan.ts";
import { toldWords } from "../spelled-words.ts";
import type { Unit } from "../walk/unit.ts";

/** Programs that give away, pack, show or copy the folders that their words name, with all that is in them. */
const HANDS_OVER = new Set(
  (
    "docker podman nerdctl buildah docker-compose podman-compose tar bsdtar pax star zip 7z 7za 7zz cpio jar cp gcp rsync scp rclone restic borg aws gsutil az gcloud " +
    "serve http-server live-server caddy darkhttpd miniserve"
  ).split(" "),
);
/** Those that without a folder take the one they stand in, by their program and what is said to it. */
const HANDS_OVER_HERE =
  /^(?:(?:serve|http-server|live-server|caddy|darkhttpd|miniserve)\b|python[\d.]* .*-m ?(?:http\.server|zipfile|tarfile)|php .*-S|(?:npm|pnpm|yarn|bun|cargo) .*\b(?:pack|package|publish)\b)/;
const ALL_BELOW: ReadingWay = {
  ...{ namesOnly: false, below: true, deniedOnly: true, follows: true, hidden: true, glob: false },
  names: [],
  obeys: [],
};

/** What rules keep from being read and a command hands over with a folder around it; a sandbox closes it to what reads it there. */
export function deniedHandedOver(unit: Unit, options: CommandPolicyOptions): string | undefined {
  const { facts, pathRule, isSandboxed = false } = options;
  const [program, ...given] = unit.words;
  if (pathRule === undefined || facts?.readProblem === undefined || isSandboxed || program === undefined)
    return undefined;
  const looked = keptBelow(unit.words, unit.part, options, true);
  if (looked !== undefined) return looked;
  const name = programName(program);
  const isHere = HANDS_OVER_HERE.test([name, ...given.map(({ text }) => text)].join(" "));
  if (!isHere && !HANDS_OVER.has(name)) return undefined;
  const named = given
    .flatMap((word) => toldWords(word, unit, options))
    .flatMap((word) => [word.text, ...word.text.split(/[:=,]/)].map((text) => ({ ...word, text })));
  const folders = new Set(named.flatMap((word) => foldersOf(word, unit, options)));
  if (isHere && folders.size === 0) for (const folder of unit.part.folders) if (folder) folders.add(folder);
  for (const folder of folders) {
    const problem = facts.readProblem(folder, ALL_BELOW);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function foldersOf(word: Unit["words"][number], { part }: Unit, options: CommandPolicyOptions): readonly string[] {
  if (word.text === "" || word.text.startsWith("-")) return [];
  return part.folders.flatMap((folder) => {
    if (!/^(?:inside|root)$/.test(placeOf(word, [folder], options).region)) return [];
    return (pathsNamed(word, folder, options) ?? []).filter((path) => options.facts?.isFolder?.(path));
  });
}
