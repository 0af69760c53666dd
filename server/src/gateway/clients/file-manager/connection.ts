import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import { type AccountFiles, failureLine, openAccountFiles } from "../../files/account-files.ts";
import { assetTree } from "../../files/asset-tree.ts";
import type { FileView } from "../../files/file-view.ts";
import { anyRight, fileRights } from "../../files/rights.ts";
import { straightView } from "../../files/straight-view.ts";
import { fileText } from "../../files/texts.ts";
import { treeView } from "../../files/tree-view.ts";
import type { GatewayContext } from "../../open-session.ts";
import type { ConnectionGrant, GatewayPrincipal } from "../../ports.ts";
import { text } from "../../texts.ts";
import { TerminalChannel } from "../web-terminal/channel.ts";
import { failureFrom } from "./failure.ts";
import { FilesClient } from "./files-client.ts";
import { managerText } from "./texts.ts";
import { Uploads } from "./uploads.ts";

/** The open connections, by their ids. */
export type OpenManagers = Map<string, ManagerConnection>;

/** What requests deal with. */
export interface OpenFiles {
  readonly view: FileView;
  readonly client: FilesClient;
  readonly uploads: Uploads;
}

/** Whether a connection belongs to somebody's very sign-in. */
export const isOf = (
  { principal }: Pick<ManagerConnection, "principal">,
  { userId, signInId }: Pick<GatewayPrincipal, "userId" | "signInId">,
): boolean => principal.userId === userId && principal.signInId === signInId;

/** What a connection is opened with. */
export interface ManagerRequest {
  readonly principal: GatewayPrincipal;
  readonly query: URLSearchParams;
}

/**
 * The WebSocket of a file manager: as long as it is open, requests with its id deal with files. By a connection token it
 * shows the files of one account, without one the tree of all that is granted. docs/contract/file-manager.md, section 1.
 */
export class ManagerConnection {
  readonly id = randomUUID();
  readonly principal: GatewayPrincipal;
  /** Archives that were asked for and not fetched yet: what is in each, by a key of its own. */
  readonly archives = new Map<string, readonly string[]>();
  /** Requests under way that can be given up, by the ids their client gave them. */
  readonly running = new Map<string, AbortController>();
  readonly #context: GatewayContext;
  readonly #query: URLSearchParams;
  readonly #managers: OpenManagers;
  readonly #channel: TerminalChannel;
  readonly #gone = new AbortController();
  readonly #open = new Set<AccountFiles>();
  #files: OpenFiles | null = null;
  /** What the person was told last: why it ends, when it does. */
  #told = "";

  constructor(
    context: GatewayContext,
    socket: WebSocket,
    { principal, query }: ManagerRequest,
    managers: OpenManagers,
  ) {
    this.#context = context;
    this.principal = principal;
    this.#query = query;
    this.#managers = managers;
    this.#channel = new TerminalChannel(this.id, socket, {
      frame: ({ type }) => {
        if (type === "CLOSE") this.#channel.close();
      },
      binary: () => this.#channel.close(1003),
      malformed: () => this.#channel.close(1003),
      closed: () => this.#end(),
    });
  }

  /** The files of another open connection of the same sign-in; null where there is none. */
  sibling(id: string): OpenFiles | null {
    const other = this.#managers.get(id);
    return other !== undefined && isOf(other, this.principal) ? other.files : null;
  }

  /** The files; null before they are open and after the end. */
  get files(): OpenFiles | null {
    return this.#files;
  }

  /** Aborted when the client has gone or the session has ended. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Opens the files, and says so. */
  async start(): Promise<void> {
    try {
      const { ports, records } = this.#context;
      const view = await this.#view();
      if (view === null || this.gone.aborted) return;
      const client = new FilesClient(view, records, (error) => failureLine(error, this.principal));
      for (const [name, held] of this.#holds) client.hold(name, held);
      this.#files = { view, client, uploads: new Uploads(client) };
      await client.start();
      this.#managers.set(this.id, this);
      this.#channel.send("CONNECT", await ports.publicSettings(this.principal));
    } catch (error) {
      this.#fail(error);
    }
  }

  async #view(): Promise<FileView | null> {
    const token = this.#query.get("token") ?? "";
    if (token === "") return this.#tree();
    const grant = await this.#context.ports.redeemConnectionToken(token, this.principal, "web_sftp");
    if (grant.protocol !== "sftp") return this.#refuse(managerText.notForFiles);
    if (!anyRight(fileRights(grant.actions))) return this.#refuse(fileText.nothingGranted);
    const { account } = await this.#openAccount(grant, () => this.#refuseLine(this.#told));
    return straightView(account);
  }

  #tree(): FileView {
    const { ports } = this.#context;
    const root = assetTree(ports.sshServer, this.principal, {
      decide: (asset, account) =>
        ports.decide(this.principal, { asset, account, protocol: "sftp", way: "web-files" }),
      open: (grant, ended) => this.#openAccount(grant, ended),
    });
    return treeView(root);
  }

  readonly #holds = new Map<string, boolean>();

  async #openAccount(grant: ConnectionGrant, ended: () => void): Promise<AccountFiles> {
    const files = await openAccountFiles(
      this.#context,
      { principal: this.principal, grant, loginFrom: "WT" },
      {
        hold: (name, held) => {
          const whose = `${grant.asset.id} ${grant.account.id} ${name}`;
          this.#holds.set(whose, held);
          this.#files?.client.hold(whose, held);
          if (name === "locked") {
            this.#channel.send(held ? "TERMINAL_SESSION_PAUSE" : "TERMINAL_SESSION_RESUME", { user: "" });
          }
        },
        notice: (line) => {
          this.#told = line;
          this.#channel.send("ERROR", "", line);
        },
        ended,
        gone: this.gone,
      },
    );
    this.#open.add(files);
    void files.session.ended.then(() => {
      this.#open.delete(files);
      // What held its requests back holds nothing any more.
      for (const name of [...this.#holds.keys()]) {
        if (!name.startsWith(`${grant.asset.id} ${grant.account.id} `)) continue;
        this.#holds.delete(name);
        this.#files?.client.hold(name, false);
      }
    });
    return files;
  }

  #fail(error: unknown): void {
    const known = failureFrom(error);
    if (known !== null) this.#refuse(known.detail);
    else {
      log.error({ err: error }, "a file manager could not be opened");
      this.#refuse(text.internal);
    }
  }

  #refuse(message: Message): null {
    this.#refuseLine(translate(message, this.principal.language));
    return null;
  }

  #refuseLine(line: string): void {
    this.#channel.send("TERMINAL_ERROR", "", line);
    this.#channel.close();
    this.#end();
  }

  #end(): void {
    if (this.gone.aborted) return;
    this.#managers.delete(this.id);
    this.#gone.abort();
    for (const request of this.running.values()) request.abort();
    const files = this.#files;
    this.#files = null;
    const sessions = [...this.#open];
    void (files?.client.end() ?? Promise.resolve()).then(() => {
      for (const { session } of sessions) session.end("client_closed");
    });
  }
}
