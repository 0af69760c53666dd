import { sql } from "kysely";
import { type CallerContext, component } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { organizationIds } from "../../organizations/index.ts";
import { clientsToldTo, readAppearance } from "../../settings/index.ts";
import { type OwnTerminal, ownTerminal } from "./own-terminal.ts";
import { text } from "./texts.ts";

/** The settings that components follow, by their keys. */
const followed = [
  "TERMINAL_GRAPHICAL_RESOLUTION",
  "TERMINAL_PASSWORD_AUTH",
  "TERMINAL_PUBLIC_KEY_AUTH",
  "TERMINAL_KOKO_SSH_ENABLED",
  "TERMINAL_ASSET_LIST_SORT_BY",
  "TERMINAL_ASSET_LIST_PAGE_SIZE",
  "TERMINAL_SESSION_KEEP_DURATION",
  "TERMINAL_HOST_KEY",
  "SECURITY_MAX_IDLE_TIME",
  "SECURITY_SESSION_SHARE",
  "SECURITY_MAX_SESSION_TIME",
  "FTP_FILE_MAX_STORE",
] as const;

/** Seconds between two heartbeats. */
const heartbeatInterval = 20;

/**
 * Where a component is to bring commands and recordings: nowhere, or here. Whichever storage is chosen for it, its keys
 * stay here: what it brings is sealed and goes on to the storage from here (docs/decisions/0022-components.md).
 */
async function storages({ db }: CallerContext, { id }: OwnTerminal): Promise<JsonObject> {
  const { rows } = await sql<{ commands: boolean; replays: boolean }>`
    select coalesce((select c.type = 'null' from command_storages c where c.id = coalesce(t.command_storage_id,
        (select d.id from command_storages d where d.is_default))), false) as commands,
      coalesce((select r.type = 'null' from replay_storages r where r.id = coalesce(t.replay_storage_id,
        (select d.id from replay_storages d where d.is_default))), false) as replays
    from terminals t where t.id = ${id}::uuid
  `.execute(db);
  const named = (isNowhere: boolean | undefined): JsonObject => ({
    TYPE: isNowhere === true ? "null" : "server",
  });
  return {
    TERMINAL_COMMAND_STORAGE: named(rows[0]?.commands),
    TERMINAL_REPLAY_STORAGE: named(rows[0]?.replays),
  };
}

/** That a component was handed a private key is a matter of record; it asks every minute, and that is told once a day. */
async function recordHostKey(context: CallerContext, { id, name }: OwnTerminal): Promise<void> {
  const { rows } = await sql`
    update terminals set date_config_recorded = now()
    where id = ${id}::uuid and (date_config_recorded is null or date_config_recorded < now() - interval '1 day')
    returning id
  `.execute(context.db);
  if (rows.length === 0) return;
  const entry = { type: text.configHandedOut, name, id, organizationId: organizationIds.root };
  await recordOperation(context, { action: "view", ...entry });
}

async function configOf(context: CallerContext): Promise<Json> {
  const { settings } = context.services;
  const terminal = await ownTerminal(context);
  const values = await Promise.all(
    followed.map(async (key) => [key, await settings.get<Json>(key)] as const),
  );
  const config = Object.fromEntries(values);
  if (config.TERMINAL_HOST_KEY !== "") await recordHostKey(context, terminal);
  const { login_title: title } = await readAppearance(settings);
  return {
    TERMINAL_HEARTBEAT_INTERVAL: heartbeatInterval,
    ...clientsToldTo(terminal.type),
    TERMINAL_TELNET_REGEX: "",
    ...config,
    ...(await storages(context, terminal)),
    TERMINAL_HEADER_TITLE: title,
  };
}

/** What components follow. Contract: docs/contract/components.md, section 3. */
export const configRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/terminal/terminals/config/",
  access: component("terminal.view_terminalconfig"),
  title: "Terminal Config",
  handle: async (context) => ({ body: await configOf(caller(context)) }),
};
