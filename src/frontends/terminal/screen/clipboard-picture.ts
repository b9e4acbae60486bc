import { spawn } from "node:child_process";
import { ownEnvironment } from "../../../app/own-process.ts";
import { writeUntaken } from "../../../app/settings/output-path.ts";

/** Programs that print the picture on the clipboard as PNG, by the systems that have them: Wayland, X11, macOS. */
const READERS: readonly (readonly [program: string, ...parameters: string[]])[] = [
  ["wl-paste", "--no-newline", "--type", "image/png"],
  ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"],
  ["pngpaste", "-"],
];
const WAIT_MS = 3_000;
const BYTES_MAX = 50_000_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const FOLDER = ".waymark/pictures";

/** Keeps the picture of the clipboard as a file of the folder.
 *  @returns its path there; undefined when there is none, or nothing that reads it
 *  @throws {UserError} where a link of the folder leads out of it */
export async function keepClipboardPicture(folder: string): Promise<string | undefined> {
  for (const [program, ...parameters] of READERS) {
    const picture = await outputOf(program, parameters);
    if (picture.subarray(0, PNG.length).equals(PNG))
      return writeUntaken(FOLDER, [folder], (count) => `paste-${count}.png`, { content: picture, mode: 0o600 });
  }
  return undefined;
}

/** What a program prints; nothing when it is not there, fails, or prints too much. */
function outputOf(program: string, parameters: readonly string[]): Promise<Buffer> {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      env: ownEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
      timeout: WAIT_MS,
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (part: Buffer) => {
      size += part.length;
      if (size > BYTES_MAX) child.kill();
      else parts.push(part);
    });
    child.once("error", () => resolve(Buffer.alloc(0)));
    child.once("close", (code) => resolve(code === 0 ? Buffer.concat(parts) : Buffer.alloc(0)));
  });
}
