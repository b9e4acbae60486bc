import { expect, test } from "vitest";
import { ATTACKS } from "../soak.ts";

const RSS_MB_MAX = 300;

/** What each attack must come to; the figures of time are those of `npm run bench -- soak`. */
function expected(name: string): RegExp {
  if (name === "a server: an error") return /did not accept the request \(400\)/;
  if (name.startsWith("a server: ")) return /was cut off: it sent more than [\d,]+ /;
  if (name.includes("60 MB in")) return /big\.txt:1:/;
  return name.includes("flood") ? /20000000/ : /\S/;
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
    expect(rssMb).toBeLessThan(RSS_MB_MAX);
  },
);
