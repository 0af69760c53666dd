import { log } from "../log.ts";
import { explainListening } from "../process/explain-listening.ts";
import type { ChildMessage, SupervisorMessage } from "../process/messages.ts";
import { type RunningTls, startTls } from "./tls-server.ts";

/** How long a clean stop may take, in milliseconds. */
const stopLimit = 5_000;

/**
 * The process that ends TLS, started by the supervisor. It stays when web starts again, so that terminals go on; it has
 * neither the installation key nor the database.
 */
export function runTlsProcess(): void {
  let running: RunningTls | undefined;
  // Web may be there before the listening is: what it says meanwhile must not be lost.
  let productPort: number | null = null;
  const tell = (message: ChildMessage) => process.send?.(message);
  const stop = () => {
    setTimeout(() => process.exit(1), stopLimit).unref();
    void Promise.resolve(running?.close()).finally(() => process.exit(0));
  };
  const start = async ({ options }: Extract<SupervisorMessage, { type: "start-tls" }>) => {
    try {
      running = await startTls(options);
      if (productPort !== null) running.setProductPort(productPort);
      tell({ type: "ready" });
    } catch (error) {
      log.fatal({ err: error }, "TLS cannot be offered");
      const why = explainListening(error, options);
      tell({ type: "refused", message: why instanceof Error ? why.message : String(why) });
      setTimeout(() => process.exit(1), 50);
    }
  };
  process.on("disconnect", stop);
  process.on("SIGTERM", stop);
  process.on("SIGINT", () => undefined);
  process.on("SIGHUP", () => undefined);
  process.on("message", (message: SupervisorMessage) => {
    if (message.type === "start-tls") {
      productPort = message.productPort;
      void start(message);
    } else if (message.type === "product-port") {
      productPort = message.port;
      running?.setProductPort(productPort);
    } else if (message.type === "reload-certificate") running?.reload();
    else if (message.type === "stop") stop();
  });
}
