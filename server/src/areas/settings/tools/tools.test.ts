import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { HttpApp } from "../../../engine/http/http-server.ts";
import { acceptUpgrades } from "../../../engine/http/upgrades.ts";
import { localChannel } from "../../../engine/process/channel.ts";
import { createHttpApp } from "../../../http-app.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { isHostName, readAddresses, readPorts } from "./targets.ts";

describe("targets", () => {
  it("are single addresses, names, ranges and networks", () => {
    expect(readAddresses("192.0.2.1, 192.0.2.254-255,a.example")).toEqual([
      "192.0.2.1",
      "192.0.2.254",
      "192.0.2.255",
      "a.example",
    ]);
    expect(readAddresses("192.0.2.9/30")).toEqual(["192.0.2.8", "192.0.2.9", "192.0.2.10", "192.0.2.11"]);
    expect(readAddresses("192.0.2.255-192.0.3.1")).toEqual(["192.0.2.255", "192.0.3.0", "192.0.3.1"]);
    expect(readAddresses("192.0.2.0/24")).toHaveLength(256);
  });
  it.each([
    "",
    "-c",
    "--help",
    "a b",
    "a;b",
    "$(id)",
    "192.0.2.0/23",
    "192.0.2.0/33",
    "192.0.2.9-192.0.2.1",
    "0.0.0.0-255.255.255.255",
    "192.0.2.1-300",
    "192.0.2.0/8/8",
  ])("are not %j", (target) => {
    expect(readAddresses(target)).toBeNull();
    expect(isHostName(target)).toBe(false);
  });
  it("have ports from 1 to 65535", () => {
    expect(readPorts("22, 80,22")).toEqual([22, 80]);
    expect(readPorts([443, "1"])).toEqual([443, 1]);
    expect(readPorts(undefined)).toEqual([]);
    for (const port of ["0", "65536", "-1", "22 23", "1e3"]) expect(readPorts(port)).toBeNull();
  });
});

describe("the socket of the tools", () => {
  let product: TestProduct;
  let app: HttpApp;
  let target: Server;
  let port: number;
  beforeAll(async () => {
    target = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.end("SSH-2.0-\u001b[2Jtarget\r\n");
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    port = (target.address() as AddressInfo).port;
    product = await createTestProduct({ SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
    const { services, areas } = product.product;
    app = await createHttpApp(services, areas);
    const sockets = areas.flatMap((area) => area.sockets ?? []);
    acceptUpgrades(
      app.fastify,
      services,
      sockets,
      localChannel(() => undefined),
    );
    await app.fastify.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    await app?.fastify.close();
    await product?.close();
    target?.close();
  });

  const open = (caller: TestCaller | null): WebSocket => {
    const at = (app.fastify.server.address() as AddressInfo).port;
    const cookie = Object.entries(caller?.cookies ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    return new WebSocket(`ws://127.0.0.1:${at}/ws/setting/tools/`, { headers: { cookie } });
  };
  /** All that a tool says until it is over. */
  const use = (asked: unknown, caller = product.administrator): Promise<string> =>
    new Promise((resolve, reject) => {
      let said = "";
      const socket = open(caller);
      socket.on("open", () => socket.send(typeof asked === "string" ? asked : JSON.stringify(asked)));
      socket.on("message", (data) => {
        said += (JSON.parse(String(data)) as { msg: string }).msg;
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(said));
    });
  const refusal = (caller: TestCaller | null): Promise<string> =>
    new Promise((resolve) => {
      const socket = open(caller);
      socket.on("error", (error) => resolve(error.message));
      socket.on("open", () => resolve("open"));
    });

  it("is for those who see the settings", async () => {
    const { id } = await product.createUser({ username: "curious", name: "Curious" });
    expect(await refusal(null)).toMatch(/401|403/);
    expect(await refusal(await product.signIn(id))).toContain("403");
  });

  it("tells whether a port is reached and what it says, and writes the use down", async () => {
    const said = await use({ tool_type: "Telnet", dest_ip: "127.0.0.1", dest_port: port });
    expect(said).toMatch(
      /Trying 127\.0\.0\.1 .*\r\nConnected in \d+ ms\r\nIt says: SSH-2\.0- \[2Jtarget\r\n\r\n$/,
    );
    const { rows } = await product.database.pool.query(
      "select resource, action from operate_logs where resource like 'Telnet%'",
    );
    expect(rows).toEqual([{ resource: `Telnet 127.0.0.1 ${port}`, action: "view" }]);
  });

  it("has the ping program of the server try an address, and says where there is none", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-ping-"));
    vi.stubEnv("PATH", folder);
    try {
      const asked = { tool_type: "ping", dest_ip: "localhost" };
      expect(await use(asked)).toContain("Exception: The ping program is not installed");
      writeFileSync(join(folder, "ping"), '#!/bin/sh\necho "asked $*"\n', { mode: 0o755 });
      expect(await use(asked)).toBe("asked -n -c 5 -W 3 -s 64 127.0.0.1\r\n\r\n");
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    }
  });

  it("scans ports of addresses, and skips those of the server itself that are not allowed", async () => {
    const asked = { tool_type: "nmap", dest_ips: "127.0.0.1-2", dest_ports: [port, 1] };
    const said = await use(asked);
    expect(said).toContain(`127.0.0.1: 1 open, 1 closed, 0 without an answer\r\n${port}/tcp open\r\n`);
    expect(said).toContain("127.0.0.2: this is the server itself");
    expect(said).toMatch(/Done: 1 of 2 addresses answered, in [\d.]+ s\r\n\r\n$/);
  });

  it.each([
    [{ tool_type: "ping", dest_ip: "-f" }, "Enter one address"],
    [{ tool_type: "ping", dest_ip: "127.0.0.1 -f" }, "Enter one address"],
    [{ tool_type: "ping", dest_ip: ["127.0.0.1", "-f"] }, "Enter one address"],
    [{ tool_type: "ping", dest_ip: "127.0.0.2" }, "this is the server itself"],
    [{ tool_type: "telnet", dest_ip: "127.0.0.1", dest_port: "22 23" }, "Enter ports"],
    [{ tool_type: "nmap", dest_ips: "--script=x" }, "Enter at most 256 addresses"],
    [
      {
        tool_type: "nmap",
        dest_ips: "192.0.2.0/24",
        dest_ports:
          "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33",
      },
      "A scan covers at most 8192",
    ],
    [{ tool_type: "constructor", dest_ip: "127.0.0.1" }, "This tool does not exist"],
    ["[not json", "Enter one address"],
  ])("refuses %j", async (asked, why) => {
    const said = await use(asked);
    expect(said).toMatch(/^Exception: /);
    expect(said).toContain(why);
  });

  it("runs one tool of a person at a time, and not more than some in a minute", async () => {
    const { id } = await product.createUser({ username: "eager", name: "Eager", system_roles: [] });
    await product.database.pool.query(
      `insert into role_bindings (user_id, role_id, scope)
       select $1, role_id, scope from role_bindings b join users u on u.id = b.user_id where u.username = 'admin' limit 1`,
      [id],
    );
    const eager = await product.signIn(id);
    const all: string[] = [];
    for (let times = 0; times < 21; times++) all.push(await use({ tool_type: "none" }, eager));
    expect(all.filter((said) => said.includes("tool does not exist"))).toHaveLength(20);
    expect(all.at(-1)).toContain("too often");
  });
});
