import { Command } from "commander";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { defineRunOptions } from "./run-options.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** What can follow a word, for the scripts below. */
interface Words {
  readonly flags: readonly string[];
  readonly commands: readonly { readonly name: string; readonly summary: string; readonly words: readonly string[] }[];
}

/** `waymark completion bash|zsh|fish`: a script for the shell, from the commands themselves. */
export function define(command: Command, context: CommandContext): void {
  command
    .argument("<shell>", SHELLS.join(", "))
    .addHelpText(
      "after",
      '\n  bash   eval "$(waymark completion bash)"\n  zsh    eval "$(waymark completion zsh)"\n  fish   waymark completion fish | source\n',
    )
    .action(async (shell: string) => {
      const words = await allWords(context);
      switch (shell) {
        case "bash":
          return context.out(bash(words));
        case "zsh":
          return context.out(zsh(words));
        case "fish":
          return context.out(fish(words));
        default:
          throw new UserError(phrase`There is no completion for "${shell}"; use ${SHELLS.join(", ")}.`, EXIT.usage);
      }
    });
}

async function allWords(context: CommandContext): Promise<Words> {
  const run = defineRunOptions(new Command());
  const commands: Words["commands"][number][] = [];
  for (const entry of context.commands ?? []) {
    const command = new Command(entry.name);
    (await entry.load()).define(command, context);
    const own = command.commands.length > 0 ? command.commands.map((child) => child.name()) : argumentWords(command);
    commands.push({ name: entry.name, summary: entry.summary, words: [...own, ...longFlags(command)] });
  }
  return { flags: longFlags(run), commands };
}

/** An argument whose description is a list of words takes one of them. */
function argumentWords(command: Command): string[] {
  const listed = command.registeredArguments[0]?.description ?? "";
  return /^[\w-]+(?:, [\w-]+)+$/.test(listed) ? listed.split(", ") : [];
}

function longFlags(command: Command): string[] {
  return command.options.flatMap((option) => (option.hidden ? [] : (option.long ?? [])));
}

function bash({ flags, commands }: Words): string {
  const cases = commands.map(({ name, words }) => `    ${name}) words="${words.join(" ")}" ;;`).join("\n");
  return `# Completion of waymark for bash.
_waymark() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...commands.map(({ name }) => name), ...flags].join(" ")}"
  else
    case "\${COMP_WORDS[1]}" in
${cases}
    *) words="${flags.join(" ")}" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _waymark waymark
`;
}

function zsh({ flags, commands }: Words): string {
  const described = commands.map(
    ({ name, summary }) => `    '${name}:${summary.replaceAll("'", "’").replaceAll(":", " ")}'`,
  );
  const cases = commands.map(({ name, words }) => `    ${name}) compadd -- ${words.join(" ")} ;;`);
  return `#compdef waymark
# Completion of waymark for zsh.
_waymark() {
  local -a commands
  commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    compadd -- ${flags.join(" ")}
    return
  fi
  case "$words[2]" in
${cases.join("\n")}
    *) compadd -- ${flags.join(" ")}; _files ;;
  esac
}
compdef _waymark waymark
`;
}

function fish({ flags, commands }: Words): string {
  const lines = ["# Completion of waymark for fish."];
  for (const { name, summary, words } of commands) {
    lines.push(`complete -c waymark -n __fish_use_subcommand -f -a ${name} -d '${summary.replaceAll("'", "\\'")}'`);
    const own = words.filter((word) => !word.startsWith("--"));
    const long = words.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
    if (own.length > 0)
      lines.push(`complete -c waymark -n '__fish_seen_subcommand_from ${name}' -f -a '${own.join(" ")}'`);
    for (const flag of long) lines.push(`complete -c waymark -n '__fish_seen_subcommand_from ${name}' -l ${flag}`);
  }
  for (const flag of flags) lines.push(`complete -c waymark -n __fish_use_subcommand -l ${flag.slice(2)}`);
  return `${lines.join("\n")}\n`;
}
