import { expect, test } from "vitest";
import { ATTACKS, soakNames, soakSession } from "../soak.ts";

const RSS_MB_MAX = 300;
/** Beside others that want the processor what was read is given back late, and a thread that is too large is ended late. */
const BUSY_RSS_MB_MAX = 400;

/** What each attack must come to; the figures of time are those of `npm run bench -- soak`. */
function expected(name: string): RegExp {
  if (name === "a server: an error") return /did not accept the request \(400\)/;
  if (name.startsWith("a server: ")) return /was cut off: it sent more than [\d,]+ /;
  if (name.includes("60 MB in")) return /big\.txt\n1:/;
  if (name.startsWith("a read of 60 MB")) return /shown 1-2000 of 60000000 lines; offset 2001 goes on/;
  if (name.startsWith("an edit")) return /is too large to be changed as text/;
  if (name.startsWith("a picture")) return /has more parts than a picture has/;
  if (name.includes("of pictures")) return /Scan 20$/m;
  if (name.includes("PDF")) return /takes more than \d+ MB to read; split it/;
  if (name.includes("for hours")) return /time ran out/;
  return name.includes("flood") ? /20000000/ : /\S/;
}

const limitOf = (name: string): number => (/PDF|flood/.test(name) ? BUSY_RSS_MB_MAX : RSS_MB_MAX);

test.each(Object.entries(ATTACKS))(
  "%s is bounded, and told as what it is",
  { timeout: 90_000 },
  async (name, attack) => {
    const { stdout, stderr, rssMb, code } = await attack();
    expect(`${stdout}\n${stderr}`).toMatch(expected(name));
    expect(stderr).not.toContain("bug of Waymark");
    expect(code).not.toBeNull();
    expect(rssMb).toBeGreaterThan(20);
    expect(rssMb).toBeLessThan(limitOf(name));
  },
);

test("a session of hostile commands and files holds no more with each round", { timeout: 200_000 }, async () => {
  const { code, stdout, rssMb } = await soakSession(2);
  expect(stdout).toContain("soaked");
  expect(code).toBe(0);
  expect(rssMb).toBeLessThan(BUSY_RSS_MB_MAX);
});

test("a session in a folder of many names finds what is there, and holds no more for it", {
  timeout: 200_000,
}, async () => {
  const { code, stdout, rssMb } = await soakNames(20_000);
  expect(code).toBe(0);
  expect(stdout).toMatch(/shown 300 of 20000; raise limit/);
  expect(stdout).toMatch(/shown 1-200 of 2000; offset 200 goes on/);
  expect(stdout).toContain("soaked");
  expect(rssMb).toBeLessThan(RSS_MB_MAX);
});
