import { translate, withParameters } from "../../../engine/i18n/index.ts";
import { TaskFailure, type TaskRun } from "../../../engine/tasks/index.ts";
import { isMailSetUp } from "../../notifications/index.ts";
import { openReplayStorage, putWhole, StorageError } from "../../sessions/index.ts";
import { archivesFor, fileNameOf, mailHowToSetPassword, type Report } from "./report-mail.ts";
import { text } from "./texts.ts";

/** Where a report is put. */
export interface StoragePlace {
  /** Null: the storage of the plan is gone. */
  readonly storageId: string | null;
  /** Which side of the plan the recipients are, and part of the names of files. */
  readonly side: "A" | "B";
}

/** Folder of backups in a storage. */
const folder = "account-backups";

/** A file name of somebody: what file systems and addresses do not take is left out. */
const plainName = (username: string): string => username.replace(/[^\p{L}\p{N}@._-]/gu, "_");

/**
 * Puts a workbook into a storage, for each recipient in an archive that their own file password opens, and reads each back.
 * Contract: docs/contract/account-automations.md, "Backups".
 * @throws TaskFailure when there is no such storage, or it does not do what it is asked
 */
export async function storeReport(
  run: TaskRun,
  userIds: readonly string[],
  workbook: Buffer,
  report: Report,
  { storageId, side }: StoragePlace,
): Promise<void> {
  const { services, log, language } = run;
  const say = (message: typeof text.noStorage): string => translate(message, language);
  const store = storageId === null ? null : await openReplayStorage(services, storageId);
  if (store === null) throw new TaskFailure("no_storage", say(text.noStorage));
  const fileName = fileNameOf(report.name, new Date());
  for await (const { recipient, archive } of archivesFor(run, userIds, workbook, { ...report, fileName })) {
    if (archive === null) {
      if (await isMailSetUp(services.settings)) await mailHowToSetPassword(run, recipient, report.subject);
      else log.line(say(withParameters(text.noPasswordNoMail, { name: recipient.name })), "bad");
      continue;
    }
    const key = `${folder}/${report.organizationId}/${fileName}/${side}-${plainName(recipient.username)}.zip`;
    try {
      await putWhole(store, key, archive);
      const isKept = (await store.read(key, 0, archive.length + 1)).equals(archive);
      if (!isKept) throw new StorageError("changed");
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      throw new TaskFailure("storage", `${recipient.name}: ${say(error.detail)}`);
    }
    log.line(say(withParameters(text.stored, { name: recipient.name, key })), "good");
  }
}
