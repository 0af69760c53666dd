import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { TestCaller } from "../../../testing/product.ts";
import { gatewayMissing, isMissing, type SshGateway, startSshGateway } from "../../../testing/ssh-gateway.ts";
import { escapeCorpus } from "./testing/escape-corpus.ts";
import { corpusScript, gotThrough } from "./testing/run-corpus.ts";
import { uploadPlaybook } from "./testing/upload-playbook.ts";

interface Host {
  readonly asset: string;
  readonly name: string;
  readonly state: string;
  readonly reason: string;
  readonly session: string | null;
}

/** Asked again soon: everything is on this machine. */
const soon = { timeout: 60_000, interval: 100 };

describe.skipIf(gatewayMissing() || isMissing("ansible-playbook"))("playbooks on a real machine", () => {
  let ssh: SshGateway;
  let ada: TestCaller;

  beforeAll(async () => {
    ssh = await startSshGateway({ guardInterval: 500 });
    await ssh.product.workByGateway(ssh.gateway);
    ada = await ssh.product.signIn(ssh.user.id);
  }, 60_000);
  afterAll(() => ssh?.close());

  const post = async (path: string, body: unknown, status = 201, caller = ada) => {
    const answer = await caller.call("POST", path, body);
    expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
    return answer.body;
  };

  let count = 0;
  /** A playbook of these files. */
  async function playbook(files: Readonly<Record<string, string>>): Promise<string> {
    const { id } = await post("ops/playbooks/", { name: `book ${++count}` });
    for (const [name, content] of Object.entries(files)) {
      if (name === "main.yml") {
        const { status } = await ada.call("PATCH", `ops/playbook/${id}/file/`, { key: name, content });
        expect(status).toBe(200);
      } else await post(`ops/playbook/${id}/file/`, { key: "root", name, content }, 200);
    }
    return id;
  }

  async function run(files: Readonly<Record<string, string>>, job: Record<string, unknown> = {}) {
    const id = await begin(files, job);
    const row = await finished(id);
    return { id, row, hosts: await hostsOf(id), output: await outputOf(id), log: await logOf(id) };
  }
  async function begin(files: Readonly<Record<string, string>>, job: Record<string, unknown> = {}) {
    const { task_id: task } = await post("ops/jobs/", {
      ...{ instant: true, is_periodic: false, runas: ssh.target.username, assets: [ssh.assetId] },
      ...{ type: "playbook", playbook: await playbook(files), ...job },
    });
    return (await ada.call("GET", `ops/job-execution/task-detail/${task}/`)).body.execution_id as string;
  }
  const hostsOf = async (id: string) =>
    (await ada.call("GET", `sallyport/job-executions/${id}/hosts/`)).body.hosts as Host[];
  const finished = (id: string) =>
    vi.waitFor(async () => {
      const { body } = await ada.call("GET", `ops/job-executions/${id}/`);
      expect(body.is_finished).toBe(true);
      return body;
    }, soon);
  const outputOf = async (id: string): Promise<string> =>
    (await ada.call("GET", `sallyport/job-executions/${id}/hosts/${ssh.assetId}/output/`)).body.text ?? "";
  const logOf = async (id: string): Promise<string> =>
    String((await ada.call("GET", `ops/ansible/job-execution/${id}/log/`)).body.data);

  /** A task that runs in the sandbox: expressions are worked out there. */
  const looksUp = (expression: string) => ({
    "main.yml": `- hosts: all\n  gather_facts: false\n  tasks:\n    - debug:\n        msg: |-\n          {{ ${expression} }}\n`,
  });

  test("a playbook runs by one session a host, with parameters, and its output is kept", async () => {
    const { row, hosts, output } = await run(
      {
        "main.yml": [
          "- hosts: all",
          "  tasks:",
          "    - name: say",
          "      command: printf '%s' '{{ word }} on {{ jms_asset.name }} by {{ jms_username }}'",
          "    - name: copy",
          "      copy: {content: 'it''s {{ word }}', dest: '{{ file }}'}",
          "    - name: read back",
          "      slurp: {src: '{{ file }}'}",
          "      register: kept",
          "    - file: {path: '{{ file }}', state: absent}",
          "    - debug: {msg: '{{ kept.content | b64decode }}'}",
          "",
        ].join("\n"),
      },
      {
        use_parameter_define: true,
        parameters_define: {
          word: { label: "Word", default: "grüße {{ nothing }}" },
          file: { label: "File", default: `/tmp/copied-${process.pid}` },
        },
      },
    );
    expect([row.status, row.summary, output]).toMatchObject(["success", { ok: ["box"] }, expect.anything()]);
    expect(row.material).toMatch(/:book 1$/);
    expect(output).toContain("grüße {{ nothing }} on box by ada");
    expect(output).toContain("it's grüße {{ nothing }}");
    const { rows } = await ssh.product.database.pool.query(
      "select id, login_from, has_replay, is_finished from sessions where login_from = 'JB'",
    );
    expect(rows).toEqual([{ id: hosts[0]?.session, login_from: "JB", has_replay: true, is_finished: true }]);
    const { rows: commands } = await ssh.product.database.pool.query("select input from commands");
    expect(commands[0].input).toContain("- hosts: all");
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("sallyport-playbook-"))).toEqual([]);
  }, 90_000);

  test("a failing task, a host without a play, a host that is not reached", async () => {
    const failing = await run({
      "main.yml":
        "- hosts: all\n  gather_facts: false\n  tasks:\n    - name: break\n      command: 'false'\n",
    });
    expect(failing.hosts[0]).toMatchObject({ state: "failed", reason: "Failed: break" });
    const elsewhere = await run({ "main.yml": "- hosts: others\n  tasks: []\n" });
    expect(elsewhere.hosts[0]).toMatchObject({ state: "excluded", session: null });
    const broken = await run({ "main.yml": "- hosts: [all\n" });
    expect(broken.row.summary.error).toMatch(/^Ansible ended with status \d+\. ERROR! /);
  }, 90_000);

  test("what names the server is refused before it runs", async () => {
    for (const line of [
      "hosts: localhost",
      "hosts: 'all'\n  connection:  local",
      "hosts: all\n  tasks: [{ping: , delegate_to: 127.0.0.1}]",
    ]) {
      const { row, log } = await run({ "main.yml": `- ${line}\n` });
      expect(row.status).toBe("failed");
      expect(row.summary.error).toMatch(/main\.yml, line \d: `.+` is not allowed/);
      expect(log).toContain("is not allowed");
    }
  }, 60_000);

  test("put in other words, the server is still not reached", async () => {
    const { hosts, output, row } = await run({
      "main.yml": [
        "- hosts: all",
        "  gather_facts: false",
        "  vars: {here: local, host: localhost}",
        "  tasks:",
        "    - {command: id, delegate_to: '{{ host }}', ignore_errors: true, ignore_unreachable: true}",
        "    - {command: id, delegate_to: '192.0.2.1', ignore_errors: true, ignore_unreachable: true}",
        "",
      ].join("\n"),
    });
    expect(output, JSON.stringify([row, hosts])).toContain("not on the server");
    expect(output).toContain("not one of the assets of the job");
    expect(output).not.toContain("uid=");
  }, 60_000);

  test("lookups find neither files, secrets nor a network in the sandbox", async () => {
    const outside = join(ssh.folder, "secret-of-the-product");
    writeFileSync(outside, "the-secret", { mode: 0o644 });
    const pipe = (command: string) => `lookup('pipe', '( ${command} ) 2>&1; true')`;
    const { output } = await run(
      looksUp(
        [
          pipe("id -u"),
          pipe(`cat ${outside}`),
          pipe("ls / /home /root /var"),
          pipe("cat /proc/1/environ; env"),
          pipe("cat /proc/net/route /proc/net/dev"),
          pipe("ls /proc"),
          pipe("touch /play/x /usr/x; mount -t tmpfs none /play"),
          `lookup('file', '${outside}', errors='ignore')`,
        ].join(" ~ '@@' ~ "),
      ),
    );
    const [id, file, folders, environment, network, processes, writes] = output.split("@@");
    expect(id).toMatch(/\d{5}$/);
    expect(file).toContain("No such file");
    expect(folders).toContain("cannot access '/home'");
    expect(environment).toContain("ANSIBLE_CONFIG=/play/ansible.cfg");
    expect(environment).not.toMatch(/DATABASE|SECRET|PASSWORD|VITEST/i);
    expect(network).not.toMatch(/eth|ens|wlan/);
    expect((processes ?? "").split("\n").filter((name) => /^\d+$/.test(name)).length).toBeLessThan(12);
    expect(writes).toContain("Read-only file system");
    expect(output).not.toContain("the-secret");
    expect(existsSync("/usr/x")).toBe(false);
  }, 60_000);

  test("no attempt of the corpus gets out, and each says what stopped it", async () => {
    const encoded = Buffer.from(corpusScript).toString("base64");
    const { output } = await run(looksUp(`lookup('pipe', 'echo ${encoded} | base64 -d | sh')`));
    expect(gotThrough(output)).toEqual([]);
    expect(escapeCorpus.length).toBeGreaterThanOrEqual(30);
  }, 120_000);

  test("it can neither fill the disk, fork without end nor take all memory", async () => {
    const { output } = await run(
      looksUp(
        [
          "lookup('pipe', '( head -c 200000000 /dev/zero > /tmp/a; head -c 60000000 /dev/zero > /tmp/b; cat /tmp/a /tmp/b | wc -c; rm /tmp/a /tmp/b ) 2>&1')",
          "lookup('pipe', '( for n in $(seq 400); do sleep 3 & done ) 2>/tmp/forks; read line < /tmp/forks; echo \"$line\"')",
        ].join(" ~ '@@' ~ "),
      ),
    );
    const [disk, forks] = output.split("@@");
    expect(forks).toMatch(/fork/i);
    // One file is as large as one may be, and with it the disk is full.
    expect(Number(disk?.trim().split("\n").at(-1))).toBe(67_108_864);
    const greedy = await run(
      looksUp(
        "lookup('pipe', 'for n in 1 2 3; do python3 -c \"x = bytearray(900000000); x[::4096] = bytes(len(x[::4096])); import time; time.sleep(20)\" & done; wait')",
      ),
    );
    expect(greedy.hosts[0]).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("more memory"),
    });
  }, 90_000);

  test("it ends after its time and when it is stopped, with all that it began", async () => {
    const late = await run(looksUp("lookup('pipe', 'setsid sleep 4242 & sleep 4242')"), { timeout: 5 });
    expect(late.row).toMatchObject({ status: "timeout" });
    expect(late.hosts[0]).toMatchObject({ state: "stopped", reason: "Not finished after 5 seconds." });
    const commandLines = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => {
        try {
          return readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        } catch {
          return "";
        }
      });
    expect(commandLines.filter((line) => line.includes("sleep 4242"))).toEqual([]);
  }, 60_000);

  test("a session that is ended ends the part of its host, and rules about commands hold", async () => {
    const { administrator } = ssh.product;
    const { id: group } = await post(
      "acls/command-groups/",
      { name: "no", type: "command", content: "shutdown" },
      201,
      administrator,
    );
    const { id: rule } = await post(
      "acls/command-filter-acls/",
      {
        ...{
          name: "no",
          users: { type: "all" },
          assets: { type: "all" },
          accounts: ["@ALL"],
          action: "reject",
        },
        command_groups: [group],
      },
      201,
      administrator,
    );
    const refused = await run({ "main.yml": "- hosts: all\n  tasks:\n    - command: shutdown -h now\n" });
    expect(refused.hosts[0]).toMatchObject({ state: "refused" });
    await administrator.call("DELETE", `acls/command-filter-acls/${rule}/`);
    // A session is named when others can end it, and not before it is stored.
    const { pool } = ssh.product.database;
    const holder = await pool.connect();
    await holder.query("begin; lock table sessions in share row exclusive mode");
    const id = await begin({
      "main.yml": "- hosts: all\n  gather_facts: false\n  tasks:\n    - command: sleep 60\n",
    });
    try {
      // The insert itself: what else waits for the table, such as the heartbeat of another session, says nothing.
      await vi.waitFor(async () => {
        const waiting = `select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query ilike 'insert into "sessions"%'`;
        expect((await pool.query(waiting)).rowCount).toBe(1);
      }, soon);
      await vi.waitFor(async () => expect((await hostsOf(id))[0]?.state).toBe("running"), soon);
      expect((await hostsOf(id))[0]).toMatchObject({ state: "running", session: null });
    } finally {
      await holder.query("commit");
      holder.release();
    }
    const session = await vi.waitFor(async () => {
      const [host] = await hostsOf(id);
      expect(host).toMatchObject({ state: "running", session: expect.any(String) });
      return host?.session;
    }, soon);
    await post("terminal/tasks/kill-session/", [session], 200, administrator);
    await finished(id);
    expect((await hostsOf(id))[0]?.reason).toContain("terminated");
  }, 90_000);

  test("an archive becomes a playbook, and runs with its roles", async () => {
    const zip = zipSync({
      "main.yml": Buffer.from("- hosts: all\n  gather_facts: false\n  roles: [greet]\n"),
      "roles/greet/tasks/main.yml": Buffer.from("- command: echo hello from a role\n"),
    });
    const answer = await uploadPlaybook(ssh.product, ada, zip, { file: "greeting.zip" });
    expect([answer.status, answer.body.name, answer.body.path]).toEqual([
      201,
      "greeting",
      `/media/playbooks/${answer.body.id}.zip`,
    ]);
    const { output } = await run({ "main.yml": "" }, { playbook: answer.body.id });
    expect(output).toContain("hello from a role");
    expect((await ada.call("DELETE", `ops/playbooks/${answer.body.id}/`)).body).toMatchObject({
      code: "playbook_has_job",
    });
  }, 60_000);
});
