import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import { rowName } from "../../../kit/list/rows.ts";
import { useSession } from "../../../kit/session.ts";
import { RelativeTimes, TimeText } from "../../../kit/time-text.tsx";
import "./user-credentials.css";

/** One kind of credential of a user (docs/contract/identity.md, "Credentials of a user"). */
interface CredentialCount {
  readonly name: string;
  readonly display_name: string;
  readonly count: number;
  readonly date_last_used: string | null;
  readonly is_revocable: boolean;
}

/** What a user can come in with now, and the way to end it; nothing where the server does not tell. */
export function UserCredentialsCard({ row }: DetailContext) {
  const { t } = useTranslation("users");
  const { can, profile } = useSession();
  const cache = useQueryClient();
  const id = String(row.id);
  const url = `/api/v1/sallyport/users/${id}/credentials/`;
  const queryKey = ["user-credentials", id];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<readonly CredentialCount[]>(url, { signal }),
    enabled: can("users.view_user"),
    retry: false,
  });
  if (data === undefined) return null;
  const mayRevoke = can("users.change_user") && (row.is_superuser !== true || profile.is_superuser === true);
  const name = rowName(row);
  const revoke = ({ name: kind, display_name: label, count }: CredentialCount) =>
    confirm({
      title: t("credentials.revokeTitle", { kind: label, name }),
      content: t("credentials.revokeBody", { count }),
      confirmText: t("credentials.revoke"),
      danger: true,
      onConfirm: async () => {
        await api(`${url}${kind}/`, { method: "DELETE" });
        toast("success", t("credentials.revoked", { kind: label, name }));
        await cache.invalidateQueries({ queryKey });
      },
    });
  return (
    <section className="card">
      <h2>{t("credentials.title")}</h2>
      <p className="hint">{t("credentials.hint")}</p>
      <table className="credential-counts">
        <thead>
          <tr>
            <th scope="col">{t("credentials.kind")}</th>
            <th scope="col" className="number">
              {t("credentials.count")}
            </th>
            <th scope="col">{t("credentials.lastUsed")}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {data.map((kind) => (
            <tr key={kind.name}>
              <th scope="row">{kind.display_name}</th>
              <td className="number">{kind.count}</td>
              <td>
                {kind.date_last_used === null ? (
                  "-"
                ) : (
                  <RelativeTimes value>
                    <TimeText value={kind.date_last_used} />
                  </RelativeTimes>
                )}
              </td>
              <td className="number">
                {kind.is_revocable && mayRevoke ? (
                  <Button
                    size="small"
                    danger
                    disabled={kind.count === 0}
                    aria-label={t("credentials.revokeOne", { kind: kind.display_name })}
                    onClick={() => revoke(kind)}
                  >
                    {t("credentials.revoke")}
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
