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
function fileNameOf(plan: string, at: Date): string {
  const iso = at.toISOString();
  const time = `${iso.slice(0, 10)} ${iso.slice(11, 19).replaceAll(":", "-")}`;
  const plain = plan.replace(/[\\/:*?"<>|\p{Cc}]/gu, "_");
  return `${plain}-${time}-${Math.floor(at.getTime() / 1_000)}`;
}

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
  const { db, secrets } = services;
  const say = (message: Message): string => translate(message, language);
  if (!(await isMailSetUp(services.settings))) {
    throw new TaskFailure("no_mail_server", say(text.noMailServer));
  }
  const at = new Date();
  const name = fileNameOf(report.name, at);
  for (const recipient of await recipientsOf(run, userIds, report.organizationId)) {
    const { id, email, isThere } = recipient;
    const told = (message: Message) => say(withParameters(message, { name: recipient.name }));
    if (!isThere) {
      log.line(told(text.formerMember), "bad");
      continue;
    }
    const addressee = { name: recipient.name, email, language: recipient.language ?? "en" };
    const password = await filePasswordOf(db, secrets, id);
    if (password === null) {
      const parts: NoticePart[] = [
        { text: text.setPassword },
        { button: { label: text.toProfile, path: consolePath("/profile/info") } },
      ];
      await mailNotice(services, addressee, { subject: report.subject, parts });
      log.line(told(text.noPassword), "bad");
      continue;
    }
    const archive = await protectedCopy(`${name}.xlsx`, workbook, password);
    if (archive.length > mostBytes) {
      const size = Math.round(mostBytes / 1_000_000);
      throw new TaskFailure("too_large", say(withParameters(text.tooLarge, { size })));
    }
    const parts = [report.body, ...(report.also === undefined ? [] : [report.also]), text.openWith];
    await mailFile(
      services,
      addressee,
      { subject: report.subject, parts: parts.map((part) => ({ text: part })) },
      { name: `${name}.zip`, type: "application/zip", content: archive.toString("base64") },
    );
    log.line(told(text.sent), "good");
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
    select u.id, u.name, u.email, u.language,
      u.is_active and not u.is_service_account and ${userRoles.isMember("u.id", organizationId)} as "isThere"
    from ${usersTable} u where u.id = any(${[...userIds]}::uuid[]) order by u.name, u.id
  `.execute(services.db);
  return rows;
}
