import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { withParameters } from "../../../engine/i18n/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { log } from "../../../engine/log.ts";
import { leaveRecording, recordingKeyFile, resolveRecording } from "../../../transport/recording/index.ts";
import { indexFileOf } from "../../../transport/replay-index/index.ts";
import { notifySubscribers } from "../../notifications/index.ts";
import { testCommandStorage } from "../commands/command-storages.ts";
import { commandStorageTypes } from "../commands/search/search-storages.ts";
import { isHeld } from "../holds/held.ts";
import { addDueCopies, dueCopies } from "./copies.ts";
import type { RecordingServices } from "./recording-place.ts";
import { testReplayStorage } from "./replay-storages.ts";
import { storageTypes } from "./storage-types.ts";
import { text } from "./texts.ts";
import { type UploadOptions, uploadRecording } from "./upload.ts";

/** Recordings looked at in one go. */
const some = 100;

/**
 * Brings the recordings of ended sessions into their storages. A storage that fails is left alone until its pause is
 * over; the others go on.
 */
export async function uploadRecordings(
  services: RecordingServices,
  options: UploadOptions = {},
): Promise<void> {
  const { db } = services;
  const isStopped = (): boolean => options.signal?.aborted === true;
  await forgetUnwanted(services);
  await addDueCopies(db);
  const failing = new Set<string>();
  const seen = new Set<string>();
  for (;;) {
    const due = (await dueCopies(db, failing, some)).filter(({ session_id: id }) => !seen.has(id));
    if (due.length === 0 || isStopped()) return;
    for (const copy of due) {
      if (isStopped()) return;
      if (failing.has(copy.storage_id)) continue;
      seen.add(copy.session_id);
      const result = await uploadRecording(services, copy, options);
      if (typeof result === "string") continue;
      log.warn(
        { storage: copy.storage_id, session: copy.session_id, problem: result.problem },
        "a recording could not be brought into its storage; it stays here until it is",
      );
      // What is absent says nothing about its storage.
      if (result.problem !== "absent") failing.add(copy.storage_id);
    }
  }
}

/**
 * Sessions of gateways that keep no recordings lose theirs once they have ended, unless they are held. What was known of
 * a recording goes with it, or their evidence would miss it; the chain still has its hash.
 */
async function forgetUnwanted({ db, config }: RecordingServices): Promise<void> {
  const { rows } = await sql<{ id: string; recording_path: string }>`
    select s.id, s.recording_path from sessions s join replay_storages r on r.id = s.replay_storage_id
    where r.type = 'null' and s.is_finished and s.recording_path is not null and not ${isHeld("s.id")}
    limit ${some}
  `.execute(db);
  for (const { id, recording_path } of rows) {
    const file = resolveRecording(config.dataFolder, recording_path);
    for (const path of [indexFileOf(file), recordingKeyFile(file), file]) await rm(path, { force: true });
    await sql`
      update sessions set has_replay = false, recording_path = null, recording_bytes = null, recording_hash = null,
        recording_duration = null
      where id = ${id}::uuid
    `.execute(db);
  }
}

/** Removes recordings from this machine that have been in a storage for long enough. */
export async function leaveStoredRecordings({ db, config }: RecordingServices): Promise<void> {
  const { rows } = await sql<{ id: string; recording_path: string }>`
    select s.id, s.recording_path from recording_copies c join sessions s on s.id = c.session_id
    where c.state = 'stored' and c.is_local and s.recording_path is not null
      and c.date_stored <= now() - make_interval(hours => ${config.replayLocalHours})
    order by c.date_stored limit ${some * 10}
  `.execute(db);
  for (const { id, recording_path } of rows) {
    await leaveRecording(resolveRecording(config.dataFolder, recording_path));
    await sql`update recording_copies set is_local = false where session_id = ${id}::uuid`.execute(db);
  }
}

/** Looks for recordings to bring into storages. */
export const keepRecordingsJob = defineJob({
  name: "sessions.keep-recordings",
  schedule: { everySeconds: 15 },
  run: (services, _payload, { signal }) => uploadRecordings(services, { signal }),
});

/** Looks for those that need not be here any more; beside the other, which may be at work for hours. */
export const leaveRecordingsJob = defineJob({
  name: "sessions.leave-recordings",
  schedule: { everySeconds: 30 },
  run: (services) => leaveStoredRecordings(services),
});

/**
 * Tests every storage once a night, and tells the subscribers of those that do not work.
 * Contract: docs/contract/notifications.md, "System messages".
 */
export const checkStoragesJob = defineJob<null>({
  name: "sessions.check-storages",
  schedule: { cron: "0 0 * * *" },
  async run(services) {
    const { rows } = await sql<{ id: string; name: string; type: string; keeps: "recordings" | "commands" }>`
      select id, name, type, 'recordings' as keeps from replay_storages where type not in ('null', 'server')
      union all
      select id, name, type, 'commands' from command_storages where type not in ('null', 'server') order by name
    `.execute(services.db);
    const tested = await Promise.all(
      rows.map(async (storage) => ({
        storage,
        ...(await (storage.keeps === "commands" ? testCommandStorage : testReplayStorage)(
          services,
          storage.id,
        )),
      })),
    );
    const failed = tested.filter(({ isValid }) => !isValid);
    if (failed.length === 0) return;
    await services.db.transaction().execute((db) =>
      notifySubscribers({ ...services, db }, "StorageConnectivityMessage", {
        subject: text.alarmSubject,
        parts: [
          { text: text.alarmBody },
          {
            facts: failed.map(({ storage: { name, type }, message }) => [
              withParameters(text.alarmStorage, { name, type: labelOf(type) }),
              message,
            ]),
          },
        ],
      }),
    );
  },
});

const labelOf = (type: string): string =>
  [...storageTypes, ...commandStorageTypes].find(({ value }) => value === type)?.label.en ?? type;
