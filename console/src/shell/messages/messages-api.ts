import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "../../kit/api/client.ts";
import { fetchPage } from "../../kit/api/resources.ts";

const MESSAGES = "/api/v1/notifications/site-messages/";
const KEY = ["site-messages"] as const;

/** Messages loaded at a time. */
const PAGE_SIZE = 15;

/** A message to the signed-in person (docs/contract/notifications.md, section 1). */
export interface SiteMessage {
  readonly id: string;
  readonly date_created: string;
  readonly content: { readonly subject?: string; readonly message?: string; readonly sender?: string } | null;
}

/** The unread messages, newest first, page by page. */
export const unreadMessages = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam, signal }) =>
    fetchPage<SiteMessage>(MESSAGES, { has_read: false, limit: PAGE_SIZE, offset: pageParam }, signal),
  initialPageParam: 0,
  getNextPageParam: (last, pages) => {
    const loaded = pages.reduce((sum, page) => sum + page.results.length, 0);
    return last.results.length > 0 && loaded < last.count ? loaded : undefined;
  },
  staleTime: 0,
});

/** Loads the unread messages again. */
export function reloadMessages(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: KEY });
}

/** Marks these messages as read. */
export async function markAsRead(ids: readonly string[]): Promise<void> {
  await api(`${MESSAGES}mark-as-read/`, { method: "PATCH", body: { ids } });
}

/** Marks all messages of the person as read. */
export async function markAllAsRead(): Promise<void> {
  await api(`${MESSAGES}mark-as-read-all/`, { method: "PATCH", body: {} });
}

/** Asks for the number of unread messages; what counts is that a signed-out person is informed. */
export async function noticeSignedOut(): Promise<void> {
  await api(`${MESSAGES}unread-total/`).catch(() => undefined);
}
