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

/** The announcement closed last on this browser. */
export function closedAnnouncement(): string | null {
  return localStorage.getItem(ANNOUNCEMENT);
}

/** Remembers on this browser that an announcement was closed. */
export function rememberClosedAnnouncement(id: string): void {
  localStorage.setItem(ANNOUNCEMENT, id);
}
