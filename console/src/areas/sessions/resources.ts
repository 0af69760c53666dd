import { api } from "../../kit/api/client.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Recorded sessions. */
export const SESSIONS: ResourceDescriptor = {
  url: "/api/v1/terminal/sessions/",
  permission: { app: "terminal", model: "session" },
  routes: { list: "/audit/sessions/sessions", detail: (id) => `/audit/sessions/sessions/${id}` },
};

/** What was run in sessions. */
export const COMMANDS: ResourceDescriptor = {
  url: "/api/v1/terminal/commands/",
  permission: { app: "terminal", model: "command" },
  routes: { list: "/audit/sessions/command" },
};

/** Ends live sessions; the gateway carries it out a moment later (docs/contract/sessions.md). */
export async function terminateSessions(ids: readonly string[]): Promise<void> {
  await api("/api/v1/terminal/tasks/kill-session/", { method: "POST", body: ids });
}

/** Takes the keyboard of a live session's person away, or gives it back. @returns whether a gateway will hear of it */
export async function lockSession(id: string, locked: boolean): Promise<boolean> {
  const { ok } = await api<{ readonly ok: readonly string[] }>(
    "/api/v1/terminal/tasks/toggle-lock-session/",
    {
      method: "POST",
      body: { session_id: id, task_name: locked ? "lock_session" : "unlock_session" },
    },
  );
  return ok.length > 0;
}

/** Where a recording is downloaded, with what is known of the session. */
export function downloadPath(id: string): string {
  return `${SESSIONS.url}${encodeURIComponent(id)}/replay/download/`;
}

/** The page that plays a recording, from a moment on: in seconds since 1970. */
export function replayPath(id: string, timestamp?: number): string {
  const path = `/luna/replay/${encodeURIComponent(id)}`;
  return timestamp === undefined ? path : `${path}?timestamp=${timestamp}`;
}
