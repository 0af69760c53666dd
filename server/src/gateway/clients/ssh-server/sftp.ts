import { translate } from "../../../engine/i18n/index.ts";
import { type AccountFiles, failureLine, openAccountFiles } from "../../files/account-files.ts";
import { assetTree } from "../../files/asset-tree.ts";
import type { FileView } from "../../files/file-view.ts";
import { anyRight, fileRights } from "../../files/rights.ts";
import { PacketBatch } from "../../files/sftp/packet-batch.ts";
import { SftpServer } from "../../files/sftp/server.ts";
import { straightView } from "../../files/straight-view.ts";
import { fileText } from "../../files/texts.ts";
import { treeView } from "../../files/tree-view.ts";
import { FlowGate } from "../../flow.ts";
import type { ConnectionGrant } from "../../ports.ts";
import { ChannelOutput } from "./channel-output.ts";
import { refusalOf } from "./exec.ts";
import type { ProgramChannel } from "./program-channel.ts";
import { failed } from "./run-program.ts";

/**
 * Serves files by SFTP: those of one account where the user name says which, else the tree of all assets.
 *
 * @param askedBy the command line that named the SFTP server; absent where the subsystem was asked for
 */
export function serveSftp(program: ProgramChannel, askedBy?: string): void {
  const files = new FilesChannel(program, askedBy);
  files.serve().catch((error: unknown) => files.refuse(failureLine(error, program.connection.principal)));
}

/** One SFTP channel of a client, and the sessions that were opened for it. */
class FilesChannel {
  readonly #program: ProgramChannel;
  readonly #askedBy: string | undefined;
  readonly #output: ChannelOutput;
  readonly #answers: PacketBatch;
  readonly #input: FlowGate;
  readonly #open = new Set<AccountFiles>();
  #held = false;
  #isOver = false;

  constructor(program: ProgramChannel, askedBy: string | undefined) {
    this.#program = program;
    this.#askedBy = askedBy;
    const { channel, connection } = program;
    this.#output = new ChannelOutput(channel, connection);
    this.#answers = new PacketBatch((data) => this.#output.write(data));
    this.#output.holdWith((held) => {
      this.#held = held;
      for (const { session } of this.#open) session.hold("client", held);
    });
    this.#input = new FlowGate((held) => (held ? channel.pause() : channel.resume()));
    // Nothing is read before somebody can answer it.
    this.#input.set("opening", true);
  }

  async serve(): Promise<void> {
    const { channel, connection, gone } = this.#program;
    const view = connection.isDirect ? await this.#straight() : this.#tree();
    if (view === null || this.#isOver) return;
    const server = new SftpServer(view, connection.context.records, {
      write: (data) => this.#answers.add(data),
      hold: (name, held) => this.#input.set(name, held),
      explain: (error) => failureLine(error, connection.principal),
      broken: () => this.refuse(translate(fileText.badPacket, connection.principal.language)),
    });
    const over = (): void => {
      this.#isOver = true;
      void server.end().then(() => {
        for (const { session } of this.#open) session.end("client_closed");
      });
    };
    channel.on("data", (data: Buffer) => server.receive(data));
    channel.once("end", () => {
      over();
      this.#end();
    });
    if (gone.aborted) over();
    else gone.addEventListener("abort", over, { once: true });
    this.#input.set("opening", false);
  }

  /** Closes the channel with a reason on its second stream, which clients show. */
  refuse(line: string): void {
    this.#answers.flush();
    this.#output.write(Buffer.from(`${line}\n`), true);
    this.#output.end(failed);
  }

  /** Closes the channel as a file server does whose client has had enough. */
  #end(): void {
    this.#answers.flush();
    this.#output.end({ code: 0 });
  }

  async #straight(): Promise<FileView | null> {
    const { connection } = this.#program;
    const { language } = connection.principal;
    const decision = await connection.decide("sftp", { protocol: "sftp" });
    if (decision.outcome !== "granted") {
      this.refuse(refusalOf(decision, language));
      return null;
    }
    if (!anyRight(fileRights(decision.grant.actions))) {
      this.refuse(translate(fileText.nothingGranted, language));
      return null;
    }
    const { account } = await this.#openAccount(decision.grant, () => this.#end());
    return straightView(account);
  }

  #tree(): FileView {
    const { context, principal, decide } = this.#program.connection;
    return treeView(
      assetTree(context.ports.sshServer, principal, {
        decide: (asset, account) => decide("sftp", { asset, account, protocol: "sftp" }),
        open: (grant, ended) => this.#openAccount(grant, ended),
      }),
    );
  }

  async #openAccount(grant: ConnectionGrant, ended: () => void): Promise<AccountFiles> {
    const { gone } = this.#program;
    const { context, principal, links } = this.#program.connection;
    const files = await openAccountFiles(
      context,
      { principal, grant, links, askedBy: this.#askedBy, loginFrom: "ST" },
      {
        hold: (name, held) => this.#input.set(`${grant.asset.id} ${grant.account.id} ${name}`, held),
        notice: (line) => this.#output.write(Buffer.from(`${line}\n`), true),
        ended,
        gone,
      },
    );
    this.#open.add(files);
    void files.session.ended.then(() => this.#open.delete(files));
    if (this.#held) files.session.hold("client", true);
    if (this.#isOver || gone.aborted) files.session.end("client_closed");
    return files;
  }
}
