import type { TlsOptions } from "./tls-options.ts";
import { startTls } from "./tls-server.ts";

// A program that ends TLS with the options it is given, for tests that let a certificate authority ask it.
const { close } = await startTls(JSON.parse(process.argv[2] ?? "") as TlsOptions);
process.stdout.write("listening\n");
process.on("SIGTERM", () => void close().then(() => process.exit(0)));
