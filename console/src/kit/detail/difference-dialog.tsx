import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api/client.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { FailureNotice, Notice } from "../list/list-states.tsx";
import type { FieldDifference } from "./activity.ts";

function DifferenceTable({ differences }: { readonly differences: readonly FieldDifference[] }) {
  const { t } = useTranslation("kit");
  return (
    <div className="difference-scroll">
      <table className="difference-table">
        <thead>
          <tr>
            <th scope="col">{t("activity.field")}</th>
            <th scope="col">{t("activity.before")}</th>
            <th scope="col">{t("activity.after")}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DifferenceDialogProps {
  /** Address of the operate log entry with its changes. */
  readonly url: string;
  /** What happened, in words. */
  readonly content: string;
  readonly onClose: () => void;
}

/** Shows what an operation changed: field, before, after. */
export function DifferenceDialog({ url, content, onClose }: DifferenceDialogProps) {
  const { t } = useTranslation(["kit", "common"]);
  const entry = useQuery({
    queryKey: ["difference", url],
    queryFn: ({ signal }) => api<{ diff?: readonly FieldDifference[] }>(url, { signal }),
    // What was changed once stays as it is.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const differences = entry.data?.diff ?? [];
  return (
    <Dialog title={t("activity.difference")} className="difference-dialog" onClose={onClose}>
      <p className="hint">{content}</p>
      {entry.error !== null ? (
        <FailureNotice
          error={entry.error}
          title={t("activity.differenceFailed")}
          onRetry={() => void entry.refetch()}
        />
      ) : entry.data === undefined ? (
        <div className="card-loading" role="status" aria-label={t("common:loading")} />
      ) : differences.length === 0 ? (
        <Notice title={t("activity.differenceEmpty")} />
      ) : (
        <DifferenceTable differences={differences} />
      )}
    </Dialog>
  );
}
