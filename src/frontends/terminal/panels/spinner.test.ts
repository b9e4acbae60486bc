import { expect, test } from "vitest";
import { createTheme } from "../theme.ts";
import { spinnerRow } from "./spinner.ts";

const theme = createTheme("dark", "none") ?? { name: "none", paint: (_: string, text: string) => text };
const row = (elapsedMs: number, sinceMs: number): string =>
  spinnerRow(
    { activity: { label: "Waiting for the model" }, elapsedMs, sinceMs, reducedMotion: true, isCancelling: false },
    80,
    theme,
  );

test("what is waited for is told with the time that it took, not with that of the run", () => {
  expect(row(3_000, 3_000)).toBe("… Waiting for the model … 3 s · Esc cancels");
  expect(row(9_000, 2_000)).toBe("… Waiting for the model … 2 s · Esc cancels");
  expect(row(370_200, 12_400)).toBe("… Waiting for the model … 12 s · 370 s in all · Esc cancels");
  expect(row(370_200, 370_200)).toBe("… Waiting for the model … 370 s · Esc cancels");
});
