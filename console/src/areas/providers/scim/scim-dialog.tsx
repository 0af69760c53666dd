import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../kit/api/client.ts";
import { fieldsOf, metadataQuery } from "../../../kit/api/resources.ts";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { ListHandle } from "../../../kit/list/list-props.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { SCIM } from "../sources.ts";
import { useSourceTexts } from "../use-source-texts.ts";

const OVERRIDES: FieldOverrides = {
  organization: { related: { url: "/api/v1/orgs/orgs/" } },
};

/** What is entered; how its people come and where they go is decided once. */
const ENTERED = [
  "name",
  "organization",
  "user_source",
  "links_existing",
  "on_delete",
  "ip_group",
  "date_expired",
  "is_active",
  "comment",
];
const FIXED = new Set(["organization", "user_source"]);

interface ScimDialogProps {
  readonly row?: Row;
  readonly list: ListHandle;
  /** Told of a new source. */
  readonly onMade?: (row: Row) => void;
  readonly onClose: () => void;
}

/** A SCIM source, new or changed. */
export function ScimDialog({ row, list, onMade, onClose }: ScimDialogProps) {
  const { t } = useSourceTexts();
  const { data } = useQuery(metadataQuery(SCIM.url));
  const fields = useMemo<FieldMap>(() => {
    const announced = fieldsOf(data, "POST");
    return Object.fromEntries(
      ENTERED.flatMap((name) => {
        const field = announced[name];
        return field === undefined || (row !== undefined && FIXED.has(name)) ? [] : [[name, field]];
      }),
    );
  }, [data, row]);
  const save = async (body: Record<string, unknown>) => {
    if (row === undefined) {
      const made = await api<Row>(SCIM.url, { method: "POST", body });
      onClose();
      onMade?.(made);
    } else {
      await api(`${SCIM.url}${String(row.id)}/`, { method: "PATCH", body });
      toast("success", t("sources:scim.saved"));
      onClose();
    }
    await list.reload();
  };
  if (data === undefined) return null;
  return (
    <FormDialog
      title={t(row === undefined ? "sources:scim.create" : "sources:scim.edit")}
      fields={fields}
      overrides={OVERRIDES}
      {...(row === undefined ? {} : { object: row })}
      confirmText={t("common:save")}
      onConfirm={save}
      onClose={onClose}
    />
  );
}
