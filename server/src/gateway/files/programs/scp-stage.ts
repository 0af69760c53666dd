import { log } from "../../../engine/log.ts";
import type { SessionControls, Stage } from "../../session-parts.ts";
import type { FileCopies } from "../copies.ts";
import { baseOf, join, parentOf, shownPath } from "../paths.ts";
import type { SessionFileLog } from "../records.ts";
import { fileText } from "../texts.ts";
import { Transfer } from "../transfer.ts";
import type { FileProgram } from "./recognise.ts";
import { MalformedScp, type ScpEvent, ScpStream } from "./scp-stream.ts";

type Scp = Extract<FileProgram, { kind: "scp" }>;

/** Follows an scp of the old protocol: every file is on record, with its size and its hash as it passes. */
export class ScpStage implements Stage {
  readonly #scp: Scp;
  readonly #log: SessionFileLog;
  readonly #copies: FileCopies | null;
  readonly #stream = new ScpStream((event) => this.#take(event));
  /** The folders the sender is in. */
  readonly #folders: string[] = [];
  #session: SessionControls | null = null;
  #transfer: Transfer | null = null;
  #isWhole = false;
  #finishing: Promise<void> = Promise.resolve();

  constructor(scp: Scp, fileLog: SessionFileLog, copies: FileCopies | null) {
    this.#scp = scp;
    this.#log = fileLog;
    this.#copies = copies;
  }

  start(session: SessionControls): void {
    this.#session = session;
  }

  input(data: Buffer): Buffer | null {
    const goesOn = this.#follow(() =>
      this.#scp.direction === "upload" ? this.#stream.sent(data) : this.#stream.answered(data),
    );
    return goesOn ? data : null;
  }

  output(data: Buffer, isError: boolean): void {
    if (isError) return;
    this.#follow(() =>
      this.#scp.direction === "upload" ? this.#stream.answered(data) : this.#stream.sent(data),
    );
  }

  async close(): Promise<void> {
    this.#finish(false);
    await this.#finishing;
  }

  #follow(read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (!(error instanceof MalformedScp)) throw error;
      log.info({ err: error, session: this.#session?.id }, "an scp could not be followed");
      this.#session?.end("target_misbehaved", fileText.badCopy);
      return false;
    }
  }

  #take(event: ScpEvent): void {
    switch (event.kind) {
      case "enter":
        this.#folders.push(event.name);
        if (this.#scp.direction === "upload") {
          this.#log.begin("mkdir", shownPath(this.#nameOf(null))).end({ state: "complete" });
        }
        break;
      case "leave":
        this.#folders.pop();
        break;
      case "file":
        this.#transfer = new Transfer({
          entry: this.#log.begin(this.#scp.direction, shownPath(this.#nameOf(event.name))),
          wholeFile: true,
          copies: this.#copies,
          expected: event.size,
        });
        break;
      case "data":
        this.#transfer?.pass(event.offset, event.data);
        break;
      case "sent":
        this.#isWhole = event.isWhole;
        break;
      case "declined":
        this.#transfer?.failed("target_failure");
        this.#finish(true);
        break;
      case "received":
        if (!event.isWhole || !this.#isWhole) this.#transfer?.failed("target_failure");
        this.#finish(true);
        break;
    }
  }

  #finish(closed: boolean): void {
    const transfer = this.#transfer;
    this.#transfer = null;
    if (transfer === null) return;
    const { direction } = this.#scp;
    this.#finishing = this.#finishing.then(() => transfer.finish(closed, direction));
  }

  /**
   * The name on the target, as far as the command line tells: whether a path is a folder already it does not, so what it
   * might be called there is told by both names.
   */
  #nameOf(file: string | null): string {
    const { text: path, isPattern } = this.#scp.file;
    const names = file === null ? this.#folders : [...this.#folders, file];
    const [first = "", ...rest] = names;
    if (this.#scp.direction === "download") {
      const top = isPattern || baseOf(path) !== first ? join(parentOf(path), first) : path;
      return rest.reduce(join, isPattern && !path.includes("/") ? first : top);
    }
    const isInside = this.#scp.isFolder || path.endsWith("/") || path === "." || path === "~";
    const folder = path.endsWith("/") && path !== "/" ? path.slice(0, -1) : path;
    if (isInside) return names.reduce(join, folder);
    return baseOf(path) === first ? rest.reduce(join, path) : `${names.join("/")}=>${path}`;
  }
}
