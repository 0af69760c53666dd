const CLOSED = "closedNotices";
const ANNOUNCEMENT = "AnnouncementViewed";

/** The notices closed since the browser's tab was opened. */
export function closedNotices(): readonly string[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(CLOSED) ?? "[]");
    return Array.isArray(list) ? list.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Remembers a closed notice while the browser's tab lives. */
export function rememberClosedNotice(id: string): void {
  sessionStorage.setItem(CLOSED, JSON.stringify([...closedNotices(), id].slice(-20)));
}

/** People who share a browser read an announcement each for themselves. */
const keyOf = (username: string): string => `${ANNOUNCEMENT}_${username}`;

/** The announcement that this person closed last on this browser. */
export function closedAnnouncement(username: string): string | null {
  return localStorage.getItem(keyOf(username));
}

/** Remembers on this browser that this person closed an announcement. */
export function rememberClosedAnnouncement(username: string, id: string): void {
  localStorage.setItem(keyOf(username), id);
}
