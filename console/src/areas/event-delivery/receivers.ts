import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { confirmDelete } from "../../kit/dialogs.tsx";
import { rowName } from "../../kit/list/rows.ts";
import type { Row } from "../../kit/metadata/types.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { useSession } from "../../kit/session.ts";

const LISTS = "/api/v1/sallyport/";
const PAGE = "/settings/event-receivers";

/** Who is told what happens (docs/contract/events.md). */
export const RECEIVERS: ResourceDescriptor = {
  url: `${LISTS}event-receivers/`,
  permission: { app: "settings", model: "setting" },
  global: true,
  routes: {
    list: PAGE,
    create: `${PAGE}/create`,
    update: (id) => `${PAGE}/${id}/update`,
    detail: (id) => `${PAGE}/${id}`,
  },
};

const part = (name: string): ResourceDescriptor => ({
  url: `${LISTS}${name}/`,
  permission: RECEIVERS.permission,
  global: true,
  routes: { list: PAGE },
});

/** The newest tries of receivers. */
export const DELIVERIES = part("event-deliveries");

/** Events that a receiver refused for good. */
export const DEAD_LETTERS = part("event-dead-letters");

/** Texts about receivers of events. They are loaded with the first screen that needs them. */
export function useEventTexts() {
  return useTranslation(["events", "routes", "common", "kit"]);
}

/** Whether somebody may change receivers: they are told everything, so no permission short of all of them lets anyone. */
export const useMayWrite = (): boolean => useSession().profile.is_superuser === true;

/** Asks, and deletes an object of these lists. */
export function askToDelete({ url }: ResourceDescriptor, row: Row, next: () => Promise<void> | void): void {
  const id = String(row.id);
  confirmDelete(
    rowName(row),
    async () => {
      await api(`${url}${id}/`, { method: "DELETE" });
      await next();
    },
    { url, ids: [id] },
  );
}
