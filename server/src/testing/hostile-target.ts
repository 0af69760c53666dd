import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import ssh2, { type Connection, type ServerChannel, type Session } from "ssh2";
import { makeHostKey } from "../transport/ssh/index.ts";
import { permit, type SshGateway } from "./ssh-gateway.ts";

/** A machine that lets everybody in and then does as the test says. */
export interface HostileTarget {
  /** User name that leads to it. */
  readonly direct: string;
  close(): void;
}

/** What it does with a session channel, and with its connection before that. */
export interface Hostility {
  readonly session: (session: Session) => void;
  readonly connection?: (connection: Connection) => void;
}

/** Starts such a machine and makes it an asset the person of the gateway may use. */
export async function startHostileTarget(gateway: SshGateway, how: Hostility): Promise<HostileTarget> {
  const connections = new Set<Connection>();
  const hostKeys = [await makeHostKey("ed25519")];
  const server = new ssh2.Server({ hostKeys }, (connection) => {
    connections.add(connection);
    // Missing in the types.
    (connection as unknown as { setNoDelay(noDelay: boolean): void }).setNoDelay(true);
    connection.on("error", () => undefined);
    connection.on("close", () => connections.delete(connection));
    connection.on("authentication", (context) => {
      if (context.method === "password") context.accept();
      else context.reject(["password"]);
    });
    how.connection?.(connection);
    connection.on("session", (accept) => {
      const session = accept();
      session.on("pty", (agree) => agree?.());
      session.on("window-change", (agree) => agree?.());
      session.on("env", (agree) => agree?.());
      how.session(session);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  // A port the system gives again must not name two assets alike.
  const name = `hostile-${port}-${randomUUID().slice(0, 8)}`;
  const { administrator } = gateway.product;
  const platforms = await administrator.call("GET", "assets/platforms/?name=Linux");
  const made = await administrator.call("POST", "assets/hosts/", {
    name,
    address: "127.0.0.1",
    platform: platforms.body[0].id,
    protocols: [
      { name: "ssh", port },
      { name: "sftp", port },
    ],
    nodes_display: ["/Default"],
    accounts: [{ name: "operator", username: "operator", secret_type: "password", secret: "any-secret" }],
  });
  if (made.status !== 201) throw new Error(`the asset was not made: ${made.text}`);
  await permit(gateway.product, {
    users: [gateway.user.id],
    assets: [made.body.id],
    accounts: ["@ALL"],
    actions: ["connect", "upload", "download", "delete"],
  });
  return {
    direct: `${gateway.user.username}#operator#${name}`,
    close() {
      for (const connection of connections) connection.end();
      server.close();
    },
  };
}

/** Serves SFTP with what `serve` does to the bytes of the channel. */
export const servingSftp =
  (serve: (channel: ServerChannel) => void): Hostility["session"] =>
  (session) => {
    // The library would answer as SFTP says; the bare channel says whatever it likes.
    session.on("subsystem", (accept) => serve(accept()));
  };
