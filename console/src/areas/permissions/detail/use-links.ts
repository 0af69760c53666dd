import { api } from "../../../kit/api/client.ts";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { toast } from "../../../kit/feedback.ts";
import { useSession } from "../../../kit/session.ts";
import { previewed } from "../preview/permission-preview.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";
import { type LinkKind, namedIds } from "./permission-relations.ts";

/** Adds objects to a permission and takes them out of it, each after a look at what that does; absent where not allowed. */
export interface Links {
  readonly add: ((ids: readonly string[]) => Promise<void>) | undefined;
  readonly remove: ((id: string, name: string) => Promise<void>) | undefined;
}

/** The links of one kind of a permission. */
export function useLinks({ row: permission, reload }: DetailContext, kind: LinkKind): Links {
  const { t } = useGrantingTexts();
  const { can, inRoot } = useSession();
  const id = String(permission.id);
  const named = namedIds(permission, kind.field);
  const add = async (ids: readonly string[]) => {
    const draft = { id, [kind.field]: [...new Set([...named, ...ids])] };
    const question = { title: t("granting:preview.update"), confirmText: t("granting:preview.save") };
    if (!(await previewed(draft, question))) return;
    const body = ids.map((member) => ({ assetpermission: id, [kind.member]: member }));
    await api(kind.url, { method: "POST", body });
    toast("success", t("granting:card.added"));
    await reload();
  };
  const remove = async (member: string, name: string) => {
    const draft = { id, [kind.field]: named.filter((one) => one !== member) };
    const agreed = await previewed(draft, {
      title: t("granting:card.removeTitle", { name }),
      confirmText: t("common:delete"),
      danger: true,
      always: true,
    });
    if (!agreed) return;
    await api(kind.url, { method: "DELETE", query: { assetpermission: id, [kind.member]: member } });
    toast("success", t("granting:card.removed"));
    await reload();
  };
  return {
    add: !inRoot && can("perms.add_assetpermission") ? add : undefined,
    remove: !inRoot && can("perms.delete_assetpermission") ? remove : undefined,
  };
}
