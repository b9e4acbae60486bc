import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";

/**
 * The servers of the tests are on 127.0.0.1. A machine whose network is cut by a bare namespace (`unshare -n`) has that address
 * down as well: it is brought up, which reaches nobody else. @throws when it stays down
 */
export async function setup(): Promise<void> {
  if (await isLoopbackUp()) return;
  try {
    execFileSync("ip", ["link", "set", "lo", "up"], { stdio: "ignore" });
  } catch {
    // Not there, or not permitted: said below.
  }
  if (!(await isLoopbackUp()))
    throw new Error("The tests need servers on 127.0.0.1, which is down; `ip link set lo up` as root brings it up.");
}

async function isLoopbackUp(): Promise<boolean> {
  const server = createServer((socket) => socket.end());
  try {
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    if (address === null || typeof address === "string") return false;
    const socket = connect(address.port, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
