import { connect as connectPlain, isIP, type Socket } from "node:net";
import { hostname } from "node:os";
import { connect as connectTls } from "node:tls";
import { resolveTarget } from "../../../engine/outbound/index.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { DeliveryOptions, Target } from "./targets.ts";

/** Facility "log audit" (13), severity "informational" (6). */
const priority = 13 * 8 + 6;

/** What stands for a port that the address does not name: RFC 6587 and RFC 5425. */
const defaultPorts: Readonly<Record<string, number>> = { "tcp:": 601, "tls:": 6514 };

/** A name as RFC 5424 takes it. */
const printable = (name: string): string => name.replace(/[^\x21-\x7e]/g, "").slice(0, 255) || "-";

/** A message of RFC 5424 with its length before it (RFC 6587, "octet counting"). */
function message(line: string, date: Date): string {
  const text = `<${priority}>1 ${date.toISOString()} ${printable(hostname())} sallyport - checkpoint - ${line}`;
  return `${Buffer.byteLength(text)} ${text}`;
}

/**
 * Sends each line as a message over TCP or TLS. Syslog has no answers: what the server closed in good order behind the
 * last message, it has read.
 */
export async function sendSyslog(
  { address, lines }: Pick<Target, "address"> & { readonly lines: readonly string[] },
  { allowed, signal }: DeliveryOptions,
): Promise<void> {
  const { protocol, hostname: name, port } = new URL(address);
  const host = await resolveTarget(name, allowed);
  const to = { host, port: port === "" ? (defaultPorts[protocol] ?? 0) : Number(port) };
  const servername = isIP(name.replace(/[[\]]/g, "")) === 0 ? { servername: name } : {};
  const socket = protocol === "tls:" ? connectTls({ ...to, ...servername }) : connectPlain(to);
  const now = new Date();
  await delivered(socket, lines.map((line) => message(line, now)).join(""), signal);
}

function delivered(socket: Socket, text: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => socket.destroy(new DeliveryError("slow"));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    let isSent = false;
    socket.once("error", reject);
    socket.once("close", (hadError) => {
      signal.removeEventListener("abort", onAbort);
      if (isSent && !hadError) resolve();
      else reject(new DeliveryError("unreachable"));
    });
    // Nothing is said back; what comes has to be read for the end to be seen.
    socket.resume();
    socket.end(text, () => {
      isSent = true;
    });
  });
}
