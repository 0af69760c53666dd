import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import path from "node:path";
import { plainClient, type SshGateway } from "./ssh-gateway.ts";

/** What `sz` says first, and what `rz` does: a terminal that knows ZMODEM starts the other one. */
const begins = { download: "**\x18B00", upload: "**\x18B01" } as const;

/** OpenSSH's client with a terminal, in a program that hands ZMODEM to lrzsz, as terminals with ZMODEM do. */
export class ZmodemTerminal {
  readonly #ssh: ChildProcessWithoutNullStreams;
  #seen = "";
  #waiting: (() => void)[] = [];
  #peer: ChildProcessWithoutNullStreams | null = null;

  /** @param login who signs in, and to what; the gateway's folder has a program `askpass` that says the password */
  constructor(gateway: Pick<SshGateway, "folder" | "port">, login: string) {
    const args = [...plainClient, "-o", "LogLevel=ERROR", "-o", "EscapeChar=none"];
    const asked = { SSH_ASKPASS: path.join(gateway.folder, "askpass"), SSH_ASKPASS_REQUIRE: "force" };
    this.#ssh = spawn("ssh", [...args, "-tt", "-p", String(gateway.port), login], {
      env: { PATH: process.env.PATH, HOME: "/nonexistent", TERM: "xterm", ...asked },
    });
    this.#ssh.stdin.on("error", () => undefined);
    this.#ssh.stdout.on("data", (data: Buffer) => {
      if (this.#peer?.exitCode === null) this.#peer.stdin.write(data);
      this.#seen += data.toString("latin1");
      for (const look of this.#waiting.splice(0)) look();
    });
  }

  /** Types a text; what was seen before it is forgotten. */
  type(text: string): void {
    this.#seen = "";
    this.#ssh.stdin.write(text);
  }

  /** Waits for a text since something was typed. */
  async see(text: string): Promise<string> {
    const late = AbortSignal.timeout(15_000);
    while (!this.#seen.includes(text)) {
      if (late.aborted) throw new Error(`not seen: ${text}, but ${JSON.stringify(this.#seen.slice(-500))}`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        late.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    return this.#seen;
  }

  /** Runs lrzsz on this side, from its beginning on; answers its exit status. */
  async transfer(way: keyof typeof begins, folder: string, args: readonly string[]): Promise<number | null> {
    const seen = await this.see(begins[way]);
    const peer = spawn(way === "download" ? "rz" : "sz", args, { cwd: folder });
    this.#peer = peer;
    peer.stdin.on("error", () => undefined);
    peer.stdin.write(Buffer.from(seen.slice(seen.indexOf(begins[way])), "latin1"));
    peer.stdout.on("data", (data: Buffer) => this.#ssh.stdin.write(data));
    return new Promise((resolve) => peer.once("close", resolve));
  }

  /** Leaves the shell, and waits until the client has ended. */
  end(): Promise<unknown> {
    const gone = new Promise((resolve) => this.#ssh.once("close", resolve));
    this.#ssh.stdin.end("exit\n");
    return gone;
  }
}
