import { type ChildProcess, fork } from "node:child_process";
import { chmodSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createExpression } from "../engine/expressions.ts";
import { unusedId } from "../engine/process/unprivileged.ts";
import { bundleForTest, type TestBundle } from "../engine/testing/bundle.ts";
import { TerminalClient } from "../engine/testing/terminal-client.ts";
import { createGateway, type Gateway } from "../gateway/gateway.ts";
import { createGatewayPorts } from "../gateway-ports.ts";
import { createTestProduct, type TestProduct } from "../testing/product.ts";
import { toAsciicast } from "../transport/recording/export.ts";
import { resolveRecording } from "../transport/recording/path.ts";
import { openRecording, verifyRecording } from "../transport/recording/reader.ts";
import { type DemoSignIn, seedDemo } from "./seed.ts";
import { prepareShellAccess, readShellAccess, type ShellAccess } from "./shell/access.ts";

/** Rows the demonstration makes, by table. */
const tables = [
  ...["organizations", "users", "user_groups", "role_bindings", "licenses", "assets", "nodes", "accounts"],
  ...["asset_permissions", "sessions", "login_logs", "operate_logs", "site_message_users", "demo_seed"],
  ...[
    "labels",
    "domains",
    "account_templates",
    "command_groups",
    "gathered_accounts",
    "commands",
    "ftp_logs",
  ],
  "password_change_logs",
] as const;

describe("the demonstration", () => {
  let product: TestProduct;
  let signIns: DemoSignIn[] | null;
  let access: ShellAccess;
  beforeAll(async () => {
    product = await createTestProduct();
    const { dataFolder } = product.services.config;
    // As the product makes it: others pass through.
    chmodSync(dataFolder, 0o711);
    access = await prepareShellAccess(dataFolder);
    signIns = await seedDemo(product.app.fastify, product.services);
  }, 120_000);
  afterAll(() => product?.close());

  const count = async (what: string): Promise<number> => {
    const query = sql<{ n: number }>`select count(*)::integer as n from ${sql.raw(what)}`;
    return (await query.execute(product.services.db)).rows[0]?.n ?? 0;
  };
  const counts = async () =>
    Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)])));

  it("is a believable installation", async () => {
    expect(await count("assets")).toBeGreaterThan(320);
    const categories = await sql<{
      category: string;
    }>`select distinct category from assets order by 1`.execute(product.services.db);
    expect(categories.rows.map(({ category }) => category)).toEqual([
      "cloud",
      "database",
      "device",
      "gpt",
      "host",
      "web",
    ]);
    expect(await count("users")).toBe(26);
    expect(await count("organizations where name <> 'SYSTEM'")).toBe(3);
    expect(await count("nodes where parent_id is not null")).toBeGreaterThan(25);
    expect(await count("accounts where secret_sealed like 'v2.%'")).toBeGreaterThan(400);
    expect(await count("asset_permissions where date_expired < now()")).toBe(2);
    expect(await count("asset_permissions where not is_active")).toBe(2);
    expect(await count("sessions where is_finished and date_start > now() - interval '30 days'")).toBe(60);
    expect(await count("sessions where has_replay and recording_duration between 10e6 and 600e6")).toBe(56);
    expect(await count("operate_logs")).toBeGreaterThan(300);
    expect(await count("asset_permission_nodes")).toBeGreaterThanOrEqual(17);
    expect(await count("asset_permission_user_groups")).toBe(14);
    const { administrator } = product;
    expect((await administrator.call("GET", "notifications/site-messages/unread-total/")).body.total).toBe(5);
    expect((await administrator.call("GET", "settings/public/")).body.XPACK_LICENSE_IS_VALID).toBe(true);
    expect((await administrator.call("GET", "users/profile/")).body.console_orgs).toHaveLength(5);
  });

  it("has something in every list of a finished page, and audits files that were kept", async () => {
    const lists = [
      ...["assets/labels", "assets/domains", "assets/gateways", "assets/platforms", "acls/command-groups"],
      ...["accounts/accounts", "accounts/account-templates", "accounts/gathered-accounts"],
      ...["accounts/change-secret-automations", "accounts/push-account-automations"],
      ...["accounts/gather-account-automations", "accounts/gather-account-executions"],
      ...["accounts/account-backup-plans", "ops/adhocs", "ops/jobs", "tickets/tickets"],
      ...["acls/login-acls", "acls/login-asset-acls", "acls/command-filter-acls", "acls/connect-method-acls"],
      ...["users/users", "users/groups", "rbac/roles", "perms/asset-permissions", "ops/task-executions"],
      ...["terminal/sessions", "audits/ftp-logs", "audits/operate-logs"],
      ...["audits/login-logs", "audits/password-change-logs", "notifications/site-messages"],
    ];
    const { administrator } = product;
    const empty: string[] = [];
    for (const list of lists) {
      const { status, body } = await administrator.call("GET", `${list}/?limit=1`);
      if (status !== 200 || body.count === 0) empty.push(`${list}: ${status}`);
    }
    expect(empty).toEqual([]);
    const tasks = (await administrator.call("GET", "ops/task-executions/")).body as { name: string }[];
    expect(tasks.length).toBeGreaterThanOrEqual(3);
    const kept = (await administrator.call("GET", "audits/ftp-logs/?has_file=true&limit=1")).body.results[0];
    const file = await administrator.call("GET", `audits/ftp-logs/${kept.id}/file/download/`);
    expect([file.status, file.text.length]).toEqual([200, kept.size]);
    expect(await count("commands")).toBeGreaterThan(200);
    // Commands belong to the session they were typed in, in its time.
    expect(
      await count(
        "commands c join sessions s on s.id = c.session_id where c.date_executed not between s.date_start and s.date_end",
      ),
    ).toBe(0);
    expect(await count("sessions where has_replay and not has_command")).toBe(0);
  });

  it("has expressions of commands that find what their groups are named for", async () => {
    const groups = await product.administrator.call("GET", "acls/command-groups/");
    const expressions = (groups.body as { type: { value: string }; content: string }[])
      .filter(({ type }) => type.value === "regex")
      .map(({ content }) => createExpression(content));
    for (const command of [
      "rm -rf /srv",
      "mkfs.ext4 /dev/sda1",
      "cat ~/.ssh/id_ed25519",
      "cat /etc/shadow",
    ]) {
      expect([command, expressions.some((matches) => matches(command))]).toEqual([command, true]);
    }
  });

  it("tells the sign-ins of an auditor and an operator, and they work", async () => {
    expect(signIns?.map(({ username }) => username)).toEqual(["auditor", "operator"]);
    const [auditor, operator] = signIns ?? [];
    const listen = await product.bearer("auditor", auditor?.password ?? "");
    expect((await listen.call("GET", "terminal/sessions/?limit=1")).status).toBe(200);
    expect((await listen.call("GET", "assets/hosts/?limit=1")).status).toBe(403);
    const work = await product.bearer("operator", operator?.password ?? "");
    expect((await work.call("GET", "perms/users/self/assets/?limit=1")).body.count).toBeGreaterThan(50);
  });

  it("is made once", async () => {
    const before = await counts();
    expect(await seedDemo(product.app.fastify, product.services)).toBeNull();
    expect(await counts()).toEqual(before);
  });

  it("is completed, not repeated, when it was interrupted", async () => {
    const before = await counts();
    await sql`delete from demo_seed`.execute(product.services.db);
    await sql`delete from site_messages`.execute(product.services.db);
    await sql`delete from login_logs`.execute(product.services.db);
    expect(await seedDemo(product.app.fastify, product.services)).toEqual([]);
    const after = await counts();
    // Invitations that repeat what is so are written down again; nothing else is. Of requests nobody is told again.
    expect({ ...after, operate_logs: 0, login_logs: 0 }).toEqual({
      ...before,
      operate_logs: 0,
      login_logs: 0,
      site_message_users: 3,
    });
  });

  it("has recordings that verify, play and are as long as they say", async () => {
    const { rows } = await sql<{
      id: string;
      recording_path: string;
      recording_hash: string;
      seconds: number;
    }>`
      select id, recording_path, recording_hash, recording_duration / 1e6 as seconds from sessions
      where has_replay order by recording_duration
    `.execute(product.services.db);
    const { config, secrets } = product.services;
    expect([rows[0]?.seconds, rows.at(-1)?.seconds].map(Number)).toEqual([10, 600]);
    for (const row of [rows[0], rows[30], rows.at(-1)]) {
      const file = resolveRecording(config.dataFolder, row?.recording_path ?? "");
      expect(await verifyRecording(file, secrets)).toMatchObject({
        state: "complete",
        hash: row?.recording_hash,
      });
      const recording = await openRecording(file, secrets);
      let cast = "";
      for await (const part of toAsciicast(recording)) cast += part.toString();
      await recording.close();
      const [header, ...lines] = cast
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(header).toMatchObject({ version: 2, width: 120, height: 32 });
      expect(lines.length).toBeGreaterThan(10);
      const times = lines.map(([at]) => at);
      expect(times).toEqual([...times].sort((left, right) => left - right));
      expect(times.at(-1)).toBeLessThanOrEqual(Number(row?.seconds));
    }
    const longest = await openRecording(
      resolveRecording(config.dataFolder, rows.at(-1)?.recording_path ?? ""),
      secrets,
    );
    const kinds = new Set<string>();
    for await (const { kind } of longest.events()) kinds.add(kind);
    await longest.close();
    expect([...kinds].sort()).toEqual(["o", "r"]);
    const replay = await product.administrator.call(
      "GET",
      `terminal/sessions/${rows[0]?.id}/replay/`,
      undefined,
      {
        "x-jms-org": "root",
      },
    );
    expect(replay.status).toBe(200);
  });

  describe("offers a shell", () => {
    let bundle: TestBundle;
    let child: ChildProcess;
    let gateway: Gateway;
    let server: Server;
    beforeAll(async () => {
      bundle = await bundleForTest(join(import.meta.dirname, "../main.ts"));
      const { config, secrets } = product.services;
      child = fork(bundle.script, ["--child", "demo-shell"], {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      const ready = new Promise((resolve, reject) => {
        child.once("message", resolve);
        child.once("exit", (code) => reject(new Error(`the shell process ended with ${code}`)));
      });
      child.send({ type: "start-shell", dataFolder: config.dataFolder });
      await ready;
      gateway = await createGateway({
        ports: await createGatewayPorts(product.services),
        keys: secrets,
        dataFolder: config.dataFolder,
        siteUrl: config.siteUrl,
      });
      server = createServer();
      server.on("upgrade", (request, socket, head) => gateway.upgrade(request, socket as Socket, head));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    });
    afterAll(async () => {
      await gateway?.close();
      server?.closeAllConnections();
      server?.close();
      child?.kill("SIGKILL");
      bundle?.remove();
    });

    const open = async () => {
      const { administrator } = product;
      const host = (await administrator.call("GET", "assets/hosts/?name=This%20machine")).body[0];
      const token = await administrator.call("POST", "authentication/connection-token/", {
        asset: host.id,
        account: "demo",
        protocol: "ssh",
        connect_method: "web_cli",
      });
      expect(token.status).toBe(201);
      const cookie = Object.entries(administrator.cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; ");
      const { port } = server.address() as AddressInfo;
      return TerminalClient.session({
        url: `http://127.0.0.1:${port}`,
        token: token.body.id,
        headers: { cookie, origin: product.services.config.siteUrl },
      });
    };

    it("that works through the gateway, as an account without rights or secrets", async () => {
      const client = await open();
      client.type("stty size; echo uid=$(id -u) groups=$(id -G)\r");
      await client.see("24 80");
      client.type(`cat ${product.services.config.dataFolder}/secret.key; echo d''one\r`);
      await client.see("done\r\n");
      client.type("env | grep -c SALLYPORT; echo co''unted\r");
      await client.see("counted\r\n");
      // As programs that send files do; and the terminal is one of UTF-8 all the same.
      client.type("printf '<\\212\\377>'; stty -a | grep -o '.iutf8\\| iutf8'; echo pas''sed\r");
      await client.see("passed\r\n");
      expect(client.transcript.includes(Buffer.from("<\x8a\xff> iutf8\r\n", "latin1"))).toBe(true);
      client.type("exit\r");
      await client.closed;
      const transcript = client.transcript.toString();
      expect(transcript).toMatch(/0\r\ncounted/);
      if (process.getuid?.() === 0) {
        const [, uid, groups] = /uid=(\d+) groups=([\d ]+)/.exec(transcript) ?? [];
        expect(Number(uid)).toBeGreaterThanOrEqual(61_184);
        expect(groups?.trim()).toBe(uid);
        expect(transcript).toContain("Permission denied");
      }
    });

    const connect = (options: Partial<ssh2.ConnectConfig>): Promise<string> =>
      new Promise((resolve) => {
        const client = new ssh2.Client();
        const settle = (outcome: string) => {
          client.end();
          resolve(outcome);
        };
        client.on("error", (error) => settle(error.message));
        client.on("ready", () =>
          client.exec("id; exit 3", (error, channel) => {
            if (error) return settle(error.message);
            let output = "";
            channel.on("data", (data: Buffer) => {
              output += data.toString();
            });
            // The status may come before the last of the output.
            let status: number | undefined;
            channel.on("exit", (code: number) => {
              status = code;
            });
            channel.on("close", () => settle(`${output}${status}\n`));
          }),
        );
        client.connect({
          host: "127.0.0.1",
          port: access.port,
          username: "demo",
          password: access.password,
          ...options,
        });
      });

    it("and runs commands, to nobody without its password", async () => {
      expect(await connect({ password: "guess" })).toMatch(/authentication/i);
      expect(await connect({ username: "root" })).toMatch(/authentication/i);
      const told = await connect({});
      expect(told).toMatch(/^uid=\d+.*\n3\n$/s);
      if (process.getuid?.() === 0)
        expect(Number(/uid=(\d+)/.exec(told)?.[1])).toBeGreaterThanOrEqual(61_184);
    });

    it("with credentials that stay, in a file of its own", async () => {
      expect(readShellAccess(product.services.config.dataFolder)).toEqual(access);
      // Taken by the running shell: the next start takes another port and keeps the password.
      const next = await prepareShellAccess(product.services.config.dataFolder);
      expect(next.port).not.toBe(access.port);
      expect(next.password).toBe(access.password);
      await seedDemo(product.app.fastify, product.services);
      const host = (await product.administrator.call("GET", "assets/hosts/?name=This%20machine")).body[0];
      expect(host.protocols[0].port).toBe(next.port);
    });
  });
});

describe("the account of the shell", () => {
  it("is nobody's", () => {
    expect(unusedId("root:x:0:0:root:/root:/bin/sh", "nogroup:x:65534:")).toBe(61_184);
    expect(unusedId("a:x:61184:100::/:", "b:x:61185:\nc:x:61186:")).toBe(61_187);
  });
});
