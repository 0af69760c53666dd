import nodemailer from "nodemailer";
import type { Services } from "../../../engine/services.ts";
import { explainMailFailure } from "./mail-error.ts";
import type { Mailbox, MailServer } from "./mail-server.ts";

/** A file that goes with a mail. */
export interface MailFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** The bytes, in Base64. */
  readonly content: string;
}

/** A mail as it leaves. */
export interface Mail {
  readonly to: Mailbox;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Default none. */
  readonly files?: readonly MailFile[];
}

/** A connection, or some, to one mail server. */
export interface MailTransport {
  /**
   * Sends a mail; resolves, with the server's answer, when the server has taken it.
   * @throws MailError with what the server said.
   */
  send(mail: Mail): Promise<string>;
  /** Ends the connections, also in the middle of a mail. */
  close(): void;
}

/** What a transport does differently. */
export interface TransportOptions {
  /** Most connections. Default 2: mail servers take few from one client. */
  readonly connections?: number;
  /** Certificates, in PEM, that are trusted instead of the system's. */
  readonly trusted?: string;
  /** Milliseconds a server may keep quiet. Default 30 000. */
  readonly timeout?: number;
}

/** Bytes that would end a header, and what would be read as the beginning of another. */
const line = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** Opens a transport; nothing is connected until the first mail. */
export function openTransport(server: MailServer, options: TransportOptions = {}): MailTransport {
  const { host, port, security, credentials, sender } = server;
  const timeout = options.timeout ?? 30_000;
  const transport = nodemailer.createTransport({
    pool: true,
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    tls: {
      minVersion: "TLSv1.2",
      // Where encryption was not asked for, any is better than none; where it was, it has to be the right server.
      rejectUnauthorized: security !== "opportunistic",
      ...(options.trusted === undefined ? {} : { ca: options.trusted }),
    },
    ...(credentials === null ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    maxConnections: options.connections ?? 2,
    // A mail that was cut off is tried again by the queue, which remembers it.
    maxRequeues: 0,
    idleTimeout: 20_000,
    connectionTimeout: Math.min(timeout, 10_000),
    greetingTimeout: Math.min(timeout, 10_000),
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, html, text, files = [] }) {
      try {
        const { response } = await transport.sendMail({
          envelope: { from: sender.address, to: [to.address] },
          from: { name: line(sender.name), address: sender.address },
          to: { name: line(to.name), address: to.address },
          subject: line(subject).slice(0, 500),
          html,
          text,
          attachments: files.map(({ name, type, content }) => ({
            filename: name,
            contentType: type,
            content,
            encoding: "base64",
          })),
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        });
        return response;
      } catch (error) {
        throw explainMailFailure(error, server);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** The connections of one process to the mail server. */
interface Kept {
  readonly key: string;
  readonly transport: MailTransport;
}

const kept = new WeakMap<Services["settings"], Kept>();

/** The transport of this process, opened anew when the settings are others than before. */
export function sharedTransport({ settings }: Pick<Services, "settings">, server: MailServer): MailTransport {
  const key = JSON.stringify(server);
  const known = kept.get(settings);
  if (known?.key === key) return known.transport;
  known?.transport.close();
  const transport = openTransport(server);
  kept.set(settings, { key, transport });
  return transport;
}
