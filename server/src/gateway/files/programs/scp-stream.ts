/** What the sending side of an scp has said. */
export type ScpEvent =
  | { readonly kind: "file"; readonly name: string; readonly size: number }
  | { readonly kind: "data"; readonly offset: number; readonly data: Buffer }
  /** `isWhole`: the sender says that it could read all of the file. */
  | { readonly kind: "sent"; readonly isWhole: boolean }
  /** The receiving side has the file, or says why not. */
  | { readonly kind: "received"; readonly isWhole: boolean }
  /** The receiving side does not want the file. */
  | { readonly kind: "declined" }
  | { readonly kind: "enter"; readonly name: string }
  | { readonly kind: "leave" };

/** A stream that is not what the protocol says. */
export class MalformedScp extends Error {}

/** Longest line of the protocol, in bytes. */
const longestLine = 8192;

type State =
  | { readonly at: "line" }
  | { readonly at: "answer"; readonly next: "data" | "line" | "received"; readonly size: number }
  | { readonly at: "data"; readonly size: number; offset: number }
  | { readonly at: "end" }
  /** Why the sender could not read all of a file, up to the end of a line. */
  | { readonly at: "reason" };

const awaitReceipt: State = { at: "answer", next: "received", size: 0 };

/**
 * Follows the protocol of scp without keeping anything of it: lines that announce files and folders, the content of
 * files, and the single bytes the receiving side answers with. The sending side has to wait for each answer, as every
 * scp does: only so is it certain what is content.
 */
export class ScpStream {
  readonly #onEvent: (event: ScpEvent) => void;
  #state: State = { at: "line" };
  #line: Buffer[] = [];
  #lineLength = 0;
  #complaint = false;
  #depth = 0;

  constructor(onEvent: (event: ScpEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** Bytes of the sending side. @throws MalformedScp */
  sent(data: Buffer): void {
    for (let at = 0; at < data.length; ) {
      const state = this.#state;
      if (state.at === "answer") throw new MalformedScp("more came before it was answered");
      if (state.at === "data") {
        const piece = data.subarray(at, at + state.size - state.offset);
        this.#onEvent({ kind: "data", offset: state.offset, data: piece });
        state.offset += piece.length;
        at += piece.length;
        if (state.offset === state.size) this.#state = { at: "end" };
      } else if (state.at === "end") {
        const isWhole = data[at] === 0;
        at += 1;
        this.#onEvent({ kind: "sent", isWhole });
        this.#state = isWhole ? awaitReceipt : { at: "reason" };
      } else if (state.at === "reason") {
        if (data[at] === 0x0a) this.#state = awaitReceipt;
        at += 1;
      } else {
        at = this.#readLine(data, at);
      }
    }
  }

  /** Bytes of the receiving side. @throws MalformedScp */
  answered(data: Buffer): void {
    for (const byte of data) {
      if (this.#complaint) {
        if (byte === 0x0a) this.#complaint = false;
        continue;
      }
      if (byte > 2) throw new MalformedScp("an answer that is none");
      if (byte !== 0) this.#complaint = true;
      this.#answer(byte === 0);
    }
  }

  #answer(isYes: boolean): void {
    const state = this.#state;
    // The receiving side begins with an answer to nothing.
    if (state.at !== "answer") return;
    if (state.next === "received") {
      this.#state = { at: "line" };
      this.#onEvent({ kind: "received", isWhole: isYes });
    } else if (state.next === "data" && isYes) {
      this.#state = state.size === 0 ? { at: "end" } : { at: "data", size: state.size, offset: 0 };
    } else {
      this.#state = { at: "line" };
      if (state.next === "data") this.#onEvent({ kind: "declined" });
    }
  }

  #readLine(data: Buffer, from: number): number {
    const end = data.indexOf(0x0a, from);
    const piece = data.subarray(from, end === -1 ? data.length : end);
    this.#lineLength += piece.length;
    if (this.#lineLength > longestLine) throw new MalformedScp("a line that is too long");
    this.#line.push(Buffer.from(piece));
    if (end === -1) return data.length;
    const line = Buffer.concat(this.#line).toString("latin1");
    this.#line = [];
    this.#lineLength = 0;
    this.#announce(line);
    return end + 1;
  }

  #announce(line: string): void {
    const kind = line[0] ?? "";
    const wait = (next: "data" | "line", size = 0): void => {
      this.#state = { at: "answer", next, size };
    };
    // A complaint of the sending side: the receiving one shows it and continues.
    if (kind === "\x01" || kind === "\x02") return;
    if (kind === "T") {
      wait("line");
      return;
    }
    if (line === "E") {
      if (this.#depth === 0) throw new MalformedScp("the end of no folder");
      this.#depth -= 1;
      this.#onEvent({ kind: "leave" });
      wait("line");
      return;
    }
    const found = /^[CD][0-7]{4,5} (\d{1,16}) (.+)$/s.exec(line);
    const name = found?.[2] ?? "";
    if (found === null || !isScpName(name)) throw new MalformedScp("a line that is none");
    if (kind === "D") {
      this.#depth += 1;
      this.#onEvent({ kind: "enter", name });
      wait("line");
      return;
    }
    const size = Number(found[1]);
    this.#onEvent({ kind: "file", name, size });
    wait("data", size);
  }
}

/** Whether a name can be one of a file in the folder it is sent for: a lying side would have another one written. */
const isScpName = (name: string): boolean =>
  name !== "" &&
  name !== "." &&
  name !== ".." &&
  !name.includes("/") &&
  !name.includes("\0") &&
  name.length <= 255;
