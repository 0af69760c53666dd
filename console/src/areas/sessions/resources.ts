import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Recorded sessions. */
export const SESSIONS: ResourceDescriptor = {
  url: "/api/v1/terminal/sessions/",
  permission: { app: "terminal", model: "session" },
  routes: { list: "/audit/sessions/sessions", detail: (id) => `/audit/sessions/sessions/${id}` },
};

/** What happened to sessions. */
export const SESSION_EVENTS: ResourceDescriptor = {
  url: "/api/v1/sallyport/session-events/",
  permission: { app: "terminal", model: "session" },
  routes: { list: "/audit/sessions/sessions" },
};

/** Who joined sessions, and who tried to. */
export const JOIN_RECORDS: ResourceDescriptor = {
  url: "/api/v1/terminal/session-join-records/",
  permission: { app: "terminal", model: "sessionjoinrecord" },
  routes: { list: "/audit/sessions/sessions" },
};

/** What was run in sessions. */
export const COMMANDS: ResourceDescriptor = {
  url: "/api/v1/terminal/commands/",
  permission: { app: "terminal", model: "command" },
  routes: { list: "/audit/sessions/command" },
};

/** Where a recording is downloaded, with what is known of the session. */
export function downloadPath(id: string): string {
  return `${SESSIONS.url}${encodeURIComponent(id)}/replay/download/`;
}

/** The page that shows a session while it runs. */
export function watchPath(id: string): string {
  return `/luna/monitor/${encodeURIComponent(id)}`;
}

/** The page that plays a recording, from a moment on: in seconds since 1970. */
export function replayPath(id: string, timestamp?: number): string {
  const path = `/luna/replay/${encodeURIComponent(id)}`;
  return timestamp === undefined ? path : `${path}?timestamp=${timestamp}`;
}

/** How long before something its replay begins, in seconds: one sees it come. */
const LEAD = 5;

/** The replay of a session shortly before a moment, in seconds since 1970. */
export const momentPath = (id: string, timestamp: number): string =>
  replayPath(id, Math.floor(timestamp) - LEAD);
