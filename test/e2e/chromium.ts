import { type Browser, chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Debian's Chromium, which asks nobody for anything by itself. */
export const launch = (): Promise<Browser> => chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
