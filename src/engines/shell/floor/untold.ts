import { type Danger, type DangerContext, firstDanger, worstOf } from "../dangers/danger.ts";
import { assignmentIn, optionValues, scan } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { harm } from "./harm.ts";

/** By such an option nearly every program says which file it writes. */
const LONG_OUTPUT =
  /^--?(?:out(?:put|file|dir|[-_]?\w+)?|dest(?:ination|dir)?|target-dir(?:ectory)?|build-dir|log-?file)$/i;
/** Of these `-o` says something else: how it is shown, a setting, an owner. */
const SHOWS_BY_O =
  /^(?:ssh|scp|sftp|sshfs|mosh|rsync|ps|pgrep|top|ls|lsof|lsblk|df|du|id|grep|egrep|fgrep|rg|ag|ack|find|fd|fdfind|git|set|shopt|bash|sh|zsh|dash|ksh|mount|umount|findmnt|sudo|useradd|usermod|kubectl|oc|helm|az|gh|aws|gcloud|docker|podman|read|compgen|complete|xargs|npm|pnpm|yarn|pip|pip3|python\d?|node|perl|ruby|vim|vi|nvim|install|make|pytest|apt|apt-get|dpkg|journalctl|systemctl|free|strings|nc|jq|yq|hostnamectl|column|unzip|bsdtar)$/;
/** What a program that is in no table says of itself: `hg purge`, `--remove`. */
export const SAYS_LOSES =
  /^-*(?:purge|clean(?:up|se)?|delete|remove|destroy|wipe|erase|prune|unlink|rm|del|format|truncate)(?:-[\w-]+)?$/i;
/** Or that it writes what it is given anew: `--fix`. */
const SAYS_REWRITES = /^--?(?:write|fix|in-?place|overwrite|overwrite[-_]\w+)(?:=true)?$/i;
/** What these remove are packages, containers, keys and records, which have no place in a folder. */
const NAMES_NO_PATHS = new Set(
  (
    "apt apt-get aptitude asdf aws az brew bun bundle cargo composer conda crontab docker docker-compose dnf dotnet fly flyctl gcloud gem gh glab go gpg heroku helm http " +
    "https ip kubectl lxc make mamba mise multipass mysql netlify nmcli npm nuget nvm oc pacman pip pip3 pipx pnpm podman poetry psql pulumi pyenv rbenv redis-cli " +
    "snap flatpak ssh-add systemctl terraform tofu tmux update-alternatives uv vagrant vercel virsh xh yarn yum nerdctl"
  ).split(" "),
);
const DATABASES = /^(?:dropdb|sqlite3?|duckdb)$/;
const DROPS = /\b(?:drop|delete|truncate|alter)\b/i;

/**
 * Of a program of which no table tells what it does to what it names: what it says that it writes, removes or rewrites is to be told by
 * the line. All else that it is given may be anything: most programs read.
 */
export function untoldFloor(name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  return worstOf([
    firstDanger(outputsIn(name, words), (word) => (isLiteral(word) ? undefined : harm("write", word, context))),
    lossOfUntold(name, words, context),
  ]);
}

function outputsIn(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const long = words.flatMap((word, index) => {
    const [option = "", attached] = word.text.split("=", 1).concat(word.text.includes("=") ? ["x"] : []);
    if (!LONG_OUTPUT.test(option)) return [];
    return attached === undefined ? words.slice(index + 1, index + 2) : assignmentIn(word).map(({ value }) => value);
  });
  return SHOWS_BY_O.test(name) ? long : [...long, ...optionValues(words, "-o")];
}

function lossOfUntold(name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const isDropped = name === "dropdb" || (DATABASES.test(name) && words.some(({ text }) => DROPS.test(text)));
  const loses = words.some(({ text }) => SAYS_LOSES.test(text) || SAYS_REWRITES.test(text));
  if (!(loses || isDropped) || NAMES_NO_PATHS.has(name)) return undefined;
  return firstDanger(scan(words).operands.filter(beginsUnknown), (word) => harm("lose", word, context));
}

/** It may be a path from the root on. */
const beginsUnknown = (word: ShellWord): boolean => !isLiteral(word) && /^["']?[$`]/.test(word.text);
