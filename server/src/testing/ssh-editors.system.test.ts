import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../engine/testing/free-port.ts";
import {
  gatewayMissing,
  isMissing,
  permit,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

/**
 * What editors do over SSH: their servers cannot be fetched here, so what stands in for them is what they do on the
 * wire, with OpenSSH's client as they run it. VS Code and its kin feed an installer to a shell and reach the server it
 * starts over -D; JetBrains' Gateway copies by SFTP and reaches it over -L; Emacs drives a shell of its own.
 */
describe.skipIf(gatewayMissing())("editors through the SSH server", () => {
  let gateway: SshGateway;
  /** Types the password for the client. */
  const program = "sshpass";
  const at = () => `${gateway.direct}@127.0.0.1`;

  beforeAll(async () => {
    gateway = await startSshGateway();
    const permission = await permit(gateway.product, {
      users: [gateway.user.id],
      assets: [gateway.assetId],
      accounts: ["@ALL"],
      actions: ["connect", "upload", "download"],
    });
    const url = `sallyport/asset-permissions/${permission}/forwarding/`;
    await gateway.product.administrator.call("PUT", url, { forwarding: ["local"] });
  });
  afterAll(() => gateway.close());

  it.skipIf(isMissing("python3"))(
    "a shell is fed an installer, and the server it starts is reached by many connections over -D",
    async () => {
      const socks = await freePort();
      const child = spawn(
        program,
        ["-e", "ssh", ...plainClient, "-p", String(gateway.port), "-T", "-D", String(socks), at(), "sh"],
        {
          env: { PATH: process.env.PATH, HOME: "/nonexistent", SSHPASS: gateway.user.password },
        },
      );
      const port = new Promise<number>((resolve) => {
        let said = "";
        child.stdout.on("data", (data: Buffer) => {
          said += data.toString();
          const found = /listeningOn==(\d+)==/.exec(said)?.[1];
          if (found !== undefined) resolve(Number(found));
        });
      });
      // The script is longer than a window, as installers are.
      child.stdin.write(`${"# a line that is skipped by the shell\n".repeat(5000)}
exec python3 -c '
import http.server, os
# Files that nobody changes meanwhile.
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
os.chdir(os.path.dirname(os.__file__))
print("listeningOn==%d==" % server.server_address[1], flush=True)
server.serve_forever()'
`);
      const answers = await Promise.all(
        Array.from({ length: 24 }, async () => viaSocks(socks, await port, "GET /os.py HTTP/1.0\r\n\r\n")),
      );
      const whole = (text: string) => text.slice(text.indexOf("\r\n\r\n") + 4);
      const digests = new Set(answers.map((text) => createHash("sha256").update(whole(text)).digest("hex")));
      expect(answers.every((text) => text.startsWith("HTTP/1.0 200"))).toBe(true);
      expect(digests.size).toBe(1);
      const over = new Promise((resolve) => child.once("close", resolve));
      child.kill();
      await over;
    },
    60_000,
  );

  it.skipIf(isMissing("python3"))(
    "a server that was copied there and started by one connection outlives it, and is reached over -L by another",
    async () => {
      const { administrator } = gateway.product;
      const protocols = ["ssh", "sftp"].map((name) => ({ name, port: gateway.target.port }));
      const url = `assets/hosts/${gateway.assetId}/`;
      expect((await administrator.call("PATCH", url, { protocols })).status).toBe(200);
      const server = join(gateway.folder, "server.py");
      await writeFile(
        server,
        `import http.server, os
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(b"still %d" % os.getpid())
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
print(server.server_address[1], os.getpid(), flush=True)
server.serve_forever()
`,
      );
      const steps = [
        { ask: ["uname -sm; id -u"], input: "" },
        { ask: ["sh -s -- editor-server"], input: 'mkdir -p "$1" && cd "$1" && pwd\n' },
      ];
      let home = "";
      for (const { ask, input } of steps) {
        const { code, stdout, stderr } = await gateway.ssh([at(), ...ask], { input });
        expect([code, stderr]).toEqual([0, ""]);
        home = stdout.trim();
      }
      const put = await gateway.run(
        program,
        ["-e", "sftp", ...plainClient, "-o", "BatchMode=no", "-P", String(gateway.port), "-b", "-", at()],
        {
          input: `put ${server} ${home}/server.py\nchmod 600 ${home}/server.py\n`,
          environment: { SSHPASS: gateway.user.password },
        },
      );
      expect(put.code, put.stderr).toBe(0);
      // The channel ends with the script, not with what the script leaves behind.
      const started = await gateway.ssh([at(), "bash -s"], {
        input: `cd ${home}; setsid nohup python3 server.py >started 2>&1 </dev/null &
while ! grep -q ' ' ${home}/started 2>/dev/null; do sleep 0.1; done; cat ${home}/started\n`,
      });
      const [remote = "", pid = ""] = started.stdout.trim().split(" ");
      expect(started.code).toBe(0);
      const local = await freePort();
      const alive = ["-o", "ServerAliveInterval=1", "-o", "ServerAliveCountMax=2"];
      const tunnel = spawn(
        program,
        [
          ...["-e", "ssh", ...plainClient, ...alive, "-p", String(gateway.port), "-N"],
          ...["-o", "ExitOnForwardFailure=yes", "-L", `${local}:127.0.0.1:${remote}`, at()],
        ],
        { env: { PATH: process.env.PATH, HOME: "/nonexistent", SSHPASS: gateway.user.password } },
      );
      const over = new Promise((resolve) => tunnel.once("close", resolve));
      const said = async () => (await fetch(`http://127.0.0.1:${local}/`)).text();
      await vi.waitFor(async () => expect(await said()).toBe(`still ${pid}`), 15_000);
      // Longer than a client that asks for signs of life waits for them.
      await new Promise((resolve) => setTimeout(resolve, 4000));
      expect(await said()).toBe(`still ${pid}`);
      tunnel.kill();
      await over;
      const alone = await gateway.ssh([at(), `kill -0 ${pid} && kill ${pid} && echo ended`]);
      expect(alone.stdout).toBe("ended\n");
    },
    60_000,
  );

  it("a shell is driven as Emacs drives it: without echo, with markers, files through a here document", async () => {
    const prompt = "///6f1d#$";
    const { code, stdout } = await gateway.ssh(["-tt", "-e", "none", at()], {
      typed: [
        {
          after: /[$#] /,
          type: `exec env TERM=dumb INSIDE_EMACS=tramp HISTFILE=~/.tramp PROMPT_COMMAND= PS1='${prompt}' /bin/sh -i\n`,
        },
        { after: prompt, type: "stty -inlcr -onlcr -echo kill '^U' erase '^H'\n" },
        { after: prompt, type: "base64 -d <<'EOF' >tramp.file\n5Lit5paHAQIDCg==\nEOF\n" },
        { after: prompt, type: "test -e tramp.file && od -An -tx1 tramp.file; echo tramp_exit_status $?\n" },
        { after: "tramp_exit_status 0", type: "exit 0\n" },
      ],
    });
    expect(code).toBe(0);
    expect(stdout).toContain("e4 b8 ad e6 96 87 01 02 03 0a");
    // The shell that ran has no echo: what was typed is not among what it said.
    expect(stdout).not.toContain("echo tramp_exit_status $?");
  });

  it("a client goes to the background, and what it forwards is there", async () => {
    const askpass = join(gateway.folder, "askpass");
    await writeFile(askpass, '#!/bin/sh\necho "$PASSWORD"\n');
    await chmod(askpass, 0o755);
    const port = await freePort();
    const forwarded = `${port}:127.0.0.1:${gateway.target.port}`;
    const started = gateway.run(
      "ssh",
      [...plainClient, "-p", String(gateway.port), "-f", "-L", forwarded, at(), "sleep 8"],
      {
        environment: { PASSWORD: gateway.user.password, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: "force" },
      },
    );
    await vi.waitFor(async () => expect(await greeting(port)).toContain("SSH-2.0-OpenSSH"), 15_000);
    expect((await started).code).toBe(0);
  });
});

/** What a server says to a request that comes over a SOCKS proxy. */
function viaSocks(proxy: number, port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(proxy, "127.0.0.1");
    const parts: Buffer[] = [];
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.write(Buffer.from([4, 1, port >> 8, port & 255, 127, 0, 0, 1, 0]));
      socket.write(request);
    });
    socket.on("data", (data: Buffer) => parts.push(data));
    socket.once("close", () => resolve(Buffer.concat(parts).subarray(8).toString()));
  });
}

/** The first that a server says. */
function greeting(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", reject);
    socket.once("data", (data: Buffer) => {
      socket.destroy();
      resolve(data.toString());
    });
  });
}
