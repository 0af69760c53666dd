import { useQuery } from "@tanstack/react-query";
import { Descriptions, Spin } from "antd";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import type { TreeItem } from "../../../kit/tree/tree-items.ts";
import { NODES_URL } from "../resources.ts";

interface NodeInformationProps {
  readonly node: TreeItem;
  readonly onClose: () => void;
}

/** What a node is. */
export default function NodeInformation({ node, onClose }: NodeInformationProps) {
  const { t } = useTranslation("tree");
  const { data, error, refetch } = useQuery({
    queryKey: ["node", node.id],
    queryFn: ({ signal }) => api(`${NODES_URL}${node.id}/`, { signal }),
  });
  const told = isRecord(data) ? data : undefined;
  const line = (key: string, label: string, value: unknown) => ({
    key,
    label,
    children: String(value ?? ""),
  });
  return (
    <Dialog title={t("node.informationOf", { name: node.value })} size="small" onClose={onClose}>
      {error !== null ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : told === undefined ? (
        <Spin />
      ) : (
        <Descriptions
          column={1}
          items={[
            line("id", t("node.id"), told.id),
            line("key", t("node.key"), told.key),
            line("name", t("node.value"), told.name),
            line("path", t("node.fullValue"), told.full_value),
          ]}
        />
      )}
    </Dialog>
  );
}
