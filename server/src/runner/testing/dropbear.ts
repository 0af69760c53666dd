import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../engine/testing/free-port.ts";
import { createAccount } from "../../engine/testing/openssh.ts";
import { startProcess } from "../../engine/testing/process.ts";
import type { SignInPeer } from "../../engine/testing/telnetd.ts";

/** Starts Dropbear with a host key of its own. */
export async function startDropbear(): Promise<SignInPeer> {
  const { username, password, remove } = await createAccount();
  const folder = await mkdtemp(path.join(tmpdir(), "dropbear-"));
  const key = path.join(folder, "host");
  await promisify(execFile)("dropbearkey", ["-t", "ed25519", "-f", key]);
  const port = await freePort();
  const server = startProcess("/usr/sbin/dropbear", [
    ...["-F", "-E", "-m", "-p", `127.0.0.1:${port}`, "-r", key, "-P", path.join(folder, "pid")],
  ]);
  for (let attempt = 0; attempt < 100 && !(await answers(port)); attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    username,
    password,
    port,
    async stop() {
      server.child.kill("SIGKILL");
      await server.ended;
      await remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
