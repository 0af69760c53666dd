import {
  TRANSFER_LARGEST_FILE,
  TRANSFER_MOST_FILES,
  TRANSFER_PATH,
  type TransferAct,
  type TransferAnswer,
  type TransferNews,
} from "@sallyport/contract/messages/terminal-transfer";
import { useReducer, useRef } from "react";
import { nextTransfer, type TransferState } from "./transfer-state.ts";

/** A transfer and what can be done with it. */
export interface TerminalTransfer {
  readonly state: TransferState | undefined;
  /** The gateway says something of it. */
  hear(news: TransferNews): void;
  /** The connection is gone, and every transfer with it. */
  forget(): void;
  agree(): void;
  /** Sends files; answers whether they can be sent. */
  choose(files: readonly File[]): "sent" | "tooMany" | "tooLarge";
  save(): void;
  skip(): void;
  /** Ends it, or closes what is said of its end. */
  cancel(): void;
}

/** The address of the content of a file. */
const contentOf = (transfer: string, file: number): string => `${TRANSFER_PATH}${transfer}/${file}`;

/**
 * The transfer over ZMODEM of a terminal. Content passes in requests of its own: the browser saves it like any download,
 * and reads what is sent from the disk.
 *
 * @param send says something to the gateway
 */
export function useTransfer(send: (answer: TransferAnswer) => void): TerminalTransfer {
  const [state, dispatch] = useReducer(nextTransfer, undefined);
  const files = useRef<readonly File[]>([]);
  const answer = (act: TransferAct) => {
    if (state !== undefined) send({ transfer: state.id, ...act });
  };
  return {
    state,
    hear(news) {
      dispatch({ type: "news", news });
      if (news.event === "asked") files.current = [];
      if (news.event !== "wanted") return;
      const body = files.current[news.file];
      if (body === undefined) send({ transfer: news.transfer, act: "cancel" });
      // What becomes of it the gateway says itself.
      else void fetch(contentOf(news.transfer, news.file), { method: "PUT", body }).catch(() => {});
    },
    forget: () => dispatch({ type: "dismissed" }),
    agree() {
      answer({ act: "agree" });
      dispatch({ type: "agreed" });
    },
    choose(chosen) {
      if (chosen.length > TRANSFER_MOST_FILES) return "tooMany";
      if (chosen.some(({ size }) => size > TRANSFER_LARGEST_FILE)) return "tooLarge";
      files.current = chosen;
      dispatch({ type: "chose", files: chosen });
      answer({
        act: "choose",
        files: chosen.map(({ name, size, lastModified }) => ({
          name,
          size,
          modified: Math.max(0, Math.floor(lastModified / 1000)),
        })),
      });
      return "sent";
    },
    save() {
      if (state?.file === undefined) return;
      const link = document.createElement("a");
      link.href = contentOf(state.id, state.file.index);
      link.download = "";
      link.click();
      dispatch({ type: "accepted" });
    },
    skip() {
      if (state?.file !== undefined) answer({ act: "skip", file: state.file.index });
    },
    cancel() {
      if (state?.phase !== "failed") answer({ act: "cancel" });
      dispatch({ type: "dismissed" });
    },
  };
}
