import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { bundleForTest, type TestBundle } from "../../../engine/testing/bundle.ts";
import { type DatabasePeer, missingPeers, startPostgresql } from "../../../runner/testing/database-peers.ts";
import type { TestCaller } from "../../../testing/product.ts";
import { gatewayMissing, permit, type SshGateway, startSshGateway } from "../../../testing/ssh-gateway.ts";

/** Asked again soon: everything is on this machine. */
const soon = { timeout: 30_000, interval: 50 };

interface Host {
  readonly name: string;
  readonly state: string;
  readonly exit_code: number | null;
  readonly reason: string;
  readonly session: string | null;
}

describe.skipIf(gatewayMissing() || missingPeers.postgresql !== null)("jobs on real databases", () => {
  let runner: TestBundle;
  let peer: DatabasePeer;
  let ssh: SshGateway;
  let ada: TestCaller;
  let shop: string;
  beforeAll(async () => {
    runner = await bundleForTest(join(import.meta.dirname, "../../../runner/main.ts"));
    peer = await startPostgresql();
    ssh = await startSshGateway({ guardInterval: 500, runnerProgram: runner.script });
    await ssh.product.workByGateway(ssh.gateway);
    ada = await ssh.product.signIn(ssh.user.id);
    shop = await addDatabase("shop", {});
    await run("create table goods (id int, name text); insert into goods values (1, 'tea'), (2, 'salt')");
  }, 120_000);
  afterAll(async () => {
    await ssh?.close();
    await peer?.stop();
    runner?.remove();
  });

  const post = async (path: string, body: unknown, caller = ssh.product.administrator) => {
    const answer = await caller.call("POST", path, body);
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body;
  };

  /** A database that ada may use, with the account of the peer. */
  async function addDatabase(
    name: string,
    values: Readonly<Record<string, unknown>>,
    secret = peer.password,
  ) {
    const { administrator } = ssh.product;
    const platforms = await administrator.call("GET", "assets/platforms/?name=PostgreSQL");
    const { id } = await post("assets/databases/", {
      ...{ name, address: "127.0.0.1", platform: platforms.body[0].id, db_name: peer.database },
      protocols: [{ name: "postgresql", port: peer.port }],
      nodes_display: ["/Default"],
      accounts: [{ name: "operator", username: peer.username, secret_type: "password", secret }],
      ...values,
    });
    await permit(ssh.product, { users: [ssh.user.id], assets: [id], accounts: ["@ALL"] });
    return String(id);
  }

  const begin = async (args: string, job: Readonly<Record<string, unknown>> = {}) => {
    const { task_id: task } = await post(
      "ops/jobs/",
      {
        ...{ instant: true, is_periodic: false, module: "postgresql", runas: peer.username, assets: [shop] },
        args,
        ...job,
      },
      ada,
    );
    const { body } = await ada.call("GET", `ops/job-execution/task-detail/${task}/`);
    return { task: String(task), id: String(body.execution_id) };
  };
  const hostsOf = async (execution: string) =>
    (await ada.call("GET", `sallyport/job-executions/${execution}/hosts/`)).body.hosts as readonly Host[];
  const outputOf = async (execution: string, asset: string): Promise<string> =>
    (await ada.call("GET", `sallyport/job-executions/${execution}/hosts/${asset}/output/`)).body.text;

  async function run(args: string, job: Readonly<Record<string, unknown>> = {}) {
    const { id } = await begin(args, job);
    const status = await vi.waitFor(async () => {
      const { body } = await ada.call("GET", `ops/job-executions/${id}/`);
      expect(body.is_finished).toBe(true);
      return body.status as string;
    }, soon);
    const hosts = await hostsOf(id);
    const assets = (job.assets as readonly string[] | undefined) ?? [shop];
    return { status, hosts, output: await outputOf(id, assets[0] ?? "") };
  }

  test("a statement runs as a recorded session of its own, with its command", async () => {
    const { status, hosts, output } = await run("select id, name from goods order by id");
    expect({ status, output }).toEqual({
      status: "success",
      output: "id | name\n---+-----\n1  | tea\n2  | salt\n(2 rows)\n",
    });
    const [host] = hosts;
    expect(host).toMatchObject({ name: "shop", state: "ok", exit_code: 0 });
    const { rows } = await ssh.product.database.pool.query(
      "select type, protocol, login_from, is_success, is_finished, has_replay from sessions where id = $1",
      [host?.session],
    );
    expect(rows).toEqual([
      {
        ...{ type: "command", protocol: "postgresql", login_from: "JB" },
        ...{ is_success: true, is_finished: true, has_replay: true },
      },
    ]);
    const commands = await ssh.product.database.pool.query(
      "select input, output from commands where session_id = $1",
      [host?.session],
    );
    expect(commands.rows).toMatchObject([
      { input: "select id, name from goods order by id", output: expect.stringContaining("tea") },
    ]);
  });

  test("what the database refuses has failed, with its words", async () => {
    const { status, hosts, output } = await run("select * from nowhere");
    expect([status, hosts[0]?.state, hosts[0]?.exit_code]).toEqual(["failed", "failed", 1]);
    expect(output).toMatch(/^ERROR 42P01: .*nowhere/);
  });

  test("values are put in as strings of SQL, whatever is in them", async () => {
    const parameters_define = { who: { label: "Who", type: "text", default: "x'); drop table goods; --\\" } };
    const { status, output } = await run("select {{ who | quote }} as who", {
      use_parameter_define: true,
      parameters_define,
    });
    expect({ status, output }).toMatchObject({
      status: "success",
      output: expect.stringContaining("x'); drop table goods; --\\\n"),
    });
    expect((await run("select count(*) from goods")).output).toContain("\n2\n");
  });

  test("a rule refuses a statement before anything is connected", async () => {
    const { administrator } = ssh.product;
    const group = await post("acls/command-groups/", {
      ...{ name: "no drops", type: "regex", content: "drop\\s+table", ignore_case: true },
    });
    const rule = await post("acls/command-filter-acls/", {
      ...{ name: "no drops", action: "reject", priority: 1, command_groups: [group.id] },
      users: { type: "all" },
      assets: { type: "all" },
      accounts: ["@ALL"],
    });
    const { hosts } = await run("drop table goods");
    expect(hosts[0]?.state).toBe("refused");
    await administrator.call("DELETE", `acls/command-filter-acls/${rule.id}/`);
    expect((await run("select count(*) from goods")).output).toContain("\n2\n");
  });

  test("an account with a wrong secret is told apart, and an asset of another kind is left out", async () => {
    const wrong = await addDatabase("wrong", {}, "not the one");
    const { hosts } = await run("select 1", { assets: [wrong, ssh.assetId] });
    const byName = new Map(hosts.map((host) => [host.name, host]));
    expect(byName.get("wrong")).toMatchObject({ state: "unreachable" });
    expect(byName.get("wrong")?.reason).not.toContain("not the one");
    expect(byName.get("box")).toMatchObject({
      state: "excluded",
      reason: expect.stringContaining("postgresql"),
    });
  });

  test("a shell leaves databases out", async () => {
    const { hosts } = await run("uptime", { module: "shell" });
    expect(hosts[0]).toMatchObject({ state: "excluded", reason: "The asset has no SSH." });
  });

  test("a statement that is stopped does not go on in the database", async () => {
    const { task, id } = await begin("select pg_sleep(120), 'stopped here'");
    await vi.waitFor(async () => expect((await hostsOf(id))[0]?.state).toBe("running"), soon);
    const working = async () =>
      (await run("select count(*) from pg_stat_activity where query like '%stopped ' || 'here%'")).output;
    await vi.waitFor(async () => expect(await working()).toContain("\n1\n"), soon);
    expect((await ada.call("POST", `sallyport/task-executions/${task}/stop/`, {})).status).toBe(200);
    await vi.waitFor(async () => expect((await hostsOf(id))[0]?.state).toBe("stopped"), soon);
    await vi.waitFor(async () => expect(await working()).toContain("\n0\n"), soon);
  });

  test("a database behind a gateway is reached through it", async () => {
    const { target, product } = ssh;
    const { id: domain } = await post("assets/domains/", { name: "behind" });
    const platforms = await product.administrator.call("GET", "assets/platforms/?name=Gateway");
    await post("assets/gateways/", {
      ...{ name: "hop", address: "127.0.0.1", platform: platforms.body[0].id, domain },
      protocols: [{ name: "ssh", port: target.port }],
      accounts: [
        {
          ...{ name: "hop", username: target.username },
          secret_type: target.password === "" ? "ssh_key" : "password",
          secret: target.password === "" ? target.privateKey : target.password,
        },
      ],
    });
    const far = await addDatabase("far", { domain });
    const { status, output } = await run("select inet_client_addr() is not null as there", { assets: [far] });
    expect({ status, output }).toEqual({ status: "success", output: "there\n-----\nt\n(1 row)\n" });
    const { rows } = await product.database.pool.query(
      "select count(*)::int as pinned from host_keys where port = $1",
      [target.port],
    );
    expect(rows[0].pinned).toBeGreaterThan(0);
  });
});
