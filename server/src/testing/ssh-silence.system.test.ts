import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { gatewayMissing, plainClient, type SshGateway, startSshGateway } from "./ssh-gateway.ts";

/** A network that can fall silent: nothing is closed, and nothing comes through any more. */
interface Network {
  readonly port: number;
  silence(): void;
  close(): void;
}

async function networkTo(port: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("data", (data: Buffer) => {
        if (!isSilent) to.write(data);
      });
      from.on("end", () => {
        if (!isSilent) to.end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      isSilent = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe.skipIf(gatewayMissing())("a network that falls silent", () => {
  let gateway: SshGateway;
  const networks: Network[] = [];
  beforeAll(async () => {
    gateway = await startSshGateway({ keepAliveInterval: 500 });
  });
  afterEach(() => {
    for (const network of networks.splice(0)) network.close();
  });
  afterAll(() => gateway.close());

  const network = async (port: number) => {
    const made = await networkTo(port);
    networks.push(made);
    return made;
  };
  const reasons = async () => {
    const { rows } = await gateway.product.database.pool.query(
      "select is_finished, end_reason from sessions order by date_start desc limit 1",
    );
    return rows[0];
  };
  /** Runs a command that says when it has begun; `begun` is called then. */
  const command = (port: number, onStarted: () => void, typed = "echo begun; sleep 60") => {
    const ended = gateway.run(
      "sshpass",
      [
        "-e",
        "ssh",
        ...plainClient,
        "-o",
        "LogLevel=ERROR",
        "-p",
        String(port),
        `${gateway.direct}@127.0.0.1`,
        typed,
      ],
      { environment: { SSHPASS: gateway.user.password }, timeout: 20_000 },
    );
    void vi
      .waitFor(() => expect(gateway.gateway.sessions).toBe(1), 10_000)
      .then(() => new Promise((resolve) => setTimeout(resolve, 1000)))
      .then(onStarted);
    return ended;
  };

  it("towards the target ends the session, and the client reads why", async () => {
    const silent = await network(gateway.target.port);
    const answer = await gateway.product.administrator.call("PATCH", `assets/hosts/${gateway.assetId}/`, {
      protocols: [{ name: "ssh", port: silent.port }],
    });
    expect(answer.status, answer.text).toBe(200);
    const { code, stdout, stderr } = await command(gateway.port, () => silent.silence());
    expect([code, stdout]).toEqual([255, "begun\n"]);
    expect(stderr).toContain("The connection to the target was lost");
    expect(await gateway.lastSession()).toMatchObject({ end_reason: "connection_lost" });
    await gateway.product.administrator.call("PATCH", `assets/hosts/${gateway.assetId}/`, {
      protocols: [{ name: "ssh", port: gateway.target.port }],
    });
  });

  it("towards the client ends its sessions, which would else be open for ever", async () => {
    const silent = await network(gateway.port);
    const ended = command(silent.port, () => silent.silence());
    await vi.waitFor(
      async () => expect(await reasons()).toEqual({ is_finished: true, end_reason: "client_closed" }),
      15_000,
    );
    expect(gateway.gateway.sessions).toBe(0);
    silent.close();
    await ended;
  });

  it("and machines that go on talking are not cut off", async () => {
    const { code, stdout } = await command(gateway.port, () => undefined, "sleep 4; echo through");
    expect([code, stdout]).toEqual([0, "through\n"]);
  });
});
