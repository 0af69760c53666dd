import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createAccount, passwordAccountsPossible, type TestAccount } from "./openssh.ts";

const program = "/usr/sbin/telnetd";

/** A running server of this machine's accounts. */
export interface SignInPeer extends Omit<TestAccount, "remove"> {
  readonly port: number;
  stop(): Promise<void>;
}

/** Whether a telnet server that lets accounts of its own in cannot be had here. */
export const telnetdMissing = (): boolean => !passwordAccountsPossible() || !existsSync(program);

/** Starts telnetd the way inetd does: one for each connection. */
export async function startTelnetd(): Promise<SignInPeer> {
  const { username, password, remove } = await createAccount();
  const serving = new Map<Socket, ChildProcess>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const child = spawn(program, ["-h"], { stdio: [socket, socket, "ignore"] });
    serving.set(socket, child);
    child.once("close", () => {
      serving.delete(socket);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    username,
    password,
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close();
      for (const [socket, child] of serving) {
        child.kill("SIGKILL");
        socket.destroy();
      }
      await remove();
    },
  };
}
