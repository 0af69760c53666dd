import type { Case, ChannelAsset } from "./case.ts";

/** What is stored of a session. */
export interface SessionTrace {
  readonly id: string;
  readonly type: string;
  readonly login_from: string;
  readonly protocol: string;
  readonly is_success: boolean;
  readonly is_finished: boolean;
  readonly has_replay: boolean;
  readonly end_reason: string | null;
}

/** What is stored of something done to a file. */
export interface FileTrace {
  readonly operate: string;
  readonly state: string;
  readonly reason: string;
}

/** How long a session may take to be over, in milliseconds: guards look every six seconds at the latest. */
const timeout = 20_000;

/** The sessions on an asset, oldest first. They are the person's, and say so. */
export async function sessionTraces(
  { bed, person, from }: Case,
  { id, name }: ChannelAsset,
): Promise<readonly SessionTrace[]> {
  const { rows } = await bed.gateway.product.database.pool.query(
    `select id, type, login_from, protocol, is_success, is_finished, has_replay, end_reason,
       user_id, "user", asset, remote_addr, org_id from sessions where asset_id = $1 order by date_start, id`,
    [id],
  );
  for (const { user_id: userId, user, asset, remote_addr: address, ...row } of rows) {
    const isTheirs =
      userId === person.id &&
      user === `${person.username}(${person.username})` &&
      asset === `${name}(127.0.0.1)` &&
      address === from &&
      row.org_id === "00000000-0000-0000-0000-000000000002";
    if (!isTheirs)
      throw new Error(`a session is not what it is: ${JSON.stringify({ ...row, user, asset, address })}`);
  }
  return rows;
}

/** The same, once they are over; whatever they are, when that takes too long. */
export async function settled(who: Case, asset: ChannelAsset): Promise<readonly SessionTrace[]> {
  const until = Date.now() + timeout;
  for (;;) {
    const traces = await sessionTraces(who, asset);
    if (traces.every(({ is_finished: isFinished }) => isFinished) || Date.now() > until) return traces;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * What was done to files in sessions.
 *
 * @param isExpected whether something has to be there: it is stored a moment after it was done
 */
export async function fileTraces(
  { bed }: Case,
  sessions: readonly SessionTrace[],
  isExpected: boolean,
): Promise<readonly FileTrace[]> {
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await bed.gateway.product.database.pool.query(
      "select operate, state, reason from ftp_logs where session_id = any($1::uuid[]) order by date_start",
      [sessions.map(({ id }) => id)],
    );
    if (!isExpected || rows.length > 0 || attempt === 40) return rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
