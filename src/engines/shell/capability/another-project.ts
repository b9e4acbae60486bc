import type { ShellWord } from "../words.ts";

/**
 * Words that choose another project or file of one than that of the folder, where only their place in the line tells: `docker compose -f x up`
 * takes another file, `docker compose logs -f x` follows.
 */
const FORMS: readonly RegExp[] = [
  /^(?:(?:docker|podman|nerdctl) compose|docker-compose)(?: (?:(?:-p|--profile|--project-name|--ansi|--progress|--parallel)[ =]\S+|--?[\w-]+(?:=\S+)?))*? (?:-f|--file|--env-file)/,
  /^(?:docker|podman|nerdctl)(?: (?:image|buildx|builder))? build(?: .*)? (?:-f|--file|--build-context)/,
  /^(?:docker|podman|nerdctl)(?: buildx)? bake(?: .*)? (?:-f|--file)/,
  // A file of this folder has no slash in its name; a folder in the place of a file is another one.
  /^dotnet (?:build|test|publish|restore|pack|clean|msbuild|vstest)(?: .*)? [^\s=]*\/[^\s]*\.(?:\w+proj|slnx?|slnf|dll)(?: |$)/,
  /^dotnet (?:build|test|publish|restore|pack|clean)(?: \.)? (?!-)(?!\.\/?(?: |$))(?!\S+\.(?:\w+proj|slnx?|slnf|dll)(?: |$))\S/,
  /^dotnet run(?: .*)? --?(?:project|file)\b/,
  /^swift \w+(?: .*)? --(?:package-path|config-path)/,
  /^xcodebuild(?: .*)? -(?:project|workspace|xcconfig)/,
  /^composer(?: .*)? (?:-d|--working-dir)/,
  /^deno(?: .*)? (?:-c|--config|--import-map)\b/,
  /^zig build(?: .*)? --build-file/,
  /^cypress(?: .*)? (?:-P|-C|--project|--config-file)/,
  /^(?:tsc|tsgo)(?: .*)? (?:-p|-b|--project|--build) (?!\.\/?(?: |$))\S*\//i,
];

/** @param name  of the program, wherever it lies */
export function choosesAnotherProject(name: string, [, ...words]: readonly ShellWord[]): boolean {
  const line = [name, ...words.map(({ text }) => text)].join(" ");
  return FORMS.some((form) => form.test(line));
}
