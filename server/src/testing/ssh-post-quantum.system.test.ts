import { execFileSync } from "node:child_process";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hybridOffer } from "../transport/ssh/post-quantum/availability.ts";
import { gatewayMissing, isMissing, type SshGateway, startSshGateway } from "./ssh-gateway.ts";

const method = "mlkem768x25519-sha256";

/** Whether this machine's OpenSSH is older than 9.9 and does not know the method. */
const opensshIsOld = (): boolean =>
  isMissing("ssh") || !execFileSync("ssh", ["-Q", "kex"], { encoding: "utf8" }).split("\n").includes(method);

const isOld = gatewayMissing() || opensshIsOld();

describe.skipIf(gatewayMissing())("the post-quantum key exchange through the gateway", () => {
  let gateway: SshGateway;

  beforeAll(async () => {
    // A target that speaks nothing else, where there is one.
    gateway = await startSshGateway(
      isOld ? {} : { targetConfig: [`KexAlgorithms ${method}`, "RekeyLimit 1M"] },
    );
  });
  afterAll(() => gateway.close());

  it("carries a session of a client that speaks it", async () => {
    const offer = await hybridOffer();
    const client = new ssh2.Client();
    const methods: string[] = [];
    client.on("handshake", ({ kex }) => methods.push(kex));
    const said = await new Promise((resolve, reject) => {
      client.on("error", reject);
      client.on("ready", () =>
        client.exec("echo over here", (error, channel) => {
          if (error) reject(error);
          else channel.on("data", (data: Buffer) => resolve(data.toString()));
        }),
      );
      const { direct: username, port } = gateway;
      client.connect({ host: "127.0.0.1", port, username, password: gateway.user.password });
      offer(client);
    });
    client.end();
    expect([said, methods]).toEqual(["over here\n", [method]]);
  });

  const opensshOnly = it.skipIf(isOld);

  opensshOnly("is what OpenSSH's client may insist on", async () => {
    const only = ["-o", `KexAlgorithms=${method}`];
    const { code, stdout, stderr } = await gateway.ssh([
      ...only,
      `${gateway.direct}@127.0.0.1`,
      "echo alive",
    ]);
    expect([code, stdout, stderr]).toEqual([0, "alive\n", ""]);
  });

  opensshOnly("renews the keys of both legs in the middle of a large transfer", async () => {
    const rekey = ["-o", "RekeyLimit=1M", "-o", `KexAlgorithms=${method}`];
    const { code, stdout } = await gateway.ssh([
      ...rekey,
      `${gateway.direct}@127.0.0.1`,
      "head -c 12000000 /dev/zero | tr '\\0' x",
    ]);
    expect([code, stdout.length]).toEqual([0, 12_000_000]);
  });
});
