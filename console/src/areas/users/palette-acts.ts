import i18next from "i18next";
import { api } from "../../kit/api/client.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../kit/feedback.ts";
import { refreshShownData } from "../../kit/shown-data.ts";
import type {
  FoundObject,
  PaletteAct,
  PaletteActs,
  PaletteViewer,
} from "../../shell/palette/palette-kinds.ts";
import { GROUPS, USERS } from "./resources.ts";

async function setActive({ id, title: name }: FoundObject, isActive: boolean): Promise<void> {
  await api(`${USERS.url}${encodeURIComponent(id)}/`, { method: "PATCH", body: { is_active: isActive } });
  toast("success", i18next.t(isActive ? "palette:enabled" : "palette:disabled", { name }));
  await refreshShownData();
}

/** Switches somebody on or off; nobody switches themselves off. */
function switching(user: FoundObject, { can, userId }: PaletteViewer): PaletteAct[] {
  if (!can("users.change_user") || user.id === userId) return [];
  if (user.facts.is_active === false) {
    return [{ name: "enable", run: () => void setActive(user, true).catch(toastFailure) }];
  }
  const ask = () =>
    confirm({
      title: i18next.t("palette:disableTitle", { name: user.title }),
      content: i18next.t("palette:disableBody", { name: user.title }),
      confirmText: i18next.t("palette:act.disable"),
      danger: true,
      onConfirm: () => setActive(user, false),
    });
  return [{ name: "disable", run: ask }];
}

/** What the palette offers on users and their groups. */
const acts: PaletteActs = {
  users: (user, viewer) => [
    { name: "open", to: USERS.routes.detail?.(user.id) ?? "" },
    ...(viewer.can("users.change_user")
      ? [{ name: "edit" as const, to: USERS.routes.update?.(user.id) ?? "" }]
      : []),
    ...switching(user, viewer),
  ],
  groups: ({ id }, { can, inRoot }) => [
    { name: "open", to: GROUPS.routes.detail?.(id) ?? "" },
    ...(can("users.change_usergroup") && !inRoot
      ? [{ name: "edit" as const, to: GROUPS.routes.update?.(id) ?? "" }]
      : []),
  ],
};

export default acts;
