import { connect } from "node:net";
import { errorText } from "../../base/error-text.ts";

/** Whether something listens at an address: a TCP connection, no request. @returns what is wrong; undefined when it answers */
export function reachProblem(baseUrl: string, timeoutMs: number): Promise<string | undefined> {
  const url = new URL(baseUrl);
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ""), port, timeout: timeoutMs });
    const end = (result: string | undefined): void => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => end(undefined));
    socket.once("timeout", () => end(`no answer within ${timeoutMs / 1000} s`));
    socket.once("error", (error) => end(errorText(error)));
  });
}
