import { type Kysely, sql } from "kysely";
import type { Database } from "../../../../engine/database/index.ts";
import { log } from "../../../../engine/log.ts";
import type { PlannedHost } from "./plan-hosts.ts";
import type { EndedHost, HostState } from "./summary.ts";

/** A host of an execution. */
export interface HostKey {
  readonly executionId: string;
  readonly assetId: string;
}

/** Keeps the hosts of an execution, in their order; those that are left out are done. */
export async function keepHosts(
  db: Kysely<Database>,
  executionId: string,
  hosts: readonly (Pick<PlannedHost, "assetId" | "name"> & {
    readonly state: HostState;
    readonly reason: string;
  })[],
): Promise<void> {
  await sql`
    insert into ops_job_hosts (execution_id, asset_id, position, name, state, reason, date_finished)
    select ${executionId}::uuid, h.asset, h.position, h.name, h.state, h.reason,
      case when h.state = 'waiting' then null else now() end
    from unnest(
      ${hosts.map(({ assetId }) => assetId)}::uuid[], ${hosts.map(({ name }) => name)}::text[],
      ${hosts.map(({ state }) => state)}::text[], ${hosts.map(({ reason }) => reason)}::text[]
    ) with ordinality as h (asset, name, state, reason, position)
  `.execute(db);
}

/** The part of a host begins. */
export async function beginHost(
  db: Kysely<Database>,
  { executionId, assetId }: HostKey,
  account: string,
): Promise<void> {
  await sql`
    update ops_job_hosts set state = 'running', account = ${account}, date_start = now()
    where execution_id = ${executionId}::uuid and asset_id = ${assetId}::uuid
  `.execute(db);
}

/** Its session is open. */
export async function noteSession(
  db: Kysely<Database>,
  { executionId, assetId }: HostKey,
  sessionId: string,
): Promise<void> {
  await sql`
    update ops_job_hosts set session_id = ${sessionId}::uuid
    where execution_id = ${executionId}::uuid and asset_id = ${assetId}::uuid
  `.execute(db);
}

/** How the part of a host ended. */
export interface HostEnd {
  readonly state: HostState;
  readonly reason: string;
  readonly exitCode: number | null;
  readonly outputSize: number;
  readonly isCut: boolean;
}

/** The part of a host is over. */
export async function endHost(
  db: Kysely<Database>,
  { executionId, assetId }: HostKey,
  { state, reason, exitCode, outputSize, isCut }: HostEnd,
): Promise<void> {
  await sql`
    update ops_job_hosts set state = ${state}, reason = ${reason}, exit_code = ${exitCode},
      output_size = ${outputSize}, is_cut = ${isCut}, date_finished = now()
    where execution_id = ${executionId}::uuid and asset_id = ${assetId}::uuid
  `.execute(db);
}

/** What became of the hosts of an execution, in their order. */
export async function endedHosts(db: Kysely<Database>, executionId: string): Promise<readonly EndedHost[]> {
  const { rows } = await sql<EndedHost>`
    select name, state, reason from ops_job_hosts where execution_id = ${executionId}::uuid order by position
  `.execute(db);
  return rows;
}

/** Milliseconds until what a host said is stored and shown. */
const flushDelay = 150;
/** Characters that are stored at once. */
const pieceSize = 32_768;

/** Keeps the output of a host in pieces, one after the other. */
export class KeptOutput {
  readonly #db: Kysely<Database>;
  readonly #key: HostKey;
  #waiting = "";
  #stored = 0;
  #timer: NodeJS.Timeout | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(db: Kysely<Database>, key: HostKey) {
    this.#db = db;
    this.#key = key;
  }

  add(piece: string): void {
    this.#waiting += piece;
    if (this.#waiting.length >= pieceSize) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), flushDelay);
  }

  /** Resolves when everything so far is stored. Never rejects: a run goes on without its output. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#work = this.#work
      .then(() => this.#store())
      .catch((error: unknown) => {
        log.warn({ err: error, execution: this.#key.executionId }, "output of a job could not be stored");
      });
    return this.#work;
  }

  async #store(): Promise<void> {
    const content = this.#waiting;
    if (content === "") return;
    this.#waiting = "";
    const position = this.#stored;
    this.#stored += content.length;
    await sql`
      insert into ops_job_outputs (execution_id, asset_id, position, content)
      values (${this.#key.executionId}::uuid, ${this.#key.assetId}::uuid, ${position}, ${content})
    `.execute(this.#db);
  }
}

/** A part of what a host said. */
export interface OutputPart {
  readonly text: string;
  readonly next: number;
}

/** Pieces that are read at once. */
const mostPieces = 8;

/** What a host said, from a position on; nothing more yet: an empty text. */
export async function readOutput(
  db: Kysely<Database>,
  { executionId, assetId }: HostKey,
  offset: number,
): Promise<OutputPart> {
  const { rows } = await sql<{ position: number; content: string }>`
    select position, content from ops_job_outputs
    where execution_id = ${executionId}::uuid and asset_id = ${assetId}::uuid and position >= ${offset}
    order by position limit ${mostPieces}
  `.execute(db);
  let next = offset;
  let text = "";
  for (const { position, content } of rows) {
    text += content;
    next = position + content.length;
  }
  return { text, next };
}
