import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { log } from "../engine/log.ts";
import { createAccount, passwordAccountsPossible } from "../engine/testing/openssh.ts";
import {
  createSshServer,
  gatewayMissing,
  isMissing,
  permit,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";
import { python, sshLibraries } from "./ssh-libraries.ts";

describe.skipIf(gatewayMissing())("other programs through the SSH server", () => {
  let gateway: SshGateway;

  beforeAll(async () => {
    gateway = await startSshGateway();
    const { product, target, user, assetId } = gateway;
    const protocols = ["ssh", "sftp"].map((name) => ({ name, port: target.port }));
    await product.administrator.call("PATCH", `assets/hosts/${assetId}/`, { protocols });
    const actions = ["connect", "upload", "download"];
    await permit(product, { users: [user.id], assets: [assetId], accounts: ["@ALL"], actions });
  });
  afterAll(() => gateway.close());

  it.skipIf(isMissing("plink"))("PuTTY's plink runs a command", async () => {
    const { direct, port, user } = gateway;
    const hostKey = await fingerprint();
    const { code, stdout } = await gateway.run("plink", [
      ...["-batch", "-ssh", "-hostkey", hostKey, "-P", String(port), "-l", direct, "-pw", user.password],
      ...["127.0.0.1", "echo plink; exit 6"],
    ]);
    expect([code, stdout]).toEqual([6, "plink\n"]);
  });

  it.skipIf(isMissing("dbclient"))("Dropbear's dbclient runs a command and a shell", async () => {
    const { direct, port, user } = gateway;
    const args = ["-y", "-y", "-p", String(port), "-l", direct];
    const environment = { DROPBEAR_PASSWORD: user.password, HOME: gateway.folder };
    const command = await gateway.run("dbclient", [...args, "127.0.0.1", "echo dropbear; exit 3"], {
      environment,
    });
    expect([command.code, command.stdout]).toEqual([3, "dropbear\n"]);
    const shell = await gateway.run("dbclient", [...args, "-T", "127.0.0.1"], {
      environment,
      input: "echo shell\nexit\n",
    });
    expect(shell.stdout).toContain("shell");
  });

  for (const { name, missing, args } of sshLibraries) {
    it.skipIf(missing !== null)(`${name} runs a command`, async () => {
      const { direct, port, user } = gateway;
      const { code, stdout, stderr } = await gateway.run(python, args(port, direct), {
        environment: { SSHPASS: user.password },
      });
      expect([stdout, code], stderr).toEqual([`${name}\n`, 5]);
    });
  }

  it.skipIf(isMissing("curl"))("curl (libssh2) puts a file and gets it back", async () => {
    const { direct, port, user } = gateway;
    const home = (await gateway.ssh([`${direct}@127.0.0.1`, "pwd"])).stdout.trim();
    const url = `sftp://127.0.0.1:${port}${home}/by-curl.txt`;
    const curl = (...args: string[]) =>
      gateway.run("curl", ["-sS", "--insecure", "-u", `${direct}:${user.password}`, ...args], {
        input: "by curl\n",
      });
    expect(await curl("-T", "-", url)).toMatchObject({ code: 0, stderr: "" });
    expect((await curl(url)).stdout).toBe("by curl\n");
  });

  it("a client that shares no algorithm is refused, with what it offered in the log", async () => {
    const warned = vi.spyOn(log, "warn");
    const { code } = await gateway.ssh([
      ...["-c", "aes256-cbc", "-o", "MACs=hmac-sha1", `${gateway.direct}@127.0.0.1`, "true"],
    ]);
    expect(code).toBe(255);
    await vi.waitFor(() =>
      expect(warned).toHaveBeenCalledWith(
        expect.objectContaining({
          address: "127.0.0.1",
          client: expect.stringMatching(/^OpenSSH/),
          offered: expect.objectContaining({ ciphers: ["aes256-cbc"], macs: ["hmac-sha1"] }),
        }),
        "an SSH client shares no algorithm",
      ),
    );
  });

  it("only authenticated encryption is taken when the algorithms are strict", async () => {
    const strict = await createSshServer(gateway.product, { algorithms: "strict" });
    const ciphersOf = async (port: number) => {
      const { stderr } = await gateway.run("ssh", [
        ...["-vv", ...plainClient, "-o", "BatchMode=yes", "-p", String(port), "127.0.0.1", "true"],
      ]);
      return /peer server KEXINIT proposal[\s\S]*?ciphers ctos: (\S+)/.exec(stderr)?.[1]?.split(",");
    };
    const authenticated = [
      "aes128-gcm@openssh.com",
      "aes256-gcm@openssh.com",
      "chacha20-poly1305@openssh.com",
    ];
    try {
      expect(await ciphersOf(strict.sshPort)).toEqual(authenticated);
      const counters = ["aes128-ctr", "aes192-ctr", "aes256-ctr"];
      expect(await ciphersOf(gateway.port)).toEqual([...authenticated, ...counters]);
    } finally {
      await strict.close();
    }
  });

  it.skipIf(isMissing("git"))(
    "git clones, pushes and fetches, packs of megabytes too",
    async () => {
      const home = (
        await gateway.ssh([`${gateway.direct}@127.0.0.1`, "git init -q --bare r.git && pwd"])
      ).stdout.trim();
      const environment = {
        GIT_SSH_COMMAND: `sshpass -e ssh ${plainClient.join(" ")} -o LogLevel=ERROR -p ${gateway.port} -l ${gateway.direct}`,
        SSHPASS: gateway.user.password,
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.com",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.com",
      };
      const git = (...args: string[]) => gateway.run("git", args, { environment });
      const work = join(gateway.folder, "work");
      const clone = await git("clone", "-q", `127.0.0.1:${home}/r.git`, work);
      expect([clone.code, clone.stderr.includes("fatal")]).toEqual([0, false]);
      await writeFile(join(work, "file"), "content\n".repeat(50_000));
      const large = randomBytes(5_000_000);
      await writeFile(join(work, "large"), large);
      await git("-C", work, "add", ".");
      await git("-C", work, "commit", "-q", "-m", "one");
      expect((await git("-C", work, "push", "-q", "origin", "HEAD:main")).code).toBe(0);
      const log = await gateway.ssh([`${gateway.direct}@127.0.0.1`, "git -C r.git log --format=%s main"]);
      expect(log.stdout).toBe("one\n");
      const again = join(gateway.folder, "again");
      expect((await git("clone", "-q", "-b", "main", `127.0.0.1:${home}/r.git`, again)).code).toBe(0);
      expect((await readFile(join(again, "large"))).equals(large)).toBe(true);
      expect((await git("-C", again, "fetch", "-q")).code).toBe(0);
    },
    60_000,
  );

  it.skipIf(isMissing("ansible-playbook"))(
    "Ansible pings, and runs a playbook",
    async () => {
      const becomes = passwordAccountsPossible() ? await createAccount() : null;
      const inventory = join(gateway.folder, "inventory");
      const playbook = join(gateway.folder, "playbook.yml");
      await mkdir(join(gateway.folder, "ansible"), { recursive: true });
      await writeFile(
        inventory,
        `box ansible_host=127.0.0.1 ansible_port=${gateway.port} ansible_user='${gateway.direct}' ansible_python_interpreter=/usr/bin/python3\n`,
      );
      await writeFile(
        playbook,
        [
          "- hosts: all",
          "  gather_facts: false",
          "  tasks:",
          "    - command: echo from-a-playbook",
          "      register: said",
          "    - debug: { var: said.stdout }",
          "    - copy: { content: 'copied\\n', dest: 'copied.txt', mode: '0640' }",
          "    - template: { src: template.j2, dest: 'from-template.txt' }",
          "      vars: { who: 世界 }",
          "    - fetch: { src: 'from-template.txt', dest: 'fetched/', flat: true }",
          ...(becomes === null ? [] : becoming(becomes.username)),
          "",
        ].join("\n"),
      );
      await writeFile(join(gateway.folder, "template.j2"), "hello {{ who }}\n");
      const environment = {
        ANSIBLE_HOST_KEY_CHECKING: "False",
        ANSIBLE_SSH_ARGS: "-F none -o ControlMaster=no -o UserKnownHostsFile=/dev/null",
        // An account that is changed to reads what the first one wrote.
        ANSIBLE_SHELL_ALLOW_WORLD_READABLE_TEMP: "True",
        ANSIBLE_LOCAL_TEMP: join(gateway.folder, "ansible"),
        ANSIBLE_HOME: join(gateway.folder, "ansible"),
        HOME: gateway.folder,
        LC_ALL: "C.UTF-8",
      };
      const connect = ["-i", inventory, "-e", `ansible_password=${gateway.user.password}`];
      const ping = await gateway.run("ansible", [...connect, "-m", "ping", "all"], {
        environment: { ...environment, ANSIBLE_PIPELINING: "True" },
        timeout: 60_000,
      });
      expect(ping.stdout).toContain('"ping": "pong"');
      const password = becomes === null ? [] : ["-e", `ansible_become_password=${becomes.password}`];
      const play = await gateway.run("ansible-playbook", [...connect, ...password, playbook], {
        environment,
        timeout: 200_000,
      });
      expect(play.stdout).toContain("from-a-playbook");
      if (becomes !== null) expect(play.stdout).toContain(`"who.stdout": "${becomes.username}"`);
      expect(play.code, play.stdout).toBe(0);
      const fetched = await readFile(join(gateway.folder, "fetched/from-template.txt"), "utf8");
      expect(fetched).toBe("hello 世界\n");
      await becomes?.remove();
    },
    300_000,
  );

  /** Tasks of a playbook that another account does. */
  const becoming = (username: string): string[] => [
    "    - command: id -un",
    "      become: true",
    "      become_method: su",
    `      become_user: ${username}`,
    "      register: who",
    "    - debug: { var: who.stdout }",
  ];

  async function fingerprint(): Promise<string> {
    const { rows } = await gateway.product.database.pool.query(
      "select fingerprint from ssh_server_keys where kind = 'ed25519'",
    );
    return rows[0].fingerprint;
  }
});
