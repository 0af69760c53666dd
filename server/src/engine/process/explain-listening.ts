import type { Config } from "../config/config-shape.ts";
import { StartRefusedError } from "./runtime.ts";

/** Turns the errors of listening into something an operator can act on. */
export function explainListening(
  error: unknown,
  { host, httpPort, httpsPort }: Pick<Config, "host" | "httpPort" | "httpsPort">,
): unknown {
  const { code, port = httpPort } = (error ?? {}) as NodeJS.ErrnoException & { port?: number };
  const option = port === httpsPort ? "SALLYPORT_HTTPS_PORT" : "SALLYPORT_HTTP_PORT";
  switch (code) {
    case "EADDRINUSE":
      return new StartRefusedError(
        `${option}: port ${port} on ${host} is in use. Stop the program that uses it, or choose another port.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartRefusedError(`SALLYPORT_HOST: ${host} is not an address of this machine.`);
    case "EACCES":
      return new StartRefusedError(
        `${option}: this account may not listen on port ${port}. Choose one of 1024 or above.`,
      );
    default:
      return error;
  }
}
