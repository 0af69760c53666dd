import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { log } from "../../engine/log.ts";
import { readMeasures } from "../../engine/measures/index.ts";
import type { Services } from "../../engine/services.ts";
import type {
  OrphanedSession,
  SessionCommand,
  SessionOutcome,
  SessionRecord,
} from "../../transport/sessions/index.ts";
import { relateSession } from "../tickets/index.ts";
import { noteHeartbeats, sessionSilence } from "./components/heartbeats.ts";
import { componentSessionSilenceSeconds, ownSilenceSeconds } from "./components/load-rule.ts";
import { measureMachine } from "./components/measure-machine.ts";
import { finishTask, type PendingTask, taskActions } from "./finish-task.ts";
import { recordSessionEvent } from "./history/session-events.ts";
import { recordGrounds } from "./session-grounds.ts";
import { taskChannel, taskLifetimeSeconds } from "./session-tasks.ts";
import { endSharings } from "./sharing/sharing-state.ts";
import { shorten } from "./shorten.ts";
import { storageOfTerminal } from "./storages/storage-of-terminal.ts";

/**
 * The sessions one gateway carries: how it stores them and hears what is asked of them.
 * Contract: docs/contract/sessions.md, sections 1 and 4.
 */
export class SessionStore {
  readonly #db: Kysely<Database>;
  readonly #events: Services["events"];
  readonly #terminalId: string;
  readonly #dataFolder: string;
  /** Settles when what was noticed so far is delivered. */
  #delivery: Promise<void> = Promise.resolve();

  constructor(services: Pick<Services, "config" | "db" | "events">, terminalId: string) {
    this.#db = services.db;
    this.#events = services.events;
    this.#terminalId = terminalId;
    this.#dataFolder = services.config.dataFolder;
  }

  /** Stores a new session, not yet successful. */
  async open(session: SessionRecord): Promise<void> {
    const { id, user, asset, account, protocol, type } = session;
    await this.#db
      .insertInto("sessions")
      .values({
        id,
        org_id: session.organizationId,
        user: shorten(user),
        user_id: session.userId,
        asset: shorten(asset),
        asset_id: session.assetId,
        account: shorten(account),
        account_id: session.accountId,
        protocol,
        type,
        login_from: session.loginFrom,
        remote_addr: session.remoteAddress,
        terminal_id: this.#terminalId,
        date_start: session.dateStart,
        date_end: null,
        end_reason: null,
        comment: session.remark ?? "",
        recording_path: session.recordingPath,
        recording_bytes: null,
        recording_hash: null,
        recording_duration: null,
        replay_storage_id: storageOfTerminal(this.#terminalId),
        is_emergency: session.isEmergency ?? false,
      })
      .execute();
    await recordGrounds(this.#db, session);
    if (session.reviewId !== undefined) await relateSession(this.#db, session.reviewId, id);
  }

  /** The target accepted the sign-in. */
  async succeeded(id: string): Promise<void> {
    await this.#db.updateTable("sessions").set({ is_success: true }).where("id", "=", id).execute();
    await recordSessionEvent(this.#db, { sessionId: id, event: "connected" });
  }

  /** The target was never reached. */
  async failed(id: string, reason: string): Promise<void> {
    const end = { dateEnd: new Date(), hasReplay: false, recordingPath: null, recording: null, reason };
    await this.#finish(id, end, "failed");
  }

  /** Stores how a session ended; what was still asked of it is done with. */
  async finish(id: string, end: SessionOutcome): Promise<void> {
    await this.#finish(id, end, "ended");
  }

  async #finish(id: string, end: SessionOutcome, event: "ended" | "failed"): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await db
        .updateTable("sessions")
        .set({
          is_finished: true,
          is_locked: false,
          date_end: end.dateEnd,
          has_replay: end.hasReplay,
          recording_path: end.recordingPath,
          recording_bytes: end.recording?.bytes ?? null,
          recording_hash: end.recording?.hash ?? null,
          recording_duration: end.recording?.duration ?? null,
          end_reason: end.reason,
          ...(end.remark === undefined ? {} : { comment: end.remark }),
        })
        .where("id", "=", id)
        .execute();
      const left = await db
        .updateTable("session_tasks")
        .set({ is_finished: true, date_finished: new Date() })
        .where("session_id", "=", id)
        .where("is_finished", "=", false)
        .returning(["name", "requested_by", "comment"])
        .execute();
      // Ending it is quicker at times than storing that it was asked for.
      const kill = end.reason === "terminated" ? left.find(({ name }) => name === "kill_session") : undefined;
      if (kill !== undefined) {
        const { requested_by: actor, comment: reason } = kill;
        await recordSessionEvent(db, { sessionId: id, event: "terminated", actor, reason });
      }
      await endSharings(db, [id]);
      await recordSessionEvent(db, { sessionId: id, event, reason: end.reason });
    });
  }

  /** The gateway and these sessions are alive. */
  async heartbeat(sessions: readonly string[]): Promise<void> {
    const beat = { ...(await measureMachine(this.#dataFolder)), sessions, measures: await readMeasures() };
    await noteHeartbeats(this.#db, new Map([[this.#terminalId, beat]]));
  }

  /**
   * Calls `handler` for everything asked of this gateway's sessions, also for what was asked while nobody
   * listened. A task the handler took is done; one for a session that is not here waits until it expires.
   *
   * @returns ends the subscription
   */
  onCommand(handler: (command: SessionCommand) => boolean): () => void {
    const look = (id: string | null): void => {
      // One after the other: who reads a task while another delivers it would deliver it twice.
      this.#delivery = this.#delivery
        .then(() => this.#deliver(id, handler))
        .catch((error: unknown) => log.error({ err: error }, "a session task was not delivered"));
    };
    const leave = this.#events.subscribe(
      taskChannel,
      (payload) => look(typeof payload === "string" ? payload : null),
      () => look(null),
    );
    void this.#events.ready().then(() => look(null));
    return leave;
  }

  /** Finishes what an earlier run left unfinished; `close` repairs each recording. */
  async finishOrphans(close: (orphan: OrphanedSession) => Promise<SessionOutcome>): Promise<void> {
    const orphans = await this.#db
      .selectFrom("sessions")
      .select(["id", "recording_path", "date_start", "date_active"])
      .where("terminal_id", "=", this.#terminalId)
      .where((where) =>
        where.or([
          where("is_finished", "=", false),
          // Given up by the worker meanwhile: the recording has not been closed.
          where("end_reason", "=", sessionSilence),
        ]),
      )
      .execute();
    for (const { id, recording_path, date_start, date_active } of orphans) {
      const orphan = { id, recordingPath: recording_path, dateStart: date_start, lastSeen: date_active };
      await this.finish(id, await close(orphan));
    }
  }

  async #deliver(id: string | null, handler: (command: SessionCommand) => boolean): Promise<void> {
    const { rows } = await sql<PendingTask>`
      select id, session_id, name, requested_by, comment from session_tasks
      where not is_finished and terminal_id = ${this.#terminalId}::uuid
        and date_created > now() - ${taskLifetimeSeconds} * interval '1 second'
        and (${id}::uuid is null or id = ${id}::uuid)
      order by date_created
    `.execute(this.#db);
    for (const task of rows) {
      const action = taskActions[task.name];
      const { session_id: sessionId, requested_by: by, comment: reason } = task;
      if (!handler({ sessionId, action, by, reason })) continue;
      await finishTask(this.#db, task);
    }
  }
}

/** Finishes sessions no gateway has spoken of for a while; called by the worker. Their recordings stay. */
export async function finishSilentSessions(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update sessions s set is_finished = true, is_locked = false, date_end = date_active,
      has_replay = recording_path is not null, end_reason = ${sessionSilence}
    where not is_finished and date_active < now() - make_interval(secs => case
      when exists (select from terminals t where t.id = s.terminal_id and not t.is_own)
        then ${sql.lit(componentSessionSilenceSeconds)} else ${sql.lit(ownSilenceSeconds)} end)
    returning id
  `.execute(db);
  await endSharings(
    db,
    rows.map(({ id }) => id),
  );
  for (const { id } of rows) {
    await recordSessionEvent(db, { sessionId: id, event: "ended", reason: sessionSilence });
  }
  if (rows.length > 0) log.warn({ sessions: rows.length }, "sessions of a silent gateway were finished");
}
