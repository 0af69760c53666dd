import type { Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../engine/testing/free-port.ts";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../../engine/testing/openssh.ts";
import { listen, startToolBed, type ToolBed } from "./testing/tool-bed.ts";

describe.skipIf(opensshMissing() !== null)("a tool from a gateway", () => {
  let bed: ToolBed;
  let sshd: OpenSshServer;
  let strict: OpenSshServer;
  let quiet: Server;
  let quietPort: number;
  let domain: string;
  /** The gateways: one that forwards anywhere, one that forwards to one port alone, one that does not let in. */
  let gateways: Record<"open" | "strict" | "locked", string>;

  beforeAll(async () => {
    bed = await startToolBed();
    ({ server: quiet, port: quietPort } = await listen(() => undefined));
    [sshd, strict] = await Promise.all([
      startOpenSsh(),
      startOpenSsh({ config: [`PermitOpen 127.0.0.1:${bed.port}`] }),
    ]);
    domain = (await made("assets/domains/", { name: "Harbor" })).id;
    gateways = {
      open: await addGateway("Breakwater", sshd, sshd.privateKey),
      strict: await addGateway("Lock", strict, strict.privateKey),
      locked: await addGateway("Chain", sshd, strict.privateKey),
    };
  });
  afterAll(async () => {
    quiet?.close();
    await Promise.all([sshd?.stop(), strict?.stop()]);
    await bed?.close();
  });

  const made = async (path: string, body: Record<string, unknown>, organization?: string) => {
    const headers = organization === undefined ? {} : { "x-jms-org": organization };
    const answer = await bed.product.administrator.call("POST", path, body, headers);
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body;
  };
  const addGateway = async (
    name: string,
    { port, username }: OpenSshServer,
    secret: string,
    organization?: string,
  ) => {
    const gateway = await made(
      "assets/gateways/",
      {
        name,
        address: "127.0.0.1",
        platform: 11,
        ...(organization === undefined ? { domain } : {}),
        protocols: [{ name: "ssh", port }],
        accounts: [{ name: "way", username, secret_type: "ssh_key", secret, privileged: true }],
      },
      organization,
    );
    return gateway.id as string;
  };
  const telnet = (gateway: string, port = bed.port, host = "127.0.0.1") => ({
    ...{ tool_type: "telnet", dest_ip: host, dest_port: port, gateway },
  });

  it("tells whether a port is reached from there and what it says, and writes down which gateway it was", async () => {
    const said = await bed.use(telnet(gateways.open));
    expect(said).toMatch(
      /^Trying 127\.0\.0\.1 port \d+ from the gateway Breakwater …\r\nConnected in \d+ ms\r\nIt says: SSH-2\.0- \[2Jtarget\r\n\r\n$/,
    );
    const { rows } = await bed.product.database.pool.query(
      "select resource from operate_logs where resource like 'telnet%'",
    );
    expect(rows).toEqual([{ resource: `telnet 127.0.0.1 ${bed.port} @ Breakwater` }]);
    const { rows: pinned } = await bed.product.database.pool.query(
      "select fingerprint from host_keys where asset_id = $1",
      [gateways.open],
    );
    expect(pinned).toEqual([{ fingerprint: await sshd.fingerprint() }]);
  });

  it("has the gateway resolve names, and tells closed ports and machines that say nothing", async () => {
    expect(await bed.use(telnet(gateways.open, bed.port, "localhost"))).toContain("Connected in");
    expect(await bed.use(telnet(gateways.open, await freePort()))).toContain("Not connected: ECONNREFUSED");
    expect(await bed.use(telnet(gateways.open, quietPort))).toMatch(/Connected in \d+ ms\r\n\r\n$/);
    expect(await bed.use(telnet(gateways.open, 22, "no-such-machine.invalid"))).toContain("Not connected:");
  });

  it("scans ports, and tells how many of them the gateway does not forward to", async () => {
    const closed = await freePort();
    const scan = (gateway: string) =>
      bed.use({ tool_type: "nmap", dest_ips: "127.0.0.1", dest_ports: [bed.port, closed], gateway });
    const said = await scan(gateways.open);
    expect(said).toContain("Scanning 1 addresses, 2 ports each, from the gateway Breakwater\r\n");
    expect(said).toContain(
      `127.0.0.1: 1 open, 1 closed, 0 without an answer\r\n${bed.port}/tcp open\r\nDone: 1 of 1`,
    );
    expect(await scan(gateways.strict)).toContain(
      `127.0.0.1: 1 open, 0 closed, 0 without an answer\r\n127.0.0.1: the gateway does not forward to 1 of the ports\r\n${bed.port}/tcp open\r\n`,
    );
  });

  it("says which gateway does not let in", async () => {
    expect(await bed.use(telnet(gateways.locked))).toMatch(/^Exception: .*Chain/);
  });

  it("is none that a gateway cannot do", async () => {
    for (const tool_type of ["ping", "traceroute", "lookup"]) {
      expect(await bed.use({ tool_type, dest_ip: "127.0.0.1", gateway: gateways.open })).toContain(
        "Exception: This tool runs from the server only",
      );
    }
  });

  it("is for those who may see gateways and test assets in the organization of the gateway", async () => {
    const tools = ["settings.view_setting"];
    const outsider = await bed.person("outsider", tools);
    const seeing = await bed.person("seeing", tools, ["assets.view_gateway"]);
    const allowed = await bed.person("allowed", tools, [
      "assets.view_gateway",
      "assets.test_assetconnectivity",
    ]);
    const branch = await made("orgs/orgs/", { name: "Branch" });
    const elsewhere = await addGateway("Elsewhere", sshd, sshd.privateKey, branch.id);
    for (const { caller } of [outsider, seeing]) {
      expect(await bed.use(telnet(gateways.open), caller)).toContain(
        "Exception: This gateway does not exist",
      );
    }
    expect(await bed.use(telnet(gateways.open), allowed.caller)).toContain("Connected in");
    for (const other of [elsewhere, "00000000-0000-4000-8000-00000000000a", "' or true --", ["x"]]) {
      expect(await bed.use({ ...telnet(""), gateway: other }, allowed.caller)).toContain(
        "Exception: This gateway does not exist",
      );
    }
  });

  it("goes through no gateway that is switched off", async () => {
    await bed.product.administrator.call("PATCH", `assets/gateways/${gateways.strict}/`, {
      is_active: false,
    });
    expect(await bed.use(telnet(gateways.strict))).toContain("Exception: This gateway does not exist");
  });
});
