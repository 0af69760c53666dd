/**
 * What the frames of the browser terminal say of sessions that several people take part in. Implements
 * docs/contract/sharing.md, section 6.
 */

import { parseObject } from "./terminal.ts";

/** Somebody who takes part: the session's person (`primary`), or one who joined by a link. */
export interface TerminalShareMember {
  readonly user_id: string;
  /** `Name(username)`. */
  readonly user: string;
  /** When they came, ISO 8601. */
  readonly created: string;
  readonly remote_addr: string;
  /** What tells them apart: the id of the session for its person, of the join record for others. */
  readonly terminal_id: string;
  readonly primary: boolean;
  /** Whether what they type reaches the asset. */
  readonly writable: boolean;
}

/** `data` of `TERMINAL_SHARE_USERS` (down): everybody, by `terminal_id`. */
export type TerminalShareUsers = Readonly<Record<string, TerminalShareMember>>;

/** `data` of `TERMINAL_SHARE_USER_REMOVE` (down). */
export interface TerminalShareRemoval {
  readonly primary_user: string;
  readonly share_user: string;
  readonly terminal_id: string;
}

/** `data` of `TERMINAL_SHARE` (up): a link that is asked for. */
export interface TerminalShareRequest {
  readonly session: string;
  /** In minutes. */
  readonly expired_time: number;
  /** Ids of whom it is for; empty: whoever has the code. */
  readonly users: readonly string[];
  readonly origin: string;
  readonly action_permission: "readonly" | "writable";
}

/** What a link asks for in its code: `TERMINAL_SHARE` (down). */
export interface TerminalShareLink {
  readonly share_id: string;
  readonly code: string;
}

/** Most ids that are read of one request. */
const mostUsers = 1000;

/** Reads the `data` of `TERMINAL_SHARE` (up); null when it is malformed. Never throws. */
export function parseShareRequest(data: string): TerminalShareRequest | null {
  const value = parseObject(data);
  if (value === null) return null;
  const { session, expired_time, users, origin, action_permission = "writable" } = value;
  if (typeof session !== "string" || typeof expired_time !== "number") return null;
  if (action_permission !== "readonly" && action_permission !== "writable") return null;
  const ids = Array.isArray(users) ? users.slice(0, mostUsers) : [];
  if (!ids.every((id) => typeof id === "string")) return null;
  return {
    session,
    expired_time,
    users: ids,
    origin: typeof origin === "string" ? origin : "",
    action_permission,
  };
}

/** Reads the `data` of `TERMINAL_GET_SHARE_USER` (up): what is looked for. Never throws. */
export function parseShareSearch(data: string): string | null {
  const query = parseObject(data)?.query;
  return typeof query === "string" ? query : null;
}

/** Reads the `data` of `TERMINAL_SHARE_USER_REMOVE` (up): the id of who is to leave. Never throws. */
export function parseShareRemoval(data: string): string | null {
  const meta = parseObject(data)?.user_meta;
  const id = typeof meta === "object" && meta !== null ? (meta as Record<string, unknown>).terminal_id : null;
  return typeof id === "string" ? id : null;
}
