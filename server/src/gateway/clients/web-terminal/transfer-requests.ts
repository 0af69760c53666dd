import type { IncomingMessage, ServerResponse } from "node:http";
import { TRANSFER_PATH } from "@sallyport/contract/messages/terminal-transfer";
import { log } from "../../../engine/log.ts";
import type { GatewayContext } from "../../open-session.ts";
import { isOfAnotherSite } from "./origin.ts";
import type { PageTransfer } from "./page-transfer.ts";

/** The transfers pages take part in now, by their ids. */
export type OpenTransfers = Map<string, PageTransfer>;

const address = new RegExp(`^${TRANSFER_PATH}([\\w-]{1,64})/(\\d{1,6})/?$`);

/** Answers the requests that carry the content of files over ZMODEM. Contract: docs/contract/terminal.md, section 9. */
export class TransferRequests {
  readonly #context: Pick<GatewayContext, "ports" | "siteUrl">;
  readonly #transfers: OpenTransfers;

  constructor(context: Pick<GatewayContext, "ports" | "siteUrl">, transfers: OpenTransfers) {
    this.#context = context;
    this.#transfers = transfers;
  }

  /** Answers one request. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // What becomes of an upload that breaks off is told to who reads it.
    request.on("error", () => undefined);
    response.setHeader("cache-control", "no-store");
    response.setHeader("x-content-type-options", "nosniff");
    let status = 503;
    try {
      status = await this.#serve(request, response);
    } catch (error) {
      log.error({ err: error }, "a request for the content of a file failed");
    }
    if (status === 0 || response.headersSent) return;
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
    if (!request.complete) response.once("finish", () => request.destroy());
  }

  /** Answers the status, or 0 where the request was taken. */
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<number> {
    const { headers, method, url = "/", socket } = request;
    const { ports, siteUrl } = this.#context;
    const principal = await ports.authenticate({ headers, url, remoteAddress: socket.remoteAddress ?? "" });
    if (principal === null) return 401;
    if (isOfAnotherSite(headers, siteUrl)) return 403;
    const [, id = "", number = ""] = address.exec(url.split("?", 1)[0] ?? "") ?? [];
    const transfer = this.#transfers.get(id);
    if (transfer === undefined || transfer.userId !== principal.userId) return 404;
    if (method === "GET") return transfer.fetched(Number(number), response) ? 0 : 404;
    if (method === "PUT") return transfer.sent(Number(number), request, response) ? 0 : 404;
    return 405;
  }
}
