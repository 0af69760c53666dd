import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Waits until a server takes connections, for servers that do not say when they do.
 * @throws Error when its process ended, or does not listen within ten seconds.
 */
export async function reachable(
  host: string,
  port: number,
  child: { readonly exitCode: number | null },
): Promise<void> {
  for (let left = 500; left > 0; left -= 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const socket = connect(port, host);
    const answered = await Promise.race([
      once(socket, "connect").then(
        () => true,
        () => false,
      ),
      wait(1_000, false),
    ]);
    socket.destroy();
    if (answered) return;
    await wait(20);
  }
  throw new Error(`nothing listens on ${host}:${port}`);
}
