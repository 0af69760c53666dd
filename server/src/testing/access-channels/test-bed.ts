import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { permissionsChannel } from "../../areas/permissions/index.ts";
import { roleIds } from "../../areas/roles/index.ts";
import type { TestCaller } from "../product.ts";
import { type SshGateway, startSshGateway } from "../ssh-gateway.ts";

/** A port that leads to the target, and counts who comes: evidence that does not rest on the product's records. */
export interface Relay {
  readonly port: number;
  /** Connections so far. */
  count(): number;
  close(): void;
}

/** Everything people come to by every way: a product, its gateway with all channels open, and a real machine behind it. */
export interface TestBed {
  readonly gateway: SshGateway;
  /** Where browsers connect. */
  readonly url: string;
  /** A key everybody here signs in with: its private file, and the line that is stored. */
  readonly key: { readonly file: string; readonly line: string };
  /** Folder of the target that everybody may write to. */
  readonly there: string;
  /** Folder of the attempting client. */
  readonly here: string;
  /** What only the target knows: content of its file `mark`, of the front of `big`, and what its port says. */
  readonly mark: string;
  /** A port only the target leads to, which says the mark. */
  readonly markPort: number;
  /** A component, who asks for others. */
  readonly component: TestCaller;
  relay(): Promise<Relay>;
  /** Has the guards of all sessions look, and gives them time to. */
  haveGuardsLook(): Promise<void>;
  close(): Promise<void>;
}

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

/** Longer than anybody stays, at the pace programs are told to keep. */
const bigFile = 32 * 1024 * 1024;

/**
 * How often guards look by themselves, in milliseconds. Changes of what is granted have them look at once; settings are
 * all that waits for it. Thirty people are inside at times, and each look asks the database several questions.
 */
const guardInterval = 6000;

/** Starts all of it. */
export async function startTestBed(): Promise<TestBed> {
  const gateway = await startSshGateway({ guardInterval });
  const { product, target } = gateway;
  await product.configure({ AUTH_TEMP_TOKEN: true });
  await product.workByGateway(gateway.gateway);
  // The client closes connections that rest. Where both sides may, a busy machine sends requests into one that ends.
  const http = createHttpServer({ keepAliveTimeout: 0 }, (request, response) =>
    gateway.gateway.request(request, response),
  );
  http.on("upgrade", (request, socket, head) => gateway.gateway.upgrade(request, socket as Socket, head));
  const url = `http://127.0.0.1:${await listen(http)}`;
  const mark = `mark-${randomBytes(12).toString("hex")}`;
  const says = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write(`${mark}\n`);
  });
  const markPort = await listen(says);
  const relayPorts = new Set<number>();
  const there = await mkdtemp("/tmp/ways-there-");
  await chmod(there, 0o777);
  await startFilesIn(gateway, there);
  await writeFile(join(there, "mark"), `${mark}\n`);
  const big = Buffer.concat([Buffer.from(`${mark}\n`), Buffer.alloc(bigFile, "x")]);
  await Promise.all([there, gateway.folder].map((folder) => writeFile(join(folder, "big"), big)));
  const file = join(gateway.folder, "key");
  await gateway.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file]);
  const line = (await readFile(`${file}.pub`, "utf8")).trim();
  return {
    gateway,
    url,
    key: { file, line },
    there,
    here: gateway.folder,
    mark,
    markPort,
    component: await createComponent(gateway),
    relay: () => relayTo(target.port, relayPorts),
    async haveGuardsLook() {
      await product.services.events.publish(permissionsChannel, null);
      await new Promise((resolve) => setTimeout(resolve, 2000));
    },
    async close() {
      http.closeAllConnections();
      http.close();
      says.close();
      await gateway.close();
      await rm(there, { recursive: true, force: true });
    },
  };
}

/** Lets the tree of files show a folder of the target, rather than the home of its account. */
async function startFilesIn({ product }: SshGateway, folder: string): Promise<void> {
  await sql`
    update platform_protocols set setting = setting || jsonb_build_object('sftp_home', ${folder}::text)
    where name = 'sftp' and platform_id = 1
  `.execute(product.database.db);
}

async function createComponent({ product }: SshGateway): Promise<TestCaller> {
  const { id } = await product.createUser({
    username: "component",
    system_roles: [roleIds.systemComponent],
  });
  await sql`update users set is_service_account = true where id = ${id}::uuid`.execute(product.database.db);
  return product.signIn(id);
}

/**
 * @param taken ports of former relays: the assets behind them are still there, and an address and port that lead to
 * two of them name neither
 */
async function relayTo(port: number, taken: Set<number>): Promise<Relay> {
  let count = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    count += 1;
    const far = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  let own = await listen(server);
  while (taken.has(own)) {
    await new Promise((resolve) => server.close(resolve));
    own = await listen(server);
  }
  taken.add(own);
  return {
    port: own,
    count: () => count,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
