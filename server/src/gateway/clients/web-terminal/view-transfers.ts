import { parseTransferAnswer } from "@sallyport/contract/messages/terminal-transfer";
import type { FileExchange } from "../../files/zmodem/exchange.ts";
import type { Direction } from "../../files/zmodem/transfer-records.ts";
import type { TerminalChannel } from "./channel.ts";
import { PageTransfer } from "./page-transfer.ts";
import type { OpenTransfers } from "./transfer-requests.ts";

/** The transfers over ZMODEM of one page, one at a time. */
export class ViewTransfers {
  readonly #channel: TerminalChannel;
  readonly #userId: string;
  readonly #open: OpenTransfers;
  #current: PageTransfer | null = null;

  /** @param open where requests find it */
  constructor(channel: TerminalChannel, userId: string, open: OpenTransfers) {
    this.#channel = channel;
    this.#userId = userId;
    this.#open = open;
  }

  /** A transfer that the page is asked about. */
  begin(direction: Direction): FileExchange {
    const transfer = new PageTransfer(this.#userId, direction, (news) =>
      this.#channel.send("TERMINAL_TRANSFER", news),
    );
    this.#open.set(transfer.id, transfer);
    this.#current = transfer;
    transfer.gone.addEventListener("abort", () => this.#open.delete(transfer.id), { once: true });
    return transfer;
  }

  /** What the page says of one; false where it cannot be read. What is said of one that is over is passed over. */
  take(data: string): boolean {
    const answer = parseTransferAnswer(data);
    if (answer === null) return false;
    if (this.#current?.id === answer.transfer) this.#current.take(answer);
    return true;
  }

  /** The page is gone. */
  leave(): void {
    this.#current?.leave();
  }
}
