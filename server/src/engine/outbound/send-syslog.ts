import { createSocket } from "node:dgram";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { hostname } from "node:os";
import { connect as connectTls } from "node:tls";
import { DeliveryError } from "./delivery-error.ts";
import type { DeliveryOptions } from "./delivery-options.ts";
import { resolveInTime } from "./target-address.ts";

/** Facility "log audit" (13). */
const facility = 13;

/** Severity "informational". */
const informational = 6;

/** What stands for a port that the address does not name: RFC 5426, RFC 6587 and RFC 5425. */
const defaultPorts: Readonly<Record<string, number>> = { "udp:": 514, "tcp:": 601, "tls:": 6514 };

/** A name as RFC 5424 takes it. */
const printable = (name: string): string => name.replace(/[^\x21-\x7e]/g, "").slice(0, 255) || "-";

/** What ends a line for one reader or another: a message that had one would be read as two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const breaks = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/g;

/** A message of syslog, in its parts. */
export interface SyslogMessage {
  /** Kind of message (MSGID): at most 32 printable characters. */
  readonly kind: string;
  readonly date: Date;
  /** The text; line breaks and control characters in it become spaces. */
  readonly text: string;
  /** Of RFC 5424, 0 (emergency) to 7. Default 6, informational. */
  readonly severity?: number;
  /** Elements of structured data, escaped. Default none. */
  readonly data?: string;
}

/** A message of RFC 5424. */
export function syslogText({
  kind,
  date,
  text,
  severity = informational,
  data = "-",
}: SyslogMessage): string {
  const id = printable(kind).slice(0, 32);
  const header = `<${facility * 8 + severity}>1 ${date.toISOString()} ${printable(hostname())} sallyport - ${id}`;
  return `${header} ${data.replace(breaks, " ")} ${text.replace(breaks, " ")}`;
}

/**
 * Sends messages over UDP, TCP or TLS; over the latter two with their length before them (RFC 6587, "octet counting").
 * Syslog has no answers: what the server closed in good order behind the last message, it has read. Over UDP nobody
 * knows.
 *
 * @param address `udp://`, `tcp://` or `tls://` with a host, without a path
 * @throws TargetRefused; DeliveryError where it was not taken; the error of the connection
 */
export async function sendSyslog(
  address: string,
  messages: readonly string[],
  { allowed, signal, ca }: DeliveryOptions,
): Promise<void> {
  const { protocol, hostname: name, port } = new URL(address);
  const host = await resolveInTime(name, allowed, signal);
  const to = { host, port: port === "" ? (defaultPorts[protocol] ?? 0) : Number(port) };
  if (protocol === "udp:") return sendDatagrams(to, messages, signal);
  const servername = isIP(name.replace(/[[\]]/g, "")) === 0 ? { servername: name } : {};
  const socket =
    protocol === "tls:"
      ? connectTls({ ...to, ...servername, ...(ca === undefined ? {} : { ca }) })
      : connectPlain(to);
  const text = messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join("");
  await delivered(socket, text, signal);
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

/** Sends each message as a datagram of its own. A host that says that nobody listens there is heard. */
async function sendDatagrams(
  { host, port }: { readonly host: string; readonly port: number },
  messages: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const socket = createSocket(isIP(host) === 6 ? "udp6" : "udp4");
  try {
    const failed = new Promise<never>((_resolve, reject) => {
      socket.once("error", reject);
      signal.addEventListener("abort", () => reject(new DeliveryError("slow")), { once: true });
      if (signal.aborted) reject(new DeliveryError("slow"));
    });
    failed.catch(() => undefined);
    await Promise.race([new Promise<void>((resolve) => socket.connect(port, host, resolve)), failed]);
    for (const message of messages) {
      const sent = new Promise<void>((resolve, reject) =>
        socket.send(message, (error) => (error === null ? resolve() : reject(error))),
      );
      await Promise.race([sent, failed]);
    }
  } finally {
    socket.close();
  }
}
