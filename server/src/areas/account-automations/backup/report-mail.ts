import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { consolePath } from "../../../engine/http/index.ts";
import { type Language, type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { protectedArchive, type Sheet, writeSheets } from "../../../engine/tabular/index.ts";
import { TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import { isMailSetUp, mailFile, mailNotice, type NoticePart } from "../../notifications/index.ts";
import { userRoles } from "../../roles/index.ts";
import { filePasswordOf, usersTable } from "../../users/index.ts";
import { text } from "./texts.ts";

/** Bytes that go with a mail: most mail servers take 25 MB as they are sent, which is a third more. */
const mostBytes = 18_000_000;

/** Somebody who gets a report. */
interface Recipient {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language | null;
  readonly isThere: boolean;
}

/** What people get. */
export interface Report {
  readonly subject: Message;
  /** What the mail says when the file is with it. */
  readonly body: Message;
  /** Said beside it. */
  readonly also?: Message;
  /** Begins the names of the file and of its archive. */
  readonly name: string;
  /** Of whom. */
  readonly organizationId: string;
}

/** A workbook in memory: it is never on a disk but encrypted. */
export const workbookOf = async (sheets: readonly Sheet[]): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeSheets(sheets)) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** `<plan>-2026-03-01 09:30:00-1772357400`, as the contract names files; without what file systems do not take. */
export function fileNameOf(plan: string, at: Date): string {
  const iso = at.toISOString();
  const time = `${iso.slice(0, 10)} ${iso.slice(11, 19).replaceAll(":", "-")}`;
  const plain = plan.replace(/[\\/:*?"<>|\p{Cc}]/gu, "_");
  return `${plain}-${time}-${Math.floor(at.getTime() / 1_000)}`;
}

/** A workbook for one recipient, in an archive that their own file password opens. */
interface OwnArchive {
  readonly recipient: Recipient;
  /** Null: they have no file password. */
  readonly archive: Buffer | null;
}

/** The archives of a workbook, one for each recipient who may still have it; of the others the log tells. */
export async function* archivesFor(
  run: TaskRun,
  userIds: readonly string[],
  workbook: Buffer,
  { organizationId, fileName }: Pick<Report, "organizationId"> & { readonly fileName: string },
): AsyncGenerator<OwnArchive> {
  const { services, log, language } = run;
  for (const recipient of await recipientsOf(run, userIds, organizationId)) {
    if (!recipient.isThere) {
      log.line(translate(withParameters(text.formerMember, { name: recipient.name }), language), "bad");
      continue;
    }
    const password = await filePasswordOf(services.db, services.secrets, recipient.id);
    const archive = password === null ? null : await protectedCopy(`${fileName}.xlsx`, workbook, password);
    yield { recipient, archive };
  }
}

/** Tells somebody who has no file password how to set one. */
export async function mailHowToSetPassword(
  run: TaskRun,
  recipient: Recipient,
  subject: Message,
): Promise<void> {
  const parts: NoticePart[] = [
    { text: text.setPassword },
    { button: { label: text.toProfile, path: consolePath("/profile/info") } },
  ];
  await mailNotice(run.services, addresseeOf(recipient), { subject, parts });
  run.log.line(translate(withParameters(text.noPassword, { name: recipient.name }), run.language), "bad");
}

const addresseeOf = ({ name, email, language }: Recipient) => ({ name, email, language: language ?? "en" });

/**
 * Mails a workbook to people, to each in an archive that their own file password opens. Who has none is told how to
 * set one. Contract: docs/contract/account-automations.md, "Reports by mail".
 * @throws TaskFailure when there is no mail server, or the file is too large for one
 */
export async function mailReport(
  run: TaskRun,
  userIds: readonly string[],
  workbook: Buffer,
  report: Report,
): Promise<void> {
  const { services, log, language } = run;
  const say = (message: Message): string => translate(message, language);
  if (!(await isMailSetUp(services.settings))) {
    throw new TaskFailure("no_mail_server", say(text.noMailServer));
  }
  const fileName = fileNameOf(report.name, new Date());
  for await (const { recipient, archive } of archivesFor(run, userIds, workbook, { ...report, fileName })) {
    if (archive === null) {
      await mailHowToSetPassword(run, recipient, report.subject);
      continue;
    }
    if (archive.length > mostBytes) {
      const size = Math.round(mostBytes / 1_000_000);
      throw new TaskFailure("too_large", say(withParameters(text.tooLarge, { size })));
    }
    const parts = [report.body, ...(report.also === undefined ? [] : [report.also]), text.openWith];
    await mailFile(
      services,
      addresseeOf(recipient),
      { subject: report.subject, parts: parts.map((part) => ({ text: part })) },
      { name: `${fileName}.zip`, type: "application/zip", content: archive.toString("base64") },
    );
    log.line(say(withParameters(text.sent, { name: recipient.name })), "good");
  }
}

async function protectedCopy(name: string, workbook: Buffer, password: string): Promise<Buffer> {
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield workbook;
  }
  return buffer(protectedArchive(name, whole(), password));
}

async function recipientsOf(
  { services }: TaskRun,
  userIds: readonly string[],
  organizationId: string,
): Promise<readonly Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id, u.username, u.name, u.email, u.language,
      u.is_active and not u.is_service_account and ${userRoles.isMember("u.id", organizationId)} as "isThere"
    from ${usersTable} u where u.id = any(${[...userIds]}::uuid[]) order by u.name, u.id
  `.execute(services.db);
  return rows;
}
