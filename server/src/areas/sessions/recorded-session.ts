import type { Readable } from "node:stream";
import type { CallerContext, RequestContext } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { NotFound } from "../../engine/errors.ts";
import type { RouteAnswer } from "../../engine/http/index.ts";
import { type Message, translate } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { type RecordingPlace, verifyRecording } from "../../transport/recording/index.ts";
import { loadIndex } from "../../transport/replay-index/index.ts";
import { placeOfRecording } from "./storages/recording-place.ts";
import { StorageError } from "./storages/storage-error.ts";
import { text } from "./texts.ts";

/** What is known of a session and its recording. */
export interface RecordedSession {
  readonly id: string;
  readonly org_id: string;
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly date_start: Date;
  readonly date_end: Date | null;
  readonly is_finished: boolean;
  readonly has_replay: boolean;
  readonly recording_path: string | null;
  /** Last hash of the recording as its gateway closed it; null when it was never closed. */
  readonly recording_hash: string | null;
}

/** A session by id, whatever its organization; the caller's right to it is checked by who calls this. */
export async function findSession(context: RequestContext, id: string): Promise<RecordedSession> {
  const session = isUuid(id)
    ? await context.db
        .selectFrom("sessions")
        .select([
          "id",
          "org_id",
          "user",
          "asset",
          "account",
          "date_start",
          "date_end",
          "is_finished",
          "has_replay",
          "recording_path",
          "recording_hash",
        ])
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (session === undefined) throw new NotFound(text.session);
  return session;
}

/** A session of the organization the caller works in. */
export async function sessionHere(context: RequestContext, id: string): Promise<RecordedSession> {
  const session = await findSession(context, id);
  const { organization } = context;
  if (!organization.isRoot && session.org_id !== organization.id) throw new NotFound(text.session);
  return session;
}

/** Where the recording is, or why there is nothing to play. */
export type FoundRecording = { readonly place: RecordingPlace } | { readonly missing: Message };

/** Where the recording of a session is: on this machine or in a storage. */
export async function recordingOf(
  { services }: RequestContext,
  session: RecordedSession,
): Promise<FoundRecording> {
  if (!session.is_finished) return { missing: text.replayRunning };
  const place = session.has_replay ? await placeOfRecording(services, session) : null;
  return place === null ? { missing: text.replayMissing } : { place };
}

/** The answer where there is nothing to play. */
export const missing = (context: RequestContext, why: Message): RouteAnswer => ({
  status: 404,
  body: { error: translate(why, context.language) },
});

/** A recording that does not open is said to be so, before anything of it is shown; so is a storage that is away. */
export function damaged(context: RequestContext, session: RecordedSession, error: unknown): RouteAnswer {
  log.error({ err: error, session: session.id }, "a recording cannot be read");
  const why = error instanceof StorageError ? error.detail : text.replayDamaged;
  return { status: 400, body: { error: translate(why, context.language) } };
}

/**
 * Makes sure that the recording is as it was written, and that nothing was cut off its end: by its index, which was made
 * from every frame and fits this very file, or else by reading it whole.
 */
export async function verify(
  context: RequestContext,
  session: RecordedSession,
  place: RecordingPlace,
): Promise<void> {
  const { secrets } = context.services;
  const { end } = await loadIndex(place, secrets);
  const { hash } = end ?? (await verifyRecording(place, secrets));
  requireWhole(session, hash);
}

/**
 * @param hash of the last frame
 * @throws when it is not the last that was written
 */
export function requireWhole(session: RecordedSession, hash: string): void {
  if (session.recording_hash !== null && hash !== session.recording_hash)
    throw new Error("the end is missing");
}

/**
 * Who looked at what is said in recordings is itself a matter of record, written before the first byte is sent.
 * Describing a replay shows nothing of it, and is no access.
 */
export async function recordAccess(
  context: CallerContext,
  session: RecordedSession,
  action: "view" | "download",
): Promise<void> {
  await recordOperation(context, {
    action,
    type: text.replay,
    name: `${session.user} ${session.account}@${session.asset}`.slice(0, 128),
    id: session.id,
    organizationId: session.org_id,
  });
}

/** A damaged recording breaks the answer off; the log says why. */
export function watched(stream: Readable, session: string): Readable {
  stream.on("error", (error) => log.error({ err: error, session }, "a recording cannot be read"));
  return stream;
}
