import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** What a shell puts in the place of `<(command)`: somebody writes into it. */
const SUBSTITUTION = /^\/(?:dev|proc\/(?:self|\d+))\/fd\/\d+$/;

/**
 * The text of a file that a person named. Never waits for a pipe into which nobody writes, nor reads a device without end.
 * @throws what the file system reports; an error with the code `a pipe or device` for what is no file
 */
export function readGivenFile(path: string): string {
  if (path === "/dev/null") return "";
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (stat.isFile() || stat.isDirectory()) return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
  if (SUBSTITUTION.test(path)) return readFileSync(path, "utf8");
  throw Object.assign(new Error(`${path} is a pipe or device, not a file`), { code: "a pipe or device" });
}
