import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import type { QuickAction } from "../../../kit/detail/quick-actions.tsx";
import { toast } from "../../../kit/feedback.ts";
import { useSession } from "../../../kit/session.ts";

const KINDS = ["local", "remote", "jump"] as const;

interface Forwarding {
  readonly forwarding: readonly string[];
}

/** Switches for the kinds of connections SSH clients may forward under a permission; none are on unless granted. */
export function useForwarding(id: string): readonly QuickAction[] {
  const { t } = useTranslation("forwarding");
  const { can } = useSession();
  const client = useQueryClient();
  const url = `/api/v1/sallyport/asset-permissions/${encodeURIComponent(id)}/forwarding/`;
  const { data } = useQuery({ queryKey: [url], queryFn: () => api<Forwarding>(url) });
  if (data === undefined) return [];
  const { forwarding } = data;
  return KINDS.map((kind) => ({
    key: kind,
    title: t(kind),
    checked: forwarding.includes(kind),
    disabled: !can("perms.change_assetpermission"),
    run: async (checked: boolean) => {
      const wanted = KINDS.filter((other) => (other === kind ? checked : forwarding.includes(other)));
      const changed = await api<Forwarding>(url, { method: "PUT", body: { forwarding: wanted } });
      client.setQueryData([url], changed);
      toast("success", t("changed"));
    },
  }));
}
