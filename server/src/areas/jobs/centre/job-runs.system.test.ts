import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { publishDue } from "../../../engine/tasks/schedules.ts";
import { tasksByName } from "../../../engine/tasks/start-tasks.ts";
import type { TestCaller } from "../../../testing/product.ts";
import { gatewayMissing, type SshGateway, startSshGateway } from "../../../testing/ssh-gateway.ts";

interface Host {
  readonly asset: string;
  readonly name: string;
  readonly account: string;
  readonly state: string;
  readonly exit_code: number | null;
  readonly reason: string;
  readonly session: string | null;
  readonly output_size: number;
  readonly is_cut: boolean;
}

/** Asked again soon: everything is on this machine. */
const soon = { timeout: 30_000, interval: 50 };

describe.skipIf(gatewayMissing())("jobs on a real machine", () => {
  let ssh: SshGateway;
  let ada: TestCaller;
  let second: string;
  const query = (text: string, values: readonly unknown[] = []) =>
    ssh.product.database.pool.query(text, [...values]);

  beforeAll(async () => {
    ssh = await startSshGateway({ guardInterval: 500 });
    await ssh.product.workByGateway(ssh.gateway);
    ada = await ssh.product.signIn(ssh.user.id);
    second = await addHost("box 2", ssh.target.port);
  }, 60_000);
  afterAll(() => ssh?.close());

  const post = async (path: string, body: unknown, status = 201, caller = ada) => {
    const answer = await caller.call("POST", path, body);
    expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
    return answer.body;
  };

  /** Another asset, which ada may use. */
  async function addHost(name: string, port: number): Promise<string> {
    const { administrator } = ssh.product;
    const { target } = ssh;
    const { id } = await post(
      "assets/hosts/",
      {
        ...{ name, address: "127.0.0.1", platform: 1, nodes_display: ["/Default"] },
        protocols: [{ name: "ssh", port }],
        accounts: [
          {
            name: "operator",
            username: target.username,
            secret_type: target.password === "" ? "ssh_key" : "password",
            secret: target.password === "" ? target.privateKey : target.password,
          },
        ],
      },
      201,
      administrator,
    );
    await post(
      "perms/asset-permissions/",
      { name, users: [ssh.user.id], assets: [id], accounts: ["@ALL"], actions: ["connect"] },
      201,
      administrator,
    );
    return id;
  }

  const begin = async (job: Record<string, unknown>) => {
    const { task_id: task } = await post("ops/jobs/", {
      ...{ instant: true, is_periodic: false, runas: ssh.target.username, assets: [ssh.assetId] },
      ...job,
    });
    return detail(task);
  };
  const detail = async (task: string) =>
    (await ada.call("GET", `ops/job-execution/task-detail/${task}/`)).body as {
      status: string;
      execution_id: string;
      job_id: string;
      is_finished: boolean;
    };
  const hostsOf = async (execution: string) =>
    (await ada.call("GET", `sallyport/job-executions/${execution}/hosts/`)).body.hosts as Host[];
  const rowOf = async (execution: string) =>
    (await ada.call("GET", `ops/job-executions/${execution}/`)).body as {
      status: string;
      is_finished: boolean;
      task_id: string;
      material: string;
      summary: Record<string, unknown>;
    };
  const finished = (execution: string) =>
    vi.waitFor(async () => {
      const row = await rowOf(execution);
      expect(row.is_finished).toBe(true);
      return row;
    }, soon);
  const outputOf = async (execution: string, asset: string): Promise<string> => {
    let text = "";
    for (let offset = 0; ; ) {
      const { body } = await ada.call(
        "GET",
        `sallyport/job-executions/${execution}/hosts/${asset}/output/?offset=${offset}`,
      );
      text += body.text;
      if (body.text === "") return text;
      offset = body.next;
    }
  };
  const run = async (job: Record<string, unknown>) => {
    const { execution_id: id } = await begin(job);
    const row = await finished(id);
    return { id, row, hosts: await hostsOf(id) };
  };

  test("a command runs on each host as a recorded session of its own, and its output is kept by host", async () => {
    const { id, row, hosts } = await run({
      args: "echo \"it's {{ jms_asset.name }}\"; echo 'second line'; echo bad >&2",
      assets: [ssh.assetId, second],
    });
    expect(row).toMatchObject({ status: "success", summary: { ok: ["box", "box_2"] } });
    expect(hosts.map(({ name, state, exit_code }) => [name, state, exit_code])).toEqual([
      ["box", "ok", 0],
      ["box_2", "ok", 0],
    ]);
    expect((await outputOf(id, second)).split("\n").sort()).toEqual(
      ["", "bad", "it's box 2", "second line"].sort(),
    );
    for (const { session } of hosts) {
      const { rows } = await query(
        "select type, login_from, is_success, is_finished, has_replay, user_id from sessions where id = $1",
        [session],
      );
      expect(rows).toEqual([
        {
          ...{ type: "command", login_from: "JB", is_success: true, is_finished: true, has_replay: true },
          user_id: ssh.user.id,
        },
      ]);
      const { rows: commands } = await query("select input, output from commands where session_id = $1", [
        session,
      ]);
      expect(commands).toHaveLength(1);
      // What the person wrote, and not the line that runs it.
      expect(commands[0].input).toMatch(/^echo "it's box/);
      expect(commands[0].output).toContain("second line");
    }
    const sessions = await ssh.product.administrator.call("GET", "terminal/sessions/?login_from=JB");
    expect(sessions.body.length).toBeGreaterThanOrEqual(2);
    const told = await ssh.product.administrator.call(
      "GET",
      `terminal/commands/?session_id=${hosts[0]?.session}`,
    );
    expect(told.body).toMatchObject([{ user: expect.stringContaining("ada") }]);
    // The log of the run, as clients read it.
    const { body: log } = await ada.call("GET", `ops/ansible/job-execution/${id}/log/`);
    expect(log.data).toContain("box_2 | it's box 2\r\n");
    const { body: jobLogs } = await ssh.product.administrator.call(
      "GET",
      "audits/job-logs/?material=second+line",
    );
    expect(jobLogs[0]).toMatchObject({ material: row.material, is_success: true });
  });

  test("python and a directory", async () => {
    const { id, hosts } = await run({
      module: "python",
      args: 'import os\nprint(os.getcwd(), \'says\', """{{ word }}""")',
      chdir: "/usr",
      use_parameter_define: true,
      parameters_define: '{"word": {"label": "Word", "type": "text", "default": "it\'s"}}',
    });
    expect(hosts[0]).toMatchObject({ state: "ok" });
    expect(await outputOf(id, ssh.assetId)).toBe("/usr says it's\n");
  });

  test("values of parameters stay values, and a quoted one stays one word", async () => {
    const { id: job } = await post("ops/jobs/", {
      ...{ name: "quoted", is_periodic: false, runas: ssh.target.username, assets: [ssh.assetId] },
      args: "printf '<%s>\\n' {{ word | quote }}",
    });
    const word = "a b'; echo $(id) {{ jms_username }}\n`x`";
    const { id } = await post("ops/job-executions/", { job, parameters: JSON.stringify({ word }) });
    expect(await finished(id)).toMatchObject({ status: "success" });
    expect(await outputOf(id, ssh.assetId)).toBe(`<${word}>\n`);
  });

  test("what fails, is refused or is left out says why, and the failed ones run again alone", async () => {
    const gone = await addHost("gone", 1);
    const { id, row, hosts } = await run({
      args: "test -e /tmp/never-there || exit 7",
      assets: [ssh.assetId, gone],
    });
    expect(row).toMatchObject({ status: "failed" });
    expect(Object.fromEntries(hosts.map(({ name, state }) => [name, state]))).toEqual({
      box: "failed",
      gone: "unreachable",
    });
    expect(hosts.find(({ name }) => name === "box")?.exit_code).toBe(7);
    expect(row.summary).toMatchObject({ failures: { box: "Ended with status 7." }, ok: [] });
    const again = await post(`sallyport/job-executions/${id}/retry/`, {});
    await finished(again.id);
    expect((await hostsOf(again.id)).map(({ name }) => name).sort()).toEqual(["box", "gone"]);
    const missing = await run({ args: "echo {{ nothing }}" });
    expect(missing.hosts[0]).toMatchObject({
      state: "excluded",
      reason: "No variable or parameter is called nothing.",
    });
    const stranger = await run({ args: "id", runas: "nobody-here" });
    expect(stranger.hosts[0]).toMatchObject({ state: "excluded", session: null });
    const policy = await run({ args: "id", runas: "nobody-here", runas_policy: "privileged_first" });
    expect(policy.hosts[0]).toMatchObject({ state: "ok", account: ssh.target.username });
    const only = await run({ args: "id", runas: "nobody-here", runas_policy: "privileged_only" });
    expect(only.hosts[0]).toMatchObject({ state: "excluded" });
  });

  test("a run is compared with the one before it, or another one, host by host", async () => {
    const { id: job } = await post("ops/jobs/", {
      ...{ name: "compared", is_periodic: false, runas: ssh.target.username, assets: [ssh.assetId, second] },
      args: 'echo same; [ "{{ jms_asset.name }}" = box ] || { echo {{ word }}; exit {{ code }}; }',
      use_parameter_define: true,
      parameters_define: { word: { default: "one" }, code: { default: "0" } },
    });
    const again = async (parameters: Record<string, string>): Promise<string> => {
      const { id } = await post("ops/job-executions/", { job, parameters });
      await finished(id);
      return id;
    };
    const difference = (run: string, query = "", caller = ada) =>
      caller.call("GET", `sallyport/job-executions/${run}/difference/${query}`);
    const first = await again({});
    expect((await difference(first)).body).toEqual({ before: null, hosts: [] });
    const changed = await again({ word: "two", code: "3" });
    const ok = { state: "ok", exit_code: 0, reason: "" };
    const failed = { state: "failed", exit_code: 3, reason: expect.stringContaining("3") };
    const told = (await difference(changed)).body;
    expect(told.before).toMatchObject({ id: first, status: "success" });
    expect(told.hosts).toEqual([
      { asset: second, name: "box_2", before: ok, after: failed, is_same_output: false },
      { asset: ssh.assetId, name: "box", before: ok, after: ok, is_same_output: true },
    ]);
    const third = await again({});
    expect((await difference(third)).body.before).toMatchObject({ id: changed, status: "failed" });
    const { body: chosen } = await difference(third, `?with=${first}`);
    expect(chosen.hosts.map((host: { is_same_output: boolean }) => host.is_same_output)).toEqual([
      true,
      true,
    ]);
    const retried = await post(`sallyport/job-executions/${changed}/retry/`, {});
    await finished(retried.id);
    expect((await difference(retried.id, `?with=${first}`)).body.hosts).toContainEqual(
      expect.objectContaining({ asset: ssh.assetId, before: ok, after: null }),
    );
    const stranger = await ssh.product.signIn((await ssh.product.createUser({ username: "dan" })).id);
    expect((await difference(third, "", stranger)).status).toBe(404);
    for (const other of [third, job, "nothing"]) {
      expect((await difference(third, `?with=${other}`)).status).toBe(404);
    }
  });

  test("a hundred megabytes from one host are cut with a sentence, and others are unharmed", async () => {
    const { id, hosts } = await run({
      args: 'if [ "{{ jms_asset.name }}" = box ]; then yes 0123456789012345678901234567890123456789 | head -c 104857600; fi; echo done',
      assets: [ssh.assetId, second],
    });
    const [flood, other] = [
      hosts.find(({ name }) => name === "box"),
      hosts.find(({ name }) => name !== "box"),
    ];
    expect(flood).toMatchObject({ state: "ok", is_cut: true });
    expect(flood?.output_size).toBeGreaterThanOrEqual(104_857_600);
    const kept = await outputOf(id, ssh.assetId);
    expect(kept.length).toBeLessThan(1_100_000);
    expect(kept).toMatch(/longer than what is kept \(1048576 characters\)[^\n]*\n$/);
    expect(other).toMatchObject({ state: "ok", is_cut: false });
    expect(await outputOf(id, second)).toBe("done\n");
    const { rows } = await query(
      "select sum(length(content))::integer as size from task_logs where execution_id = $1",
      [(await rowOf(id)).task_id],
    );
    expect(rows[0].size).toBeLessThan(4_194_304);
  }, 120_000);

  test("it is stopped, by its owner, by ending a session, and after its time", async () => {
    const running = async (execution: string) =>
      vi.waitFor(async () => {
        const [host] = await hostsOf(execution);
        expect(host).toMatchObject({ state: "running" });
        expect(await outputOf(execution, ssh.assetId)).toBe("begun\n");
        return host as Host;
      }, soon);
    const args = "echo begun; sleep 120";
    const own = (await begin({ args })).execution_id;
    await running(own);
    await post(`sallyport/job-executions/${own}/stop/`, {}, 200);
    expect(await finished(own)).toMatchObject({ status: "failed" });
    expect((await hostsOf(own))[0]).toMatchObject({ state: "stopped", reason: "Stopped." });
    await post(`sallyport/job-executions/${own}/stop/`, {}, 400);

    const ended = (await begin({ args })).execution_id;
    const { session } = await running(ended);
    await post("terminal/tasks/kill-session/", [session], 200, ssh.product.administrator);
    expect(await finished(ended)).toMatchObject({ status: "failed" });
    expect((await hostsOf(ended))[0]?.reason).toContain("terminated");

    const late = await run({ args, timeout: 1 });
    expect(late.row).toMatchObject({ status: "timeout" });
    expect(late.hosts[0]?.reason).toBe("Not finished after 1 seconds.");
  }, 60_000);

  test("blocked commands and the switch hold, also for what was saved before", async () => {
    const blocked = await run({ args: "cd /tmp && sudo reboot" });
    expect(blocked.row).toMatchObject({ status: "failed" });
    expect(String(blocked.row.summary.error)).toContain("`reboot` is blocked");
    expect(blocked.hosts).toEqual([]);
    const { id: job } = await post("ops/jobs/", {
      ...{ name: "kept", args: "id", runas: ssh.target.username, is_periodic: false, assets: [ssh.assetId] },
    });
    await ssh.product.configure({ SECURITY_COMMAND_EXECUTION: false });
    try {
      await post("ops/job-executions/", { job }, 403);
      expect((await ada.call("GET", "ops/jobs/")).status).toBe(403);
      expect((await ada.call("DELETE", `ops/jobs/${job}/`)).status).toBe(403);
    } finally {
      await ssh.product.configure({ SECURITY_COMMAND_EXECUTION: true });
    }
  });

  test("a job runs by the clock as its owner, and not once they may no more", async () => {
    const { administrator } = ssh.product;
    const cid = await ssh.product.createUser({ username: "cid" });
    const cidsSession = await ssh.product.signIn(cid.id);
    const { id: permission } = await post(
      "perms/asset-permissions/",
      { name: "cid", users: [cid.id], assets: [ssh.assetId], accounts: ["@ALL"], actions: ["connect"] },
      201,
      administrator,
    );
    const { id: job } = await post(
      "ops/jobs/",
      {
        name: "nightly",
        args: "id -un",
        runas: ssh.target.username,
        assets: [ssh.assetId],
        crontab: "0 0 1 1 *",
      },
      201,
      cidsSession,
    );
    const { rows: schedules } = await query(
      "select task, crontab, user_id, enabled, kwargs from task_schedules where name = $1",
      [`run_ops_job_period_${job}`],
    );
    expect(schedules).toEqual([
      {
        task: "ops.tasks.run_ops_job",
        crontab: "0 0 1 1 *",
        user_id: cid.id,
        enabled: true,
        kwargs: { job },
      },
    ]);
    const due = async () => {
      const before = (await executions()).length;
      await query("update task_schedules set next_run_at = now() where name = $1", [
        `run_ops_job_period_${job}`,
      ]);
      await publishDue(ssh.product.services, tasksByName(ssh.product.services.extensions.of("tasks")));
      return vi.waitFor(async () => {
        const all = await executions();
        expect(all).toHaveLength(before + 1);
        expect(all[0]?.date_finished).not.toBeNull();
        return all[0];
      }, soon);
    };
    const executions = async () =>
      (
        await query(
          "select status, summary, creator_id, date_finished from ops_job_executions where job_id = $1 order by date_created desc",
          [job],
        )
      ).rows;
    expect(await due()).toMatchObject({ status: "success", creator_id: cid.id, summary: { ok: ["box"] } });
    await administrator.call("DELETE", `perms/asset-permissions/${permission}/`);
    const refused = await due();
    expect(refused).toMatchObject({ status: "failed" });
    expect(Object.values(refused.summary.failures)).toEqual([
      "The owner of the job has no access to this asset.",
    ]);
    await administrator.call("PATCH", `users/users/${cid.id}/`, { is_active: false });
    expect((await due()).summary.error).toBe("The owner of the job can no longer sign in.");
    await administrator.call("DELETE", `users/users/${cid.id}/`);
    expect((await query("select 1 from ops_jobs where id = $1", [job])).rows).toEqual([]);
  });

  test("a run whose process died has failed with a reason, and is not run again", async () => {
    const { id: job } = await post("ops/jobs/", {
      ...{
        name: "lost",
        args: "true",
        is_periodic: false,
        runas: ssh.target.username,
        assets: [ssh.assetId],
      },
    });
    const { id, task_id: task } = await post("ops/job-executions/", { job });
    await finished(id);
    // As a gateway leaves it that was killed, and another one that found its task.
    await query(
      "update ops_job_executions set status = 'running', date_finished = null, summary = '{}' where id = $1",
      [id],
    );
    await query("update ops_job_hosts set state = 'running', date_finished = null where execution_id = $1", [
      id,
    ]);
    await query("update task_executions set date_finished = now() - interval '1 minute' where id = $1", [
      task,
    ]);
    const settle = ssh.product.services.extensions
      .of("jobs")
      .find(({ name }) => name === "jobs.settle-executions");
    await settle?.run(ssh.product.services, null, {
      number: 1,
      isLast: true,
      signal: new AbortController().signal,
    });
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: "failed", is_finished: true });
    expect(String(row.summary.error)).toContain("nothing was run twice");
    expect((await hostsOf(id))[0]).toMatchObject({ state: "stopped" });
  });

  test("everybody sees their own, and names only what they may use", async () => {
    const bea = await ssh.product.signIn((await ssh.product.createUser({ username: "bea" })).id);
    const { id, row } = await run({ args: "true" });
    for (const path of [`ops/job-executions/${id}/`, `sallyport/job-executions/${id}/hosts/`])
      expect((await bea.call("GET", path)).status).toBe(404);
    expect((await bea.call("GET", `ops/job-execution/task-detail/${row.task_id}/`)).status).toBe(404);
    expect((await bea.call("POST", `sallyport/job-executions/${id}/stop/`, {})).status).toBe(404);
    const refused = await bea.call("POST", "ops/jobs/", {
      name: "no",
      is_periodic: false,
      assets: [ssh.assetId],
    });
    expect([refused.status, refused.body]).toEqual([
      400,
      { assets: [expect.stringContaining("do not have access")] },
    ]);
    const hints = await ada.call("POST", "ops/username-hints/", { assets: [ssh.assetId], query: "" });
    expect(hints.body).toEqual([{ username: ssh.target.username, total: 1 }]);
    expect(
      (await bea.call("POST", "ops/username-hints/", { assets: [ssh.assetId], query: "" })).body,
    ).toEqual([]);
  });
});
