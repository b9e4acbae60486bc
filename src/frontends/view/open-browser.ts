import { spawn } from "node:child_process";

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Asks the system to show an address. Where it cannot, nothing happens: the address was printed. */
export function openBrowser(url: string): void {
  const [program, ...before] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...before, url], { stdio: "ignore", detached: true });
  child.once("error", () => {});
  child.unref();
}
