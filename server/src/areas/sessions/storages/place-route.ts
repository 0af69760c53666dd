import { access } from "node:fs/promises";
import { sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import { caller, type RouteContext, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { boolean, type Field } from "../../../engine/resource/index.ts";
import { resolveRecording } from "../../../transport/recording/index.ts";
import { sessionHere } from "../recorded-session.ts";
import { problemText } from "./storage-error.ts";
import { text } from "./texts.ts";

interface CopyRow {
  readonly name: string;
  readonly type: string;
  readonly state: string;
  readonly last_error: string;
  readonly sent: number;
}

/** Where the recording of a session is, and how far it is on its way into storages. */
async function placesOf(context: RouteContext, id: string): Promise<Json> {
  const { services, db, language } = caller(context);
  const session = await sessionHere(context, id);
  const { rows } = await sql<CopyRow>`
    select s.name, s.type, c.state, c.last_error,
      case when c.state in ('uploaded', 'stored') then 1 when coalesce(c.bytes, 0) = 0 then 0
        else least(1, jsonb_array_length(c.parts)::float8 * coalesce(c.part_bytes, 0) / c.bytes) end as sent
    from recording_copies c join replay_storages s on s.id = c.storage_id
    where c.session_id = ${session.id}::uuid order by c.date_next
  `.execute(db);
  return {
    on_this_server: await isHere(services.config.dataFolder, session.recording_path),
    storages: rows.map(({ name, type, state, last_error: problem, sent }) => {
      const why = problem === "" || state === "stored" ? null : (problemText(problem) ?? text.failed);
      const shown = state === "failed" ? text.unreadable : why;
      return {
        name,
        type,
        state,
        progress: Number(sent),
        problem: shown === null ? "" : translate(shown, language),
      };
    }),
  };
}

async function isHere(dataFolder: string, recordingPath: string | null): Promise<boolean> {
  if (recordingPath === null) return false;
  try {
    await access(resolveRecording(dataFolder, recordingPath));
    return true;
  } catch {
    return false;
  }
}

const answered: Readonly<Record<string, Field>> = {
  on_this_server: boolean({ label: text.onThisServer, readOnly: true }),
  storages: { type: "list", options: { label: text.storage, readOnly: true } },
};

/** Where a recording is. An addition to the contract: docs/contract/storages.md. */
export const placeRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/replays/:id/place/",
  access: permission("terminal.view_sessionreplay"),
  title: "Replay Place",
  fields: { GET: answered },
  handle: async (context, { params }) => ({ body: await placesOf(context, params.id ?? "") }),
};
