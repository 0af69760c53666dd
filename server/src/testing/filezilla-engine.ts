import { type ChildProcess, spawn } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";

const program = "fzsftp";

/** The number the engine knows the memory by that it shares with the program around it. */
const memory = 3;

/** Bytes of one piece of a file. */
const piece = 65_536;

/** What an asked-for piece of a file is answered with where there is none. */
const nothing = "-0";

/** Local content that the engine reads, or fills. */
interface Transfer {
  /** Null: it is fetched. */
  readonly source: Buffer | null;
  readonly fetched: Buffer[];
  position: number;
}

/**
 * FileZilla's engine for SFTP, `fzsftp`, and in the place of the program around it what that does: it answers how much may
 * be read and written, says the password, and hands content over in a file both have in their memory.
 */
export class FileZillaEngine {
  readonly #child: ChildProcess;
  readonly #shared: FileHandle;
  readonly #password: string;
  /** Lines that were not answered by this, since the last command. */
  #lines: string[] = [];
  #transfer: Transfer | null = null;
  #quotas = 0;
  #over: (isDone: boolean) => void = () => undefined;
  #work: Promise<void> = Promise.resolve();

  private constructor(child: ChildProcess, shared: FileHandle, password: string) {
    this.#child = child;
    this.#shared = shared;
    this.#password = password;
  }

  /** Starts it and signs in. */
  static async connect(
    folder: string,
    { login, port, password }: { readonly login: string; readonly port: number; readonly password: string },
  ): Promise<FileZillaEngine> {
    const shared = await open(path.join(folder, "shared"), "w+");
    await shared.truncate(piece);
    const child = spawn(program, [], {
      env: { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8" },
      stdio: ["pipe", "pipe", "ignore", shared.fd],
    });
    child.stdin?.on("error", () => undefined);
    const engine = new FileZillaEngine(child, shared, password);
    let rest = "";
    child.stdout?.on("data", (data: Buffer) => {
      const lines = (rest + data.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) engine.#work = engine.#work.then(() => engine.#take(line));
      // What asks for more is a letter without a line.
      if (rest !== "A") return;
      rest = "";
      engine.#work = engine.#work.then(() => engine.#take("A"));
    });
    child.once("close", () => engine.#over(false));
    await new Promise((resolve) => {
      engine.#over = resolve;
    });
    await engine.command(`open "${login}" ${port}`);
    return engine;
  }

  /** Runs a command; answers what it said, and rejects where it failed. */
  async command(line: string): Promise<string> {
    this.#lines = [];
    const isDone = await new Promise<boolean>((resolve) => {
      this.#over = resolve;
      this.#write(line);
    });
    if (!isDone) throw new Error(`${line}: ${this.#lines.join("\n")}`);
    return this.#lines.join("\n");
  }

  /** Sends content as a file. */
  async put(content: Buffer, remote: string): Promise<void> {
    this.#transfer = { source: content, fetched: [], position: 0 };
    await this.command(`put "content" "${remote}"`);
  }

  /** Fetches the content of a file. */
  async get(remote: string): Promise<Buffer> {
    const transfer: Transfer = { source: null, fetched: [], position: 0 };
    this.#transfer = transfer;
    await this.command(`get "${remote}" "content"`);
    return Buffer.concat(transfer.fetched);
  }

  /** Ends it. */
  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once("close", resolve));
    this.#write("bye");
    await gone;
    await this.#shared.close();
  }

  #write(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  async #take(line: string): Promise<void> {
    const transfer = this.#transfer;
    if (line === "A") {
      // How much may be received and sent at once: as much as it likes.
      this.#write(`-${this.#quotas % 2}-`);
      this.#quotas += 1;
    } else if (line.startsWith("9")) this.#write("y");
    else if (line.startsWith("<")) this.#write(this.#password);
    else if (transfer !== null && /^K\d+$/.test(line)) {
      this.#write(`-${memory} ${piece}${transfer.source === null ? "" : ` ${transfer.source.length}`}`);
    } else if (transfer !== null && /^L\d+$/.test(line)) {
      this.#write(await this.#nextPiece(transfer, Number(line.slice(1))));
    } else if (transfer !== null && /^M\d+$/.test(line)) {
      await this.#fetched(transfer, Number(line.slice(1)));
      this.#write("-1");
    } else if (/^1[0-9]$/.test(line)) this.#over(line === "11");
    else {
      this.#lines.push(line);
      // A command that is done with one answer is over with that.
      if (line.startsWith("0")) this.#over(true);
    }
  }

  /** Where the next piece is in the shared memory, and how long it is or may be. */
  async #nextPiece(transfer: Transfer, filled: number): Promise<string> {
    if (transfer.source === null) {
      await this.#fetched(transfer, filled);
      return `-0 ${piece}`;
    }
    const part = transfer.source.subarray(transfer.position, transfer.position + piece);
    transfer.position += part.length;
    if (part.length === 0) return nothing;
    await this.#shared.write(part, 0, part.length, 0);
    return `-0 ${part.length}`;
  }

  async #fetched(transfer: Transfer, length: number): Promise<void> {
    if (length === 0) return;
    const part = Buffer.alloc(length);
    await this.#shared.read(part, 0, length, 0);
    transfer.fetched.push(part);
  }
}
