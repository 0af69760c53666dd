import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { loadConfig } from "../engine/config/config.ts";
import { mapConcurrent } from "../engine/map-concurrent.ts";
import { openKeyRing } from "../engine/secrets/key-ring.ts";
import { createSecretBox } from "../engine/secrets/secret-box.ts";
import { withProductDatabase } from "../supervisor/command-database.ts";
import { RecordingWriter, recordingPath } from "../transport/recording/index.ts";

/** A session that is over, as its recording shows it. */
export interface SeededSession {
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly started: Date;
  /** What was put out, one second after the other. */
  readonly texts: readonly string[];
}

/**
 * Adds sessions with recordings to an installation on this machine, past the product, which may be running. They belong to
 * the default organization.
 *
 * @returns their ids
 */
export async function seedSessions(
  dataFolder: string,
  sessions: readonly SeededSession[],
): Promise<readonly string[]> {
  const config = loadConfig({ SALLYPORT_DATA: dataFolder });
  const secrets = createSecretBox(openKeyRing(config));
  return await withProductDatabase(config, ({ db }) =>
    mapConcurrent(sessions, 8, async ({ user, asset, account, started, texts }) => {
      const id = randomUUID();
      const path = recordingPath(id, started);
      let now = 0;
      const writer = await RecordingWriter.create(
        join(dataFolder, path),
        {
          ...{ id, started: started.toISOString(), columns: 120, rows: 32 },
          ...{ title: account, charset: "utf-8" },
        },
        secrets,
        { now: () => now, flushInterval: 60_000 },
      );
      for (const text of texts) {
        writer.add("o", Buffer.from(text));
        now += 1000;
      }
      const { bytes, hash, duration } = await writer.close();
      await sql`
        insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, is_success,
          is_finished, has_replay, date_start, date_end, recording_path, recording_bytes, recording_hash,
          recording_duration)
        values (${id}, '00000000-0000-0000-0000-000000000002', ${user}, ${asset}, ${account}, '', 'ssh', 'WT', true,
          true, true, ${started}, ${new Date(started.getTime() + now)}, ${path}, ${bytes}, ${hash}, ${duration})
      `.execute(db);
      return id;
    }),
  );
}
