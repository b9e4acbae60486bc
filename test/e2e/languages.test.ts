import { expect, onTestFinished, test } from "vitest";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

const IN_PORTUGUESE = { LANG: "pt_BR.UTF-8" };

function openPlace(files: Readonly<Record<string, string>> = {}): Place {
  const place = makePlace(files);
  onTestFinished(() => place.remove());
  return place;
}

test("a person is told in the language of the locale, in the right place of each message", async () => {
  const place = openPlace({ "README.md": "# A thing\n" });
  const told = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runWaymark(args, { ...place, environment: IN_PORTUGUESE });
    return [code, stdout + stderr];
  };
  expect([
    await told("sessions", "list"),
    await told("docter"),
    await told("sessions", "show", "zzz"),
    await told("sessions", "list", "--al"),
    await told("batch", "run", "none.yaml"),
    await told("mcp", "add"),
  ]).toEqual([
    [0, "Nenhuma sessão.\n"],
    [2, 'waymark: Não existe o comando "docter"; você quis dizer `waymark doctor`? Como pedido, dê-o com -p.\n'],
    [42, 'waymark: Não há sessão "zzz"; `waymark sessions list` mostra as desta pasta.\n'],
    [2, "waymark: opção desconhecida '--al'; você quis dizer --all? Veja `waymark sessions list --help`.\n"],
    [42, expect.stringContaining("none.yaml não pode ser lido: não há tal arquivo; confira o caminho.\n")],
    [2, expect.stringMatching(/^waymark: falta name: waymark mcp add .* Veja `waymark mcp add --help`\.\n$/)],
  ]);
});

test("the help speaks it, too", async () => {
  const place = openPlace();
  const { stdout } = await runWaymark(["undo", "--help"], { ...place, environment: IN_PORTUGUESE });
  for (const words of ["Uso: waymark undo", "Opções:", 'quantas chamadas desfazer (padrão: "1")', "esta ajuda"])
    expect(stdout).toContain(words);
  expect(stdout).not.toMatch(/Options|default:|this help/);
});

test("a command of the session speaks it where nobody sits at a terminal; to a program it never changes", async () => {
  const place = openPlace({ "README.md": "# A thing\n" });
  const said = async (...args: readonly string[]) =>
    (await runWaymark(["--offline", ...args], { ...place, environment: IN_PORTUGUESE })).stdout;
  expect(await said("-p", "/help")).toMatch(/^- `\/help` esta lista/);
  expect(await said("-p", "/context")).toContain("| o quê | quantos | tokens | parte |");
  const { result } = JSON.parse(await said("-p", "/context", "-o", "json")) as { readonly result: string };
  expect(result).toContain("| what | how many | tokens | share |");
});

test("the setting decides over the locale, and its variable over both", async () => {
  const place = openPlace();
  await runWaymark(["config", "set", "language", "pt"], place);
  const list = (environment: Readonly<Record<string, string>>) =>
    runWaymark(["sessions", "list"], { ...place, environment }).then(({ stdout }) => stdout);
  expect([await list({}), await list({ WAYMARK_LANGUAGE: "en", LANG: "pt_BR.UTF-8" })]).toEqual([
    "Nenhuma sessão.\n",
    "No sessions.\n",
  ]);
});

test("what programs read is the same in every language", async () => {
  const place = openPlace({ "README.md": "# A thing\n" });
  for (const args of [
    ["doctor", "--json"],
    ["provider", "list", "--json"],
    ["status", "--json"],
    ["-m", "anthropic/x", "provider", "check", "anthropic", "--json"],
    ["-p", "what is this?", "--output-format", "json", "--no-session-persistence", "-m", "nobody/x"],
  ]) {
    const [english, portuguese] = await Promise.all([
      runWaymark(args, place),
      runWaymark(args, { ...place, environment: IN_PORTUGUESE }),
    ]);
    expect([portuguese.code, portuguese.stdout], args.join(" ")).toEqual([english.code, english.stdout]);
  }
});
