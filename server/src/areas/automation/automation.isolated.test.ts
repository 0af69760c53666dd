import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bundleForTest, type TestBundle } from "../../engine/testing/bundle.ts";
import { type OpenSshServer, opensshMissing, startOpenSsh } from "../../engine/testing/openssh.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { readFacts } from "./results.ts";

const organizationAdmin = "00000000-0000-0000-0000-000000000005";
const organizationUser = "00000000-0000-0000-0000-000000000007";

describe("asking for work on assets", () => {
  let product: TestProduct;
  let linux: string;
  let website: string;
  beforeAll(async () => {
    product = await createTestProduct();
    linux = await host("plain", 22);
    website = (
      await product.administrator.call("POST", "assets/webs/", {
        name: "site",
        address: "https://192.0.2.7",
        platform: 26,
        protocols: [{ name: "http", port: 443 }],
      })
    ).body.id;
  });
  afterAll(() => product?.close());

  const host = async (name: string, port: number): Promise<string> =>
    (
      await product.administrator.call("POST", "assets/hosts/", {
        name,
        address: "127.0.0.1",
        platform: 1,
        protocols: [{ name: "ssh", port }],
      })
    ).body.id;

  it("answers the number of a task, and refuses what cannot be meant", async () => {
    const ask = (path: string, body: unknown) => product.administrator.call("POST", path, body);
    for (const action of ["test", "refresh"]) {
      const { status, body } = await ask(`assets/assets/${linux}/tasks/`, { action });
      expect([status, Object.keys(body)]).toEqual([201, ["task"]]);
    }
    expect((await ask("assets/assets/tasks/", { action: "test", assets: [linux] })).status).toBe(201);
    const root = (await product.administrator.call("GET", "assets/nodes/")).body[0].id;
    expect((await ask(`assets/nodes/${root}/tasks/`, { action: "refresh" })).status).toBe(201);

    expect((await ask(`assets/assets/${linux}/tasks/`, {})).body).toHaveProperty("action");
    expect((await ask(`assets/assets/${linux}/tasks/`, { action: "push_system_user" })).status).toBe(400);
    expect((await ask("assets/assets/tasks/", { action: "test", assets: [] })).body).toHaveProperty("assets");
    expect((await ask("assets/assets/tasks/", { action: "test", assets: "all" })).status).toBe(400);
    const push = await ask("accounts/accounts/tasks/", { action: "push", accounts: [linux] });
    expect([push.status, push.body.error]).toEqual([400, "Select at least one account."]);
    const off = await ask(`assets/assets/${website}/tasks/`, { action: "test" });
    expect([off.status, off.body.code]).toEqual([400, "not_supported"]);
    const ghost = "ffffffff-ffff-4fff-8fff-ffffffffffff";
    for (const path of [
      `assets/assets/${ghost}/tasks/`,
      `assets/nodes/${ghost}/tasks/`,
      `assets/gateways/${linux}/test-connective/`,
    ]) {
      expect([path, (await ask(path, { action: "test" })).status]).toEqual([path, 404]);
    }
    const ports = ["no number", 0, 70_000, 1.5, true];
    for (const port of ports) {
      const { status, body } = await ask(`assets/gateways/${linux}/test-connective/`, { port });
      expect([status, Object.keys(body)]).toEqual([400, ["port"]]);
    }
  });

  it("takes the right that its action needs", async () => {
    const role = await product.administrator.call("POST", "rbac/org-roles/", {
      name: "Testers",
      scope: "org",
      permissions: await codes("assets.test_assetconnectivity"),
    });
    const { id } = await product.createUser({ org_roles: [role.body.id] });
    const tester = await product.signIn(id);
    const ask = (action: string) => tester.call("POST", `assets/assets/${linux}/tasks/`, { action });
    expect((await ask("test")).status).toBe(201);
    expect((await ask("refresh")).status).toBe(403);
    const { body } = await tester.call("GET", "ops/task-executions/");
    expect(body.map(({ user }: { user: string }) => user)).toEqual([expect.stringContaining("user-")]);
  });

  const codes = async (...names: string[]) => {
    const { permissionByCode } = await import("@sallyport/contract/permissions");
    return names.map((name) => permissionByCode.get(name)?.id);
  };

  it("keeps what a target says of itself plain and short", () => {
    expect(
      readFacts({
        vendor: "Acme\u001b[2J",
        arch: "x".repeat(50),
        cpu_count: 2,
        memory: Number.NaN,
        kernel: "",
        unknown: "dropped",
        version: { not: "text" },
      }),
    ).toEqual({ vendor: "Acme␛[2J", arch: `${"x".repeat(15)}…`, cpu_count: 2 });
  });

  it("shows executions to their owner, to administrators of the organization, and to nobody else", async () => {
    const { body } = await product.administrator.call("POST", `assets/assets/${linux}/tasks/`, {
      action: "test",
    });
    const task = body.task as string;
    const organization = (await product.administrator.call("POST", "orgs/orgs/", { name: "Elsewhere" })).body
      .id;
    const elsewhere = async (path: string) => {
      const made = await product.administrator.call(
        "POST",
        "users/users/",
        {
          name: "Foreign",
          username: `foreign-${path.length}`,
          email: `foreign-${path.length}@example.com`,
          org_roles: [organizationAdmin],
        },
        { "x-jms-org": organization },
      );
      return product.signIn(made.body.id);
    };
    const foreign = await elsewhere("x");
    const member = await product.signIn((await product.createUser({ org_roles: [organizationUser] })).id);
    const administrator = await product.signIn(
      (await product.createUser({ org_roles: [organizationAdmin] })).id,
    );
    const paths = [
      `ops/task-executions/${task}/`,
      `ops/celery/task/x/task-execution/${task}/log/`,
      `ops/celery/task/x/task-execution/${task}/result/`,
      `/core/ops/celery/task/${task}/log/`,
    ];
    for (const path of paths) {
      expect([path, (await product.administrator.call("GET", path)).status]).toEqual([path, 200]);
      expect([path, (await administrator.call("GET", path)).status]).toEqual([path, 200]);
      expect([path, (await member.call("GET", path)).status]).toEqual([path, 404]);
      const refused = (await foreign.call("GET", path, undefined, { "x-jms-org": organization })).status;
      expect([path, refused]).toEqual([path, 404]);
    }
    for (const caller of [member, foreign]) {
      const stop = await caller.call("POST", `sallyport/task-executions/${task}/stop/`, {});
      expect(stop.status).toBe(404);
    }
    expect((await product.anonymous.call("GET", paths[3] ?? "")).headers.location).toMatch(
      /^\/core\/auth\/login\//,
    );
    expect((await administrator.call("POST", `sallyport/task-executions/${task}/stop/`, {})).status).toBe(
      200,
    );
  });
});

describe.skipIf(opensshMissing() !== null)("work on assets", () => {
  let product: TestProduct;
  let runner: TestBundle;
  let sshd: OpenSshServer;
  let good: string;
  let bad: string;
  beforeAll(async () => {
    [runner, sshd] = await Promise.all([
      bundleForTest(join(import.meta.dirname, "../../runner/main.ts")),
      startOpenSsh(),
    ]);
    product = await createTestProduct({}, { runnerProgram: runner.script });
    [good, bad] = [await host("good", sshd.privateKey), await host("bad", null)];
    await product.work();
  });
  afterAll(async () => {
    await product?.close();
    await sshd?.stop();
    runner?.remove();
  });

  /** A host whose account signs in with a key, or with a password that is wrong. */
  const host = async (name: string, key: string | null): Promise<string> => {
    const { body } = await product.administrator.call("POST", "assets/hosts/", {
      name,
      address: "127.0.0.1",
      platform: 1,
      protocols: [{ name: "ssh", port: sshd.port }],
      accounts: [
        {
          name: sshd.username,
          username: sshd.username,
          secret_type: key === null ? "password" : "ssh_key",
          secret: key ?? "surely wrong",
        },
      ],
    });
    return body.id;
  };

  const finished = async (task: string) => {
    await vi.waitFor(
      async () => {
        const { body } = await product.administrator.call("GET", `ops/task-executions/${task}/`);
        expect(body.is_finished).toBe(true);
      },
      { timeout: 60_000, interval: 100 },
    );
    const { body } = await product.administrator.call("GET", `ops/task-executions/${task}/`);
    let text = "";
    for (let mark = ""; ; ) {
      const tail = await product.administrator.call(
        "GET",
        `ops/celery/task/x/task-execution/${task}/log/?mark=${mark}`,
      );
      text += tail.body.data;
      if (tail.body.end === true) return { execution: body, text };
      mark = tail.body.mark;
    }
  };

  it("tests each, tells how it went, and keeps it", async () => {
    const { body } = await product.administrator.call("POST", "assets/assets/tasks/", {
      action: "test",
      assets: [good, bad],
    });
    const { execution, text } = await finished(body.task);
    expect(execution).toMatchObject({
      name: "assets.tasks.ping.test_assets_connectivity_task",
      task_name: "Test asset connectivity",
      is_success: true,
      kwargs: { assets: expect.arrayContaining([good, bad]), nodes: [] },
      result: { success: 1, failed: 1, skipped: 0, first_problem: expect.any(String) },
    });
    expect(text).toContain("good(127.0.0.1): OK");
    expect(text).toContain("bad(127.0.0.1): failed");
    expect(text).not.toContain("surely wrong");
    const assets = (await product.administrator.call("GET", "assets/hosts/?order=name")).body;
    expect(
      assets.map(({ name, connectivity, date_verified }: Record<string, { value?: string } | string>) => [
        name,
        (connectivity as { value: string }).value,
        date_verified === null,
      ]),
    ).toEqual([
      ["bad", "err", false],
      ["good", "ok", false],
    ]);
    const pinned = (await product.administrator.call("GET", "sallyport/host-keys/")).body;
    expect(pinned.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).toContain(
      await sshd.fingerprint(),
    );
    const [task] = (await product.administrator.call("GET", "ops/tasks/")).body;
    expect(task).toMatchObject({
      meta: { comment: "Test asset connectivity", queue: "ansible" },
      summary: { total: 1, success: 1 },
      state: "green",
    });
  });

  it("gathers facts", async () => {
    const { body } = await product.administrator.call("POST", `assets/assets/${good}/tasks/`, {
      action: "refresh",
    });
    const { execution, text } = await finished(body.task);
    expect([execution.result, text]).toEqual([{ success: 1, failed: 0, skipped: 0 }, expect.any(String)]);
    const { gathered_info: facts } = (await product.administrator.call("GET", `assets/hosts/${good}/`)).body;
    expect(Number(facts.cpu_vcpus)).toBeGreaterThan(0);
    expect(facts.arch).toBeTruthy();
  });

  it("discovers accounts, and tells which are gone", async () => {
    const { body } = await product.administrator.call("POST", "sallyport/gathered-accounts/discover/", {
      assets: [good],
    });
    const { execution, text } = await finished(body.task);
    expect([execution.result, text]).toEqual([{ success: 1, failed: 0, skipped: 0 }, expect.any(String)]);
    const list = async () =>
      (await product.administrator.call("GET", `accounts/gathered-accounts/?asset_id=${good}`)).body as {
        username: string;
        present: boolean;
      }[];
    const found = await list();
    expect(found.map(({ username }) => username)).toContain("root");
    expect(found.map(({ username }) => username)).not.toContain("nobody");
    expect(found.every(({ present }) => present)).toBe(true);
    await product.administrator.call("POST", "accounts/gathered-accounts/", {
      asset: good,
      username: "left",
    });
    const all = await product.administrator.call("POST", "sallyport/gathered-accounts/discover/", {});
    await finished(all.body.task);
    const later = await list();
    expect(later.find(({ username }) => username === "left")?.present).toBe(false);
    expect(later).toHaveLength(found.length + 1);
    const ghost = { assets: ["ffffffff-ffff-4fff-8fff-ffffffffffff"] };
    const refused = await product.administrator.call("POST", "sallyport/gathered-accounts/discover/", ghost);
    expect(refused.status).toBe(400);
  });

  it("skips what cannot be done, with its reason, in the language of who asked", async () => {
    const idle = await host("idle", null);
    await product.administrator.call("PATCH", `assets/hosts/${idle}/`, { is_active: false });
    const { body } = await product.administrator.call(
      "POST",
      "assets/assets/tasks/",
      { action: "test", assets: [idle] },
      { "accept-language": "zh" },
    );
    const { execution, text } = await finished(body.task);
    expect(execution.result).toMatchObject({ success: 0, failed: 0, skipped: 1 });
    expect(text).toContain("idle(127.0.0.1)：已跳过，资产已禁用");
    expect(execution).toMatchObject({ is_success: false, state: { value: "FAILURE" } });
  });

  it("has failed where its only target did", async () => {
    const { body } = await product.administrator.call("POST", `assets/assets/${bad}/tasks/`, {
      action: "test",
    });
    const { execution, text } = await finished(body.task);
    expect(execution).toMatchObject({
      is_success: false,
      state: { value: "FAILURE" },
      result: { success: 0, failed: 1, skipped: 0, first_problem: expect.any(String) },
    });
    expect(text).toContain("Failed on every asset.");
  });

  it("is refused by a host whose key has changed", async () => {
    await sshd.changeHostKey();
    const { body } = await product.administrator.call("POST", `assets/assets/${good}/tasks/`, {
      action: "test",
    });
    const { text } = await finished(body.task);
    expect(text).toContain(await sshd.fingerprint());
    const pinned = (await product.administrator.call("GET", "sallyport/host-keys/")).body;
    const own = pinned.find((key: { asset: { id: string } }) => key.asset.id === good);
    expect(own.offered_fingerprint).toBe(await sshd.fingerprint());
  });
});
