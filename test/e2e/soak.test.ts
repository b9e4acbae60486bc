import { expect, test } from "vitest";
import { ATTACKS, soakSession } from "../soak.ts";

const RSS_MB_MAX = 300;
/** A thread goes on until the look from outside that ends it, which on a busy machine comes late. */
const RSS_MB_MAX_PDF = 420;
/** 220 MB by itself; beside others that want the processor what was read is given back late. */
const RSS_MB_MAX_FLOOD = 420;
/** Ten at once. */
const SESSION_RSS_MB_MAX = 420;

/** What each attack must come to; the figures of time are those of `npm run bench -- soak`. */
function expected(name: string): RegExp {
  if (name === "a server: an error") return /did not accept the request \(400\)/;
  if (name.startsWith("a server: ")) return /was cut off: it sent more than [\d,]+ /;
  if (name.includes("60 MB in")) return /big\.txt\n1:/;
  if (name.startsWith("a read of 60 MB")) return /shown 1-2000 of 60000000 lines; offset 2001 goes on/;
  if (name.startsWith("an edit")) return /is too large to be changed as text/;
  if (name.includes("picture")) return /has more parts than a picture has/;
  if (name.includes("PDF")) return /takes more than \d+ MB to read; split it/;
  if (name.includes("for hours")) return /time ran out/;
  return name.includes("flood") ? /20000000/ : /\S/;
}

function limitOf(name: string): number {
  if (name.includes("PDF")) return RSS_MB_MAX_PDF;
  return name.includes("flood") ? RSS_MB_MAX_FLOOD : RSS_MB_MAX;
}

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
  expect(rssMb).toBeLessThan(SESSION_RSS_MB_MAX);
});
