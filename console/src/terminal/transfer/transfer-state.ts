import type { TransferNews } from "@sallyport/contract/messages/terminal-transfer";

/** A file of a transfer. */
interface PassingFile {
  readonly index: number;
  readonly name: string;
  /** In bytes; null where the target does not say. */
  readonly size: number | null;
}

/** A file somebody has chosen to send. */
export type LocalFile = Pick<File, "name" | "size" | "lastModified">;

/** A transfer over ZMODEM of one terminal; undefined while there is none. */
export interface TransferState {
  readonly id: string;
  readonly direction: "download" | "upload";
  readonly phase: /** The person has not agreed yet. */
    | "asked"
    /** They have; the target is about to name a file, or they are choosing some. */
    | "waiting"
    /** A file is offered. */
    | "offered"
    /** A file passes. */
    | "passing"
    /** It did not go on; `message` says why. */
    | "failed";
  readonly file?: PassingFile;
  /** Bytes of the file that have passed. */
  readonly bytes: number;
  /** Files that were chosen to be sent. */
  readonly chosen: readonly LocalFile[];
  readonly message?: string;
}

/** What happens to a transfer: what the gateway says, and what the person does. */
export type TransferEvent =
  | { readonly type: "news"; readonly news: TransferNews }
  | { readonly type: "agreed" }
  | { readonly type: "chose"; readonly files: readonly LocalFile[] }
  | { readonly type: "accepted" }
  | { readonly type: "dismissed" };

/** The transfer after an event; events about another one change nothing. */
export function nextTransfer(
  state: TransferState | undefined,
  event: TransferEvent,
): TransferState | undefined {
  if (event.type === "news") return afterNews(state, event.news);
  if (state === undefined || event.type === "dismissed") return undefined;
  switch (event.type) {
    case "agreed":
      return { ...state, phase: "waiting" };
    case "chose":
      return { ...state, chosen: event.files };
    case "accepted":
      return { ...state, phase: "passing", bytes: 0 };
  }
}

function afterNews(state: TransferState | undefined, news: TransferNews): TransferState | undefined {
  if (news.event === "asked") {
    return { id: news.transfer, direction: news.direction, phase: "asked", bytes: 0, chosen: [] };
  }
  if (state?.id !== news.transfer) return state;
  switch (news.event) {
    case "offered": {
      const { file: index, name, size } = news;
      return { ...state, phase: "offered", file: { index, name, size }, bytes: 0 };
    }
    case "wanted": {
      const { name = "", size = null } = state.chosen[news.file] ?? {};
      return { ...state, phase: "passing", file: { index: news.file, name, size }, bytes: 0 };
    }
    case "progress":
      return { ...state, bytes: news.bytes };
    case "finished":
      return { ...state, phase: "waiting" };
    case "ended":
      return news.message === undefined ? undefined : { ...state, phase: "failed", message: news.message };
  }
}
