import { api } from "../api/client.ts";

/** What those who join may do. */
export type SharePermission = "readonly" | "writable";

/** A link to one's own session. */
export interface ShareLink {
  readonly id: string;
  readonly url: string;
  readonly verify_code: string;
  readonly date_expired: string;
  readonly users_display: readonly string[];
  readonly action_permission: SharePermission;
}

/** Somebody in one's own session. */
export interface Participant {
  readonly id: string;
  readonly user: string;
  readonly remote_addr: string;
  readonly action_permission: SharePermission;
}

/** What is shared of a session. */
export interface Shared {
  readonly links: readonly ShareLink[];
  readonly participants: readonly Participant[];
}

/** Somebody a link can be for. */
export interface SharePerson {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

/** A link that is asked for. */
export interface AskedLink {
  readonly expired_time: number;
  readonly users: readonly string[];
  readonly action_permission: SharePermission;
}

const addressOf = (sessionId: string): string =>
  `/api/v1/sallyport/sessions/${encodeURIComponent(sessionId)}/sharing/`;

const participant = (id: string): string =>
  `/api/v1/sallyport/session-participants/${encodeURIComponent(id)}/`;

/** What is shared of a session of one's own (docs/contract/sharing.md, section 4). */
export const fetchShared = (sessionId: string, signal: AbortSignal): Promise<Shared> =>
  api<Shared>(addressOf(sessionId), { signal });

/** Makes a link. */
export const createLink = (sessionId: string, asked: AskedLink): Promise<ShareLink> =>
  api<ShareLink>(addressOf(sessionId), { method: "POST", body: { ...asked, origin: location.origin } });

/** Closes a link; who came by it leaves. */
export const closeLink = (id: string): Promise<unknown> =>
  api(`/api/v1/sallyport/session-sharings/${encodeURIComponent(id)}/`, { method: "DELETE" });

/** People a link can be for, whose name has a text in it. */
export const findPeople = (
  sessionId: string,
  search: string,
  signal: AbortSignal,
): Promise<readonly SharePerson[]> =>
  api<readonly SharePerson[]>(`${addressOf(sessionId)}people/`, { query: { search }, signal });

/** Lets somebody type, or only read. */
export const permitParticipant = (id: string, permission: SharePermission): Promise<unknown> =>
  api(participant(id), { method: "PATCH", body: { action_permission: permission } });

/** Ends somebody's part in the session. */
export const removeParticipant = (id: string): Promise<unknown> => api(participant(id), { method: "DELETE" });
