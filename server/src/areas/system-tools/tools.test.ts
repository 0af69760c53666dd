import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { permissionByCode } from "@sallyport/contract/permissions";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { TestCaller, TestProduct } from "../../testing/product.ts";
import { isHostName, readAddresses, readPorts } from "./targets.ts";
import { listen, startToolBed, type ToolBed, withPrograms } from "./testing/tool-bed.ts";

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
  let bed: ToolBed;
  let product: TestProduct;
  let port: number;
  beforeAll(async () => {
    bed = await startToolBed();
    ({ product, port } = bed);
  });
  afterAll(() => bed?.close());

  const use = (asked: unknown, caller?: TestCaller) => bed.use(asked, caller);

  it("is for those who see the settings", async () => {
    const { id } = await product.createUser({ username: "curious", name: "Curious" });
    expect(await bed.refusal(null)).toMatch(/401|403/);
    expect(await bed.refusal(await product.signIn(id))).toContain("403");
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

  it.each([
    ["ping", "-n -c 5 -W 3 -s 64 127.0.0.1"],
    ["traceroute", "-n -q 2 -w 2 -m 30 127.0.0.1"],
  ])("has the %s program of the server try an address, and says where there is none", (name, given) =>
    withPrograms(async (folder) => {
      const asked = { tool_type: name, dest_ip: "localhost" };
      expect(await use(asked)).toContain(`Exception: The ${name} program is not installed`);
      writeFileSync(join(folder, name), '#!/bin/sh\necho "asked $*"\n', { mode: 0o755 });
      expect(await use(asked)).toBe(`asked ${given}\r\n\r\n`);
    }),
  );

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

  it("runs one tool of a person at a time, and not more than some in a minute, whichever process runs them", async () => {
    const eager = await bed.person("eager", ["settings.view_setting"]);
    const { server, port: quiet } = await listen(() => undefined);
    try {
      const long = bed.begin(
        { tool_type: "telnet", dest_ip: "127.0.0.1", dest_port: quiet },
        eager.caller,
        0,
      );
      await long.said(/Connected/);
      expect(await bed.use({ tool_type: "none" }, eager.caller, 1)).toContain("is still running");
      await long.over;
    } finally {
      server.close();
    }
    const all: string[] = [];
    for (let times = 0; times < 20; times++)
      all.push(await bed.use({ tool_type: "none" }, eager.caller, times % 2));
    expect(all.filter((said) => said.includes("tool does not exist"))).toHaveLength(19);
    expect(all.at(-1)).toContain("too often");
  });

  it("lets nobody wait for a process that is gone", async () => {
    const { id, caller } = await bed.person("unlucky", ["settings.view_setting"]);
    const leave = (seconds: number) =>
      product.database.pool.query(
        "insert into tool_uses (user_id, date_began) values ($1, now() - make_interval(secs => $2))",
        [id, seconds],
      );
    await leave(131);
    expect(await use({ tool_type: "none" }, caller)).toContain("tool does not exist");
    await leave(120);
    expect(await use({ tool_type: "none" }, caller)).toContain("is still running");
  });
});

describe("a tool at work", () => {
  let bed: ToolBed;
  beforeAll(async () => {
    bed = await startToolBed(0.05);
  });
  afterAll(() => bed?.close());

  it("ends when the right to it is taken away", async () => {
    const person = await bed.person("former", ["settings.view_setting", "users.view_user"]);
    const { administrator } = bed.product;
    const folder = mkdtempSync(join(tmpdir(), "sallyport-programs-"));
    writeFileSync(join(folder, "ping"), "#!/bin/sh\necho begun\nexec /bin/sleep 60\n", { mode: 0o755 });
    vi.stubEnv("PATH", folder);
    try {
      const run = bed.begin({ tool_type: "ping", dest_ip: "127.0.0.1" }, person.caller);
      await run.said(/begun/);
      const { body: roles } = await administrator.call("GET", "rbac/system-roles/");
      const role = roles.find(({ name }: { name: string }) => name === "former system");
      const { status } = await administrator.call("PATCH", `rbac/system-roles/${role.id}/`, {
        permissions: [permissionByCode.get("users.view_user")?.id],
      });
      expect(status).toBe(200);
      expect((await run.over).code).toBe(4401);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    }
  });
});
