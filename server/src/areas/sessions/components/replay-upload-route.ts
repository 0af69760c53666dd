import { type CallerContext, component } from "../../../engine/access/index.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { recordingPath, resolveRecording } from "../../../transport/recording/index.ts";
import { NoAsciicast, recordAsciicast } from "./asciicast-recording.ts";
import { ownSession } from "./reported-sessions.ts";
import { text } from "./texts.ts";

/** Largest recording that is taken, compressed, in bytes. */
const largest = 200 * 1024 * 1024;

/** The version of the contract that says that a recording is an asciicast. */
const asciicastVersion = 3;

const refused = ({ language }: CallerContext, message: Message): RouteAnswer => ({
  status: 400,
  body: { msg: translate(message, language) },
});

async function upload(context: CallerContext, id: string, body: unknown): Promise<RouteAnswer> {
  const session = await ownSession(context, id);
  const { file, version } = isObject(body) ? (body as Record<string, unknown>) : {};
  if (!(file instanceof File)) return refused(context, text.fileExpected);
  if (Number(version) !== asciicastVersion) return refused(context, text.replayVersion);
  if (!session.is_finished) return refused(context, text.replayUnfinished);
  if (session.recording_path !== null) return refused(context, text.replayThere);
  const { config, secrets } = context.services;
  const path = recordingPath(session.id, session.date_start);
  let summary: Awaited<ReturnType<typeof recordAsciicast>>;
  try {
    summary = await recordAsciicast(file, {
      file: resolveRecording(config.dataFolder, path),
      sessionId: session.id,
      started: session.date_start,
      title: session.title,
      keys: secrets,
    });
  } catch (error) {
    if (!(error instanceof NoAsciicast)) throw error;
    return refused(context, withParameters(text.replayDamaged, { reason: error.message }));
  }
  await context.db
    .updateTable("sessions")
    .set({
      has_replay: true,
      recording_path: path,
      recording_bytes: summary.bytes,
      recording_hash: summary.hash,
      recording_duration: summary.duration,
    })
    .where("id", "=", session.id)
    .execute();
  return {
    status: 201,
    body: { url: `/media/replay/${session.date_start.toISOString().slice(0, 10)}/${session.id}.cast.gz` },
  };
}

/** Takes the recordings of components. Contract: docs/contract/components.md, section 5. */
export const replayUploadRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/terminal/sessions/:id/replay/",
  access: component("terminal.upload_sessionreplay"),
  title: "Session Replay",
  multipart: true,
  bodyLimit: largest,
  handle: (context, { params, body }) => upload(caller(context), params.id ?? "", body),
};
