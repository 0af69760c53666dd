import { api } from "../../kit/api/client.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Recorded sessions. */
export const SESSIONS: ResourceDescriptor = {
  url: "/api/v1/terminal/sessions/",
  permission: { app: "terminal", model: "session" },
  routes: { list: "/audit/sessions/sessions", detail: (id) => `/audit/sessions/sessions/${id}` },
};

/** Ends live sessions; the gateway carries it out a moment later (docs/contract/sessions.md). */
export async function terminateSessions(ids: readonly string[]): Promise<void> {
  await api("/api/v1/terminal/tasks/kill-session/", { method: "POST", body: ids });
}

/** The page that plays a recording. */
export function replayPath(id: string): string {
  return `/luna/replay/${encodeURIComponent(id)}`;
}
