import type { Server } from "node:net";
import { basename, dirname, join } from "node:path";
import { pinFolder } from "./pinned-folder.ts";

/** What every system takes as the path of a socket: 108 bytes with the NUL behind it on Linux, 104 on macOS. */
const SOCKET_PATH_BYTES_MAX = 103;

/**
 * Listens on a socket of the file system, however deep its folder lies: on Linux the folder is held open and the path goes through that.
 * @param path  absolute; no link among its folders
 * @throws what the system reports; where the path is too long and no folder can be held open, an error that says so
 */
export async function listenAt(server: Server, path: string): Promise<void> {
  const bytes = Buffer.byteLength(path);
  const folder = bytes > SOCKET_PATH_BYTES_MAX ? pinFolder(dirname(path), []) : undefined;
  const name = folder === undefined ? path : join(folder.directory, basename(path));
  // Closing the server removes the socket by the name it was given: until then the folder stays open.
  if (folder !== undefined) server.once("close", () => folder.close());
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      folder?.close();
      reject(error);
    };
    if (Buffer.byteLength(name) > SOCKET_PATH_BYTES_MAX)
      return fail(
        new Error(`the path of its socket has ${bytes} bytes, and the system takes ${SOCKET_PATH_BYTES_MAX}: ${path}`),
      );
    server.once("error", fail);
    server.listen(name, () => {
      server.off("error", fail);
      resolve();
    });
  });
}
