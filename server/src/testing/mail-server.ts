import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as a server took it. */
export interface ReceivedMail extends Email {
  /** Of the SMTP dialogue, not of the mail's own head. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: string;
}

/** A real SMTP server on a port of its own, for tests. */
export interface TestMailServer {
  readonly port: number;
  /** Everything taken so far. */
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** Starts a server that takes every mail, or does what `options` say. Without TLS unless they offer it. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        };
        PostalMime.parse(raw).then(
          (mail) => {
            mails.push({ ...mail, envelope, raw: raw.toString("latin1") });
            callback();
          },
          (error: Error) => callback(error),
        );
      });
    },
    ...options,
  });
  // Clients that hang up are part of the tests.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A server of which the test writes every byte. */
export async function startRawServer(
  talk: (socket: Socket) => void,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    talk(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Settings under which a product sends through the server. */
export const mailSettings = ({ port }: Pick<TestMailServer, "port">): Readonly<Record<string, string>> => ({
  EMAIL_HOST: "127.0.0.1",
  EMAIL_PORT: String(port),
  EMAIL_FROM: "Sallyport <gate@example.com>",
});
