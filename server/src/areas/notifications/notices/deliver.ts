import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { siteOrigin } from "../../../engine/http/index.ts";
import type { Language } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import type { Services } from "../../../engine/services.ts";
import { readAppearance } from "../../settings/index.ts";
import { usersTable } from "../../users/index.ts";
import { enabledBackends } from "../backends.ts";
import { queueChatMessage } from "../chat-job.ts";
import { queueMail } from "../mail/mail-job.ts";
import { isMailSetUp, prefixedSubject } from "../mail/mail-server.ts";
import type { Mail, MailFile } from "../mail/transport.ts";
import { sendSiteMessage } from "../send.ts";
import type { Notice } from "./notice.ts";
import { type Reading, renderMail, renderPlain, renderSiteMessage } from "./render.ts";

/** What tells people something: their addresses on this site, its mail server, and who listens. */
export type NoticeServices = Pick<Services, "config" | "events" | "secrets" | "settings">;

/** What sending needs. With a transaction as `db`, nothing is sent unless it commits. */
export type Sending = NoticeServices & { readonly db: Kysely<Database> };

/** Somebody to write to, who need not be a user. */
export interface Addressee {
  readonly name: string;
  readonly email: string;
  readonly language: Language;
}

/** How a notice is sent. */
export interface NoticeOptions {
  /** Language of people who have not used the console yet. Default English. */
  readonly language?: Language;
  /** The delivery channels by name; default: those the reader chose. A site message is sent whatever they are. */
  readonly backends?: readonly string[];
}

/**
 * Tells users something: a site message always, a mail when they want one and there is a mail server. Nobody is
 * notified twice, accounts of components and deactivated people not at all. Each reads their own language. Contract:
 * docs/contract/notifications.md, "Delivery".
 */
export async function notifyUsers(
  sending: Sending,
  userIds: readonly string[],
  notice: Notice,
  options: NoticeOptions = {},
): Promise<void> {
  if (userIds.length === 0) return;
  const people = await sending.db
    .selectFrom(usersTable.as("users"))
    .select(["id", "name", "email", "language", "receive_backends", "wecom_id", "dingtalk_id", "feishu_id"])
    .where("id", "in", [...userIds])
    .where("is_service_account", "=", false)
    .where("is_active", "=", true)
    .execute();
  const sender = await readSender(sending);
  const enabled = await enabledBackends(sending.settings);
  for (const { id, name, email, receive_backends, ...person } of people) {
    const language = person.language ?? options.language ?? "en";
    const reading = { ...sender, name, language };
    await sendSiteMessage(sending, { ...renderSiteMessage(notice, reading), userIds: [id] });
    const backends = options.backends ?? receive_backends;
    const chosen = enabled.filter((backend) => backends.includes(backend.name));
    for (const { name: channel, address } of chosen) {
      if (address === "email") await mail(sending, { name, email, language }, notice, reading);
      else if (address !== "id") {
        const to = person[address];
        if (to)
          await queueChatMessage(sending, { channel, to, receiver: name, ...renderPlain(notice, reading) });
      }
    }
  }
}

/**
 * Mails somebody something, whatever they chose; nothing while there is no mail server.
 * @param uselessFrom When nobody needs it any more, for codes and the like.
 */
export async function mailNotice(
  sending: Sending,
  addressee: Addressee,
  notice: Notice,
  uselessFrom?: Date,
): Promise<void> {
  if (!(await isMailSetUp(sending.settings))) return;
  const reading = await readReading(sending, addressee);
  await mail(sending, addressee, notice, reading, uselessFrom);
}

/**
 * Mails somebody something with a file, whatever they chose; nothing while there is no mail server. The mail waits
 * sealed for its turn.
 */
export async function mailFile(
  sending: Sending,
  addressee: Addressee,
  notice: Notice,
  file: MailFile,
): Promise<void> {
  if (!(await isMailSetUp(sending.settings))) return;
  const reading = await readReading(sending, addressee);
  await queueMail(sending, { ...(await letter(sending, addressee, notice, reading)), files: [file] });
}

async function mail(
  sending: Sending,
  addressee: Addressee,
  notice: Notice,
  reading: Reading,
  uselessFrom?: Date,
): Promise<void> {
  await queueMail(sending, await letter(sending, addressee, notice, reading), uselessFrom);
}

async function letter(
  sending: Sending,
  { name, email }: Addressee,
  notice: Notice,
  reading: Reading,
): Promise<Mail> {
  const { subject, html, text } = renderMail(notice, reading);
  const prefixed = await prefixedSubject(sending.settings, subject);
  return { to: { name, address: email }, subject: prefixed, html, text };
}

/** How a notice of this installation reads to somebody. */
export async function readReading(
  sending: Pick<Sending, "settings" | "config">,
  reader: Pick<Reading, "name" | "language">,
): Promise<Reading> {
  const { name, language } = reader;
  return { ...(await readSender(sending)), name, language };
}

/** Links lead where the operator says this installation is: what a request calls its host is a stranger's word. */
async function readSender(
  sending: Pick<Sending, "settings" | "config">,
): Promise<Pick<Reading, "siteUrl" | "siteName" | "colors">> {
  const { login_title, theme_info: theme } = await readAppearance(sending.settings);
  const primary = isObject(theme) && isObject(theme.colors) ? theme.colors["--color-primary"] : undefined;
  return {
    siteUrl: await siteOrigin(sending),
    siteName: login_title,
    colors: typeof primary === "string" ? { primary } : {},
  };
}
