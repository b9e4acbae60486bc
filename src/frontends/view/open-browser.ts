import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { House } from "../../app/open-house.ts";
import { ownEnvironment } from "../../app/own-process.ts";
import { makeWorkFolder } from "../../app/work-folder.ts";

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Asks the system to show an address, by a file of the house that leads there: arguments of programs are read by everybody on the
 * machine. Where it cannot, nothing happens: the address was printed.
 */
export function openBrowser(url: string, house: House): void {
  const page = pageTo(url, house);
  if (page === undefined) return;
  const [program, ...before] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...before, pathToFileURL(page).href], {
    env: ownEnvironment(),
    stdio: "ignore",
    detached: true,
  });
  child.once("error", () => {});
  child.unref();
}

/** @returns a page that is there until the house is closed; undefined where nothing can be written */
function pageTo(url: string, house: House): string | undefined {
  try {
    const folder = makeWorkFolder(join(house.places.cache, "view"), "view");
    house.onClose(() => rmSync(folder, { recursive: true, force: true }));
    const page = join(folder, "open.html");
    writeFileSync(page, pageText(url), { mode: 0o600, flag: "wx" });
    return page;
  } catch {
    // A full disk, or no folder that takes one: the view itself needs neither.
    return undefined;
  }
}

const pageText = (url: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}">
<title>Waymark</title>
<a href="${url}">Waymark</a>
`;
