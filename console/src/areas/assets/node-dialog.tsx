import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { FormDialog } from "../../kit/dialog/form-dialog.tsx";
import type { FieldMap } from "../../kit/metadata/types.ts";
import type { TreeItem } from "../../kit/tree/tree-items.ts";
import { NODES_URL } from "./resources.ts";

/** What is being named: a new child of a node, or a node itself. */
export interface Naming {
  readonly mode: "create" | "rename";
  readonly item: TreeItem;
}

interface NodeDialogProps extends Naming {
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Asks what a node is called. */
export default function NodeDialog({ mode, item, onSaved, onClose }: NodeDialogProps) {
  const { t } = useTranslation(["assets", "common"]);
  const isNew = mode === "create";
  const fields = useMemo<FieldMap>(
    () => ({ value: { type: "string", label: t("node.name"), required: true, max_length: 128 } }),
    [t],
  );
  const save = async (body: Record<string, unknown>) => {
    const url = isNew ? `${NODES_URL}${item.id}/children/` : `${NODES_URL}${item.id}/`;
    await api(url, { method: isNew ? "POST" : "PATCH", body });
    onClose();
    onSaved();
  };
  return (
    <FormDialog
      title={isNew ? t("node.createUnder", { name: item.value }) : t("node.rename")}
      size="small"
      fields={fields}
      {...(isNew ? {} : { object: { value: item.value } })}
      confirmText={t("common:save")}
      onConfirm={save}
      onClose={onClose}
    />
  );
}
