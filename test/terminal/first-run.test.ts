import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ENGLISH_START } from "../../src/frontends/terminal/words/english-start.ts";
import { startOpenAiChat } from "../e2e/provider-servers/openai-chat.ts";
import { makePlace } from "../e2e/run-waymark.ts";
import { Seat } from "./pseudo-terminal.ts";
import { pause } from "./sit-down.ts";

const FILES = { "README.md": "# Ledger\n\nKeeps the balance of every account.\n", "src/a.ts": "export const a = 1;\n" };

/** Nothing listens where local model servers would. */
const NOWHERE = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9/v1",
  LMSTUDIO_BASE_URL: "http://127.0.0.1:9/v1",
  LLAMACPP_BASE_URL: "http://127.0.0.1:9/v1",
};

interface Newcomer {
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly columns?: number;
  /** Where Groq is reached: an address alone is no set-up. */
  readonly groqUrl?: string;
}

function newcomer({ environment = {}, args = [], columns = 80, groqUrl }: Newcomer = {}) {
  const place = makePlace(FILES);
  if (groqUrl !== undefined) {
    mkdirSync(join(place.home, "waymark/config"), { recursive: true });
    const settings = { providers: { groq: { baseUrl: `${groqUrl}/v1` } } };
    writeFileSync(join(place.home, "waymark/config/config.json"), JSON.stringify(settings));
  }
  const sit = () => {
    const seat = new Seat(args, { ...place, columns, rows: 40, environment: { ...NOWHERE, ...environment } });
    onTestFinished(() => seat.close());
    return seat;
  };
  onTestFinished(() => place.remove());
  return { place, sit };
}

test("a question that is pasted in place of a choice is asked", async () => {
  const { sit } = newcomer();
  const seat = sit();
  await seat.until("Which?");
  await pause(300);
  seat.type("what does this project do?\r");
  expect(await seat.until("Keeps the balance of every account")).toContain("› what does this project do?");
});

test("in a narrow window no word of the screen is cut, and a row goes on below what it says", async () => {
  const screen = await newcomer({ columns: 40 }).sit().until("Which?");
  const text = screen.replaceAll(/\s+/g, " ");
  for (const row of ["No language model was found", "log in with an account (StackSpot AI)"])
    expect(text).toContain(row);
  expect(screen).toMatch(/^ {2}k {6}paste a key .*\n {9}\S/m);
});

test("so is a question of one word", async () => {
  const seat = newcomer().sit();
  await seat.until("Which?");
  await pause(300);
  seat.type("hello");
  await seat.until("› hello");
});

test("a key of a provider that is pasted in place of a choice is tried, and never shown", async () => {
  const server = createServer((_, response) => response.writeHead(401).end('{"error":{"message":"wrong key"}}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const seat = newcomer({ groqUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }).sit();
  await seat.until("Which?");
  await pause(300);
  seat.type("gsk_0123456789abcdef\r");
  const text = await seat.until((all) => all.split("Which?").length === 3);
  expect(text).toMatch(/did not accept the key \(401\)/);
  expect(text).not.toContain("0123456789");
});

test("a newcomer gets from `waymark` to an answer with its lines in one keystroke, and is not asked again", async () => {
  const { sit } = newcomer();
  const seat = sit();
  const screen = await seat.until("Which?");
  expect(screen).toMatchSnapshot("first run");
  await pause(300);
  seat.type("\r");
  await seat.until(/README\.md:\d/);
  expect(await seat.until("Keeps the balance of every account")).toContain("what does this project do?");
  seat.type("\x03");
  await pause(200);
  seat.close();
  const again = sit();
  await again.until("offline/guide");
  expect(await again.everything()).not.toContain("Welcome to Waymark. No language model");
});

test("a newcomer whose locale is Portuguese is asked, and asks, in Portuguese", async () => {
  const seat = newcomer({ environment: { LANG: "pt_BR.UTF-8" } }).sit();
  const screen = await seat.until("Qual?");
  expect(screen).toContain("Bem-vindo ao Waymark.");
  expect(screen).toMatch(/Ollama, .* nesta máquina +fora do ar/);
  await pause(300);
  seat.type("\r");
  expect(await seat.until("Keeps the balance of every account")).toContain("o que este projeto faz?");
});

test("CD-61: a key that is refused is told, and the question comes again", async () => {
  const server = createServer((_, response) => response.writeHead(401).end('{"error":{"message":"wrong key"}}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { sit } = newcomer({ groqUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const seat = sit();
  await seat.until("Which?");
  await pause(300);
  seat.type("k");
  await seat.until("Paste the key");
  seat.type("gsk_0123456789abcdef\r");
  const text = await seat.until((all) => all.split("Which?").length === 3);
  expect(text).toMatch(/did not accept the key \(401\)/);
});

test("Ctrl-C at the question leaves, decides nothing, and gives the terminal back", async () => {
  const { place, sit } = newcomer();
  const seat = sit();
  await seat.until("Which?");
  await pause(300);
  seat.type("\x03");
  expect(await seat.ended()).toBe(130);
  expect(existsSync(join(place.home, "waymark/state/first-run"))).toBe(false);
});

test("a model server on this machine, a key, or a named model asks nothing", async () => {
  const server = await startOpenAiChat([{ text: "hi" }]);
  onTestFinished(() => server.close());
  const local = newcomer({ environment: { OLLAMA_BASE_URL: `${server.url}/v1` } });
  const seat = local.sit();
  expect(await seat.until("ollama/chat-model")).not.toContain("Welcome to Waymark. No language model");
  expect(existsSync(join(local.place.home, "waymark/state/first-run"))).toBe(true);
  const keyed = newcomer({ environment: { GROQ_API_KEY: "k" } }).sit();
  expect(await keyed.until("groq/")).not.toContain("Welcome to Waymark. No language model");
  const offline = newcomer({ args: ["--offline"] }).sit();
  expect(await offline.until("offline/guide")).not.toContain("Welcome to Waymark. No language model");
});

test("the guide page shows the screen as it is", () => {
  const page = readFileSync("docs/guide/first-run.md", "utf8");
  const choices = (["offline", "key", "login", "download"] as const).map((way) => ENGLISH_START[`first.${way}`]);
  for (const line of [...choices, ENGLISH_START["first.welcome"], ENGLISH_START["first.which"].trim()])
    expect(page).toContain(line);
});

test("who types on over the question of trust has not answered it, and finds the words in the prompt", async () => {
  const place = makePlace({
    "script.json": JSON.stringify([{ text: "Nothing was asked." }]),
    ".waymark/config.json": JSON.stringify({ permissions: { allow: ["shell(ls)"] } }),
  });
  onTestFinished(() => place.remove());
  const environment = { ...NOWHERE, WAYMARK_SANDBOX: "off" };
  const seat = new Seat(["-m", "scripted/script.json"], { ...place, environment });
  onTestFinished(() => seat.close());
  await seat.until("Let them count in this folder");
  for (const letter of "say hay") {
    seat.type(letter);
    await pause(80);
  }
  await pause(900);
  expect(await seat.screen()).not.toContain("Waymark 0");
  seat.type("y");
  const screen = await seat.until("› say hay");
  expect(screen).toMatch(/\byes\n/);
});
