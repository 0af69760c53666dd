import { type RawBuilder, sql } from "kysely";
import type { Language } from "../../../engine/i18n/index.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import "../tables.ts";
import type { SyslogFormat } from "../formats/syslog.ts";

/** Kinds of receivers. */
export const receiverTypes = ["webhook", "syslog", "otlp", "slack", "teams"] as const;

/** One of them. */
export type ReceiverType = (typeof receiverTypes)[number];

/** A receiver as events are sent to it. */
export interface Receiver {
  readonly id: string;
  readonly name: string;
  readonly type: ReceiverType;
  readonly address: string;
  readonly format: SyslogFormat;
  readonly language: Language;
  /** Signs what a webhook is sent; "" for other types. */
  readonly signingKey: string;
  /** What lets in at a collector of OpenTelemetry, as it was entered; "" for other types. */
  readonly headers: string;
  /** PEM; "": what this machine trusts. */
  readonly ca: string;
}

/** The secrets of receivers: what signs, addresses that let anyone write, and headers that let in. */
export const secretColumns = {
  signing_key: "signing_key_sealed",
  chat_address: "chat_address_sealed",
  headers: "headers_sealed",
} as const;

/** Their names, as the API has them. */
export const secretNames = Object.keys(secretColumns) as readonly (keyof typeof secretColumns)[];

/** What a secret of a receiver is bound to. */
export const secretContext = (column: keyof typeof secretColumns, id: string): string =>
  `event_receivers.${column}:${id}`;

/** The same as the rotation of the key goes through them. */
export const receiverSecrets: readonly SealedColumn[] = secretNames.map((name) => ({
  table: "event_receivers",
  column: secretColumns[name],
  key: ["id"],
  context: (id = "") => secretContext(name, id),
}));

interface ReceiverRow extends Omit<Receiver, "signingKey" | "headers"> {
  readonly signing_key_sealed: string | null;
  readonly chat_address_sealed: string | null;
  readonly headers_sealed: string | null;
}

/**
 * Receivers with their secrets opened.
 * @param where over `event_receivers t`
 * @throws Error where a secret does not open
 */
export async function readReceivers(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  where: RawBuilder<boolean>,
): Promise<readonly Receiver[]> {
  const { rows } = await sql<ReceiverRow>`
    select t.id, t.name, t.type, t.address, t.format, t.language, t.ca,
      t.signing_key_sealed, t.chat_address_sealed, t.headers_sealed
    from event_receivers t where ${where} order by t.name
  `.execute(db);
  const opened = (name: keyof typeof secretColumns, { id, ...row }: ReceiverRow): string => {
    const sealed = row[secretColumns[name]];
    return sealed === null ? "" : secrets.open(sealed, secretContext(name, id));
  };
  return rows.map((row) => {
    const { id, name, type, format, language, ca } = row;
    const address = opened("chat_address", row) || row.address;
    const signingKey = opened("signing_key", row);
    return { id, name, type, address, format, language, ca, signingKey, headers: opened("headers", row) };
  });
}
