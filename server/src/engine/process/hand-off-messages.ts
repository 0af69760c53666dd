/** An upgrade request on its way to another process. Its TCP socket travels beside it. */
export interface HandOffMessage {
  readonly type: "hand-off";
  /** The sender's number for it, repeated in the receipt. */
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** Bytes already read after the request, base64. */
  readonly head: string;
  /** The socket's peer as web saw it; null when it had gone. */
  readonly remoteAddress: string | null;
}

/** The receiver has the socket; the sender closes its own end of it. */
export interface HandOffReceipt {
  readonly type: "hand-off-received";
  readonly id: number;
}
