import { type ChildProcess, spawn } from "node:child_process";
import { chmod } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../engine/testing/free-port.ts";
import { opensshMissing } from "../engine/testing/openssh.ts";
import { connectionsTo, permit, plainClient, type SshGateway, startSshGateway } from "./ssh-gateway.ts";

describe.skipIf(opensshMissing() !== null)("forwarding through the SSH server", () => {
  let gateway: SshGateway;
  let echo: Server;
  let echoPort: number;
  let permission: string;
  const clients: ChildProcess[] = [];
  /** Types the password for the client. */
  const program = "sshpass";
  const direct = () => `${gateway.direct}@127.0.0.1`;
  const quiet = ["-o", "LogLevel=ERROR", ...plainClient];

  const allow = async (...forwarding: string[]) => {
    const url = `sallyport/asset-permissions/${permission}/forwarding/`;
    const answer = await gateway.product.administrator.call("PUT", url, { forwarding });
    expect(answer.status, answer.text).toBe(200);
    expect((await gateway.product.administrator.call("GET", url)).body).toEqual({ forwarding });
  };
  /** Starts a client that stays, until what it forwards answers or it ends. */
  function stay(...args: string[]): { child: ChildProcess; said: () => string } {
    const child = spawn(program, ["-e", "ssh", ...plainClient, "-N", "-p", String(gateway.port), ...args], {
      env: { PATH: process.env.PATH, HOME: "/nonexistent", SSHPASS: gateway.user.password },
      stdio: ["ignore", "pipe", "pipe"],
    });
    clients.push(child);
    let said = "";
    child.stderr?.on("data", (data: Buffer) => {
      said += data.toString();
    });
    return { child, said: () => said };
  }
  /** What an echo at a port answers; "" when nobody does. */
  const ask = (port: number, data = "hello"): Promise<string> =>
    new Promise((resolve) => {
      const socket: Socket = connect(port, "127.0.0.1");
      let answer = "";
      socket.on("connect", () => socket.write(data));
      socket.on("data", (some: Buffer) => {
        answer += some.toString();
        if (answer.length >= data.length) socket.end();
      });
      socket.on("error", () => resolve(""));
      socket.on("close", () => resolve(answer));
    });
  const tunnels = async () =>
    (
      await gateway.product.database.pool.query(
        "select * from sessions where type = 'tunnel' order by date_start, id",
      )
    ).rows;

  beforeAll(async () => {
    gateway = await startSshGateway();
    echo = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.pipe(socket);
    });
    await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
    echoPort = (echo.address() as { port: number }).port;
    permission = await permit(gateway.product, {
      users: [gateway.user.id],
      assets: [gateway.assetId],
      accounts: ["@ALL"],
      actions: ["connect"],
    });
  });
  afterEach(async () => {
    for (const child of clients.splice(0)) child.kill();
    await vi.waitFor(
      async () => expect((await tunnels()).every((one) => one.is_finished)).toBe(true),
      10_000,
    );
    await gateway.product.database.pool.query("delete from sessions");
  });
  afterAll(async () => {
    echo.close();
    await gateway.close();
  });

  it("forwards nothing that is not granted", async () => {
    await allow();
    const port = await freePort();
    const local = stay("-L", `${port}:127.0.0.1:${echoPort}`, direct());
    await vi.waitFor(async () => {
      await ask(port);
      expect(local.said()).toContain("open failed");
    });
    const remote = stay("-o", "ExitOnForwardFailure=yes", "-R", `0:127.0.0.1:${echoPort}`, direct());
    await vi.waitFor(() => expect(remote.child.exitCode).not.toBeNull(), 10_000);
    const jump = await gateway.ssh(["-W", `127.0.0.1:${gateway.target.port}`, "ada@127.0.0.1"]);
    expect(jump.code).not.toBe(0);
    expect(await tunnels()).toEqual([]);
    const unknown = await gateway.product.administrator.call(
      "PUT",
      `sallyport/asset-permissions/${permission}/forwarding/`,
      { forwarding: ["everything"] },
    );
    expect(unknown.status).toBe(400);
  });

  it("-L reaches what the asset reaches, and what passed is on record", async () => {
    await allow("local");
    const port = await freePort();
    stay("-L", `${port}:127.0.0.1:${echoPort}`, direct());
    await vi.waitFor(async () => expect(await ask(port, "to and fro")).toBe("to and fro"), 10_000);
    const big = "x".repeat(2_000_000);
    expect(await ask(port, big)).toBe(big);
    await vi.waitFor(async () => {
      const rows = await tunnels();
      expect(rows.length).toBeGreaterThanOrEqual(2);
      expect(rows.filter(({ is_finished: isFinished }) => !isFinished)).toEqual([]);
      expect(rows.at(-1)).toMatchObject({
        type: "tunnel",
        login_from: "ST",
        has_replay: false,
        comment: `local 127.0.0.1:${echoPort}, 2000000 bytes up, 2000000 bytes down`,
      });
    });
  });

  it("-L reaches a Unix socket of the asset", async () => {
    await allow("local");
    const path = `${gateway.folder}/a socket`;
    const there = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.pipe(socket);
    });
    await chmod(gateway.folder, 0o755);
    await new Promise<void>((resolve) => there.listen(path, resolve));
    await chmod(path, 0o777);
    const port = await freePort();
    stay("-L", `${port}:${path}`, direct());
    await vi.waitFor(async () => expect(await ask(port, "by a socket")).toBe("by a socket"), 10_000);
    there.close();
    await vi.waitFor(async () =>
      expect((await tunnels()).at(-1)).toMatchObject({
        is_finished: true,
        comment: `local ${path}, 11 bytes up, 11 bytes down`,
      }),
    );
    await allow();
    expect(await ask(port)).toBe("");
  });

  it("-D reaches several at once, each its own session", async () => {
    await allow("local");
    const port = await freePort();
    stay("-D", String(port), direct());
    const viaSocks = (text: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1");
        const request = Buffer.from([4, 1, echoPort >> 8, echoPort & 255, 127, 0, 0, 1, 0]);
        let answer = Buffer.alloc(0);
        socket.on("connect", () => socket.write(Buffer.concat([request, Buffer.from(text)])));
        socket.on("data", (data: Buffer) => {
          answer = Buffer.concat([answer, data]);
          if (answer.length >= 8 + text.length) socket.end();
        });
        socket.on("error", () => resolve(""));
        socket.on("close", () => resolve(answer.subarray(8).toString()));
      });
    await vi.waitFor(async () => expect(await viaSocks("one")).toBe("one"), 10_000);
    expect(await Promise.all(["two", "three", "four"].map(viaSocks))).toEqual(["two", "three", "four"]);
    // One after the other, and at once, on one connection to the asset, which waits for the next.
    expect(await connectionsTo(gateway.target.port)).toBe(1);
  });

  it("-R carries connections of the asset back", async () => {
    await allow("remote");
    const port = await freePort();
    stay("-R", `127.0.0.1:${port}:127.0.0.1:${echoPort}`, direct());
    await vi.waitFor(async () => expect(await ask(port, "back")).toBe("back"), 10_000);
    const [session] = await tunnels();
    expect(session).toMatchObject({
      is_finished: false,
      comment: expect.stringContaining("remote 127.0.0.1"),
    });
    for (const child of clients.splice(0)) child.kill();
    await vi.waitFor(async () => expect((await tunnels())[0]?.is_finished).toBe(true), 10_000);
    expect(await ask(port)).toBe("");
  });

  it("-J signs in at the asset itself, end to end, and ends when that is withdrawn", async () => {
    await allow("jump");
    const jump = `sshpass -e ssh ${quiet.join(" ")} -p ${gateway.port} -W %h:%p ada@127.0.0.1`;
    const args = [...quiet, "-o", `ProxyCommand=${jump}`, "-i", gateway.target.privateKeyFile];
    const target = ["-p", String(gateway.target.port), `${gateway.target.username}@127.0.0.1`];
    const how = { environment: { SSHPASS: gateway.user.password } };
    const result = await gateway.run("ssh", [...args, ...target, "echo through"], how);
    expect(result.stdout, result.stderr).toBe("through\n");
    await vi.waitFor(async () =>
      expect(await tunnels()).toMatchObject([
        {
          is_finished: true,
          account: "-",
          comment: expect.stringMatching(/^jump 127\.0\.0\.1:\d+, \d{4,} bytes up/),
        },
      ]),
    );
    // Only the SSH port of a granted asset, and nothing else behind the gateway.
    const elsewhere = await gateway.ssh(["-W", `127.0.0.1:${echoPort}`, "ada@127.0.0.1"], { input: "x" });
    expect([elsewhere.code, elsewhere.stdout]).toEqual([255, ""]);
    const running = gateway.run("ssh", [...args, ...target, "echo up; sleep 60"], {
      ...how,
      timeout: 20_000,
    });
    await vi.waitFor(async () => expect(await tunnels()).toHaveLength(2), 10_000);
    await allow();
    expect((await running).code).not.toBe(0);
    await vi.waitFor(async () =>
      expect((await tunnels()).at(-1)).toMatchObject({ is_finished: true, end_reason: "permission_revoked" }),
    );
  });
});
