// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { JsonObject } from "../../engine/json.ts";

/** Commands on their way to a storage outside the database. */
export interface CommandDeliveriesTable {
  readonly command_id: string;
  readonly storage_id: string;
  readonly serial: GeneratedAlways<number>;
  readonly attempts: Generated<number>;
  readonly date_next: Generated<Date>;
}

/** Where commands are stored. */
export interface CommandStoragesTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly type: string;
  readonly meta: ColumnType<JsonObject, string | undefined, string>;
  readonly is_default: Generated<boolean>;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly secret_sealed: Generated<string>;
  readonly last_error: Generated<string>;
  readonly failures: Generated<number>;
  readonly date_next: Generated<Date>;
}

/** What was run in sessions. */
export interface CommandsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly session_id: string;
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly input: string;
  readonly command: string;
  readonly output: string;
  readonly risk_level: Generated<number>;
  readonly source: string;
  readonly date_executed: Date;
  readonly hour: GeneratedAlways<number>;
}

/** How busy components were. */
export interface ComponentLoadsTable {
  readonly terminal_id: string;
  readonly span: number;
  readonly date_start: Date;
  readonly samples: number;
  readonly cpu_sum: number;
  readonly cpu_most: number;
  readonly memory_sum: number;
  readonly memory_most: number;
  readonly disk_most: number;
  readonly sessions_most: number;
}

/** What a session is opened with. */
export interface ConnectionTokensTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly user_id: string;
  readonly asset_id: string;
  readonly account: string;
  readonly input_username: Generated<string>;
  readonly input_secret_sealed: string | null;
  readonly value_sealed: string;
  readonly protocol: string;
  readonly connect_method: string;
  readonly connect_options: ColumnType<JsonObject, string | undefined, string>;
  readonly is_active: Generated<boolean>;
  readonly is_reusable: Generated<boolean>;
  readonly user_display: string;
  readonly asset_display: string;
  readonly date_expired: Date;
  readonly date_redeemed: Date | null;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly from_ticket: string | null;
  readonly remote_addr: Generated<string>;
}

/** The pinned host keys of targets. */
export interface HostKeysTable {
  readonly id: Generated<string>;
  readonly asset_id: string;
  readonly host: string;
  readonly port: number;
  readonly algorithm: string;
  readonly public_key: string;
  readonly fingerprint: string;
  readonly date_pinned: Generated<Date>;
  readonly offered_fingerprint: string | null;
  readonly date_mismatch: Date | null;
}

/** Signatures of many chunks, bit by bit. */
export interface MomentBlocksTable {
  readonly id: GeneratedAlways<number>;
  readonly slots: number;
  readonly bits: number;
  readonly slices: Buffer;
  readonly is_outdated: Generated<boolean>;
  readonly date_created: Generated<Date>;
}

/** Lines of recordings, and what may be among them. */
export interface MomentChunksTable {
  readonly session_id: string;
  readonly place: number;
  readonly org_id: string;
  readonly started: number;
  readonly begins: number;
  readonly ends: number;
  readonly block_id: number | null;
  readonly slot: number | null;
}

/** What texts of recordings are sealed under, sealed. */
export interface MomentKeysTable {
  readonly id: Generated<number>;
  readonly key_sealed: string;
  readonly date_created: Generated<Date>;
}

/** Signatures of chunks that are in no block yet. */
export interface MomentSignaturesTable {
  readonly session_id: string;
  readonly place: number;
  readonly bits: number;
  readonly signature: Buffer;
}

/** The lines of recordings, compressed and sealed. */
export interface MomentTextsTable {
  readonly session_id: string;
  readonly place: number;
  readonly content: Buffer;
}

/** Recordings in storages, and how far they are on their way there. */
export interface RecordingCopiesTable {
  readonly session_id: string;
  readonly storage_id: string;
  readonly object_key: string;
  readonly state: Generated<string>;
  readonly upload_id: string | null;
  readonly part_bytes: number | null;
  readonly parts: ColumnType<readonly string[], string | undefined, string>;
  readonly bytes: number | null;
  readonly hash: string | null;
  readonly attempts: Generated<number>;
  readonly last_error: Generated<string>;
  readonly date_next: Generated<Date>;
  readonly claim: string | null;
  readonly claimed_until: Date | null;
  readonly date_stored: Date | null;
  readonly is_local: Generated<boolean>;
}

/** Recordings whose index is whole, or that cannot be read. */
export interface RecordingIndexesTable {
  readonly session_id: string;
  readonly is_readable: boolean;
  readonly date_indexed: Generated<Date>;
}

/** How far each recording is covered by the search. */
export interface RecordingMomentsTable {
  readonly session_id: string;
  readonly form: number;
  readonly parts: Generated<number>;
  readonly chunks: Generated<number>;
  readonly is_whole: Generated<boolean>;
  readonly text_bytes: Generated<number>;
  readonly kept_bytes: Generated<number>;
}

/** Where recordings are stored. */
export interface ReplayStoragesTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly type: string;
  readonly meta: ColumnType<JsonObject, string | undefined, string>;
  readonly secret_sealed: Generated<string>;
  readonly is_default: Generated<boolean>;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** What happened to sessions. */
export interface SessionEventsTable {
  readonly id: Generated<string>;
  readonly session_id: string;
  readonly org_id: string;
  readonly serial: GeneratedAlways<number>;
  readonly event: string;
  readonly actor: Generated<string>;
  readonly reason: Generated<string>;
  readonly date_created: Generated<Date>;
}

/** What allowed sessions when they began. */
export interface SessionGroundsTable {
  readonly id: Generated<string>;
  readonly session_id: string;
  readonly grounds: ColumnType<JsonObject, string, string>;
  readonly date_created: Generated<Date>;
}

/** Sessions that must not be removed, and why. */
export interface SessionHoldsTable {
  readonly id: Generated<string>;
  readonly session_id: string;
  readonly org_id: string;
  readonly reason: string;
  readonly held_by: string;
  readonly date_created: Generated<Date>;
}

/** What a gateway is told to do to a session. */
export interface SessionTasksTable {
  readonly id: Generated<string>;
  readonly session_id: string;
  readonly org_id: string;
  readonly name: string;
  readonly terminal_id: string | null;
  readonly requested_by: string;
  readonly is_finished: Generated<boolean>;
  readonly date_created: Generated<Date>;
  readonly date_finished: Date | null;
  readonly updated_by: string | null;
  readonly comment: Generated<string>;
  readonly date_updated: GeneratedAlways<Date | null>;
}

/** The sessions of people on assets. */
export interface SessionsTable {
  readonly id: string;
  readonly org_id: string;
  readonly user: string;
  readonly user_id: string | null;
  readonly asset: string;
  readonly asset_id: string | null;
  readonly account: string;
  readonly account_id: string;
  readonly protocol: string;
  readonly type: Generated<string>;
  readonly login_from: string;
  readonly remote_addr: Generated<string>;
  readonly comment: Generated<string>;
  readonly is_success: Generated<boolean>;
  readonly is_finished: Generated<boolean>;
  readonly is_locked: Generated<boolean>;
  readonly has_replay: Generated<boolean>;
  readonly has_command: Generated<boolean>;
  readonly terminal_id: string | null;
  readonly date_start: Date;
  readonly date_end: Date | null;
  readonly date_active: Generated<Date>;
  readonly end_reason: string | null;
  readonly recording_path: string | null;
  readonly recording_bytes: number | null;
  readonly recording_hash: string | null;
  readonly recording_duration: number | null;
  readonly search_text: GeneratedAlways<string>;
  readonly is_emergency: Generated<boolean>;
  readonly replay_storage_id: string | null;
}

/** The host keys of our own SSH server, sealed. */
export interface SshServerKeysTable {
  readonly kind: string;
  readonly private_sealed: string;
  readonly fingerprint: string;
  readonly date_created: Generated<Date>;
}

/** The components, and when each was last heard of. */
export interface TerminalsTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly type: string;
  readonly remote_addr: Generated<string>;
  readonly comment: Generated<string>;
  readonly is_deleted: Generated<boolean>;
  readonly date_heartbeat: Generated<Date>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly replay_storage_id: string | null;
  readonly is_own: Generated<boolean>;
  readonly service_account_id: string | null;
  readonly cpu_load: number | null;
  readonly memory_used: number | null;
  readonly disk_used: number | null;
  readonly told_problems: Generated<string[]>;
  readonly date_config_recorded: Date | null;
  readonly measures: ColumnType<JsonObject | null, string | null | undefined, string | null>;
  readonly command_storage_id: string | null;
}

/** Who joined a session, and who tried to. */
export interface SessionJoinRecordsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly session_id: string;
  readonly sharing_id: string;
  readonly joiner_id: string;
  readonly joiner: string;
  readonly remote_addr: string;
  readonly login_from: Generated<string>;
  readonly action_permission: string;
  readonly is_success: boolean;
  readonly is_finished: boolean;
  readonly reason: Generated<string>;
  readonly created_by: Generated<string>;
  readonly updated_by: Generated<string>;
  readonly date_joined: Generated<Date>;
  readonly date_left: Date | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

/** Links by which others join a session. */
export interface SessionSharingsTable {
  readonly id: string;
  readonly org_id: string;
  readonly session_id: string;
  readonly creator_id: string;
  readonly created_by: string;
  readonly updated_by: Generated<string>;
  readonly verify_code_sealed: string;
  readonly is_active: Generated<boolean>;
  readonly expired_time: number;
  readonly date_expired: Date;
  readonly users: Generated<string[]>;
  readonly action_permission: string;
  readonly origin: string;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    command_deliveries: CommandDeliveriesTable;
    command_storages: CommandStoragesTable;
    commands: CommandsTable;
    component_loads: ComponentLoadsTable;
    connection_tokens: ConnectionTokensTable;
    host_keys: HostKeysTable;
    moment_blocks: MomentBlocksTable;
    moment_chunks: MomentChunksTable;
    moment_keys: MomentKeysTable;
    moment_signatures: MomentSignaturesTable;
    moment_texts: MomentTextsTable;
    recording_copies: RecordingCopiesTable;
    recording_indexes: RecordingIndexesTable;
    recording_moments: RecordingMomentsTable;
    replay_storages: ReplayStoragesTable;
    session_events: SessionEventsTable;
    session_grounds: SessionGroundsTable;
    session_holds: SessionHoldsTable;
    session_tasks: SessionTasksTable;
    sessions: SessionsTable;
    ssh_server_keys: SshServerKeysTable;
    terminals: TerminalsTable;
    session_join_records: SessionJoinRecordsTable;
    session_sharings: SessionSharingsTable;
  }
}
