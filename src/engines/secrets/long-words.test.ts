import { expect, test } from "vitest";
import { findSecrets } from "./find-secrets.ts";

const NAMES = ["api_key", "client_secret", "auth_token", "db.password"];
const SIGNS = ["=", ": ", " => ", ":=", " -> "];
/** Nothing in these is drawn by lot, however long they are. */
const BEGINNINGS = ["abc123", "one.two."];
const DRAWN = "q7Vt2xLr9ZpK4wHs8BnQ3jYd6TmC5fGa";

test("a long word is secret by its end, too, and is masked to that", () => {
  for (const name of NAMES)
    for (const sign of SIGNS)
      for (const beginning of BEGINNINGS)
        for (const letters of [10, 120, 130, 600, 3_000]) {
          const value = beginning.repeat(Math.ceil(letters / beginning.length)) + DRAWN;
          const text = `${name}${sign}${value}\n`;
          const at = text.indexOf(DRAWN);
          const isMasked = findSecrets(text).some(({ start, end }) => start <= at && end >= at + DRAWN.length);
          expect([text.slice(0, 60), letters, isMasked]).toEqual([text.slice(0, 60), letters, true]);
        }
});
