import { createServer } from "node:http";
import { type Account, describeAccount } from "./accounts.ts";
import { callProgram } from "./gateway.ts";

/** Answers GET /berths/ID by asking the host program BERTHINQ. */
export const server = createServer(async (request, response) => {
  const id = /^\/berths\/(\d{1,9})$/.exec(request.url ?? "")?.[1];
  if (!id) {
    response.writeHead(404).end("unknown\n");
    return;
  }
  const account: Account = await callProgram("BERTHINQ", { id });
  response.end(`${describeAccount(account)}\n`);
});
