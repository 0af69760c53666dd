import { useMemo } from "react";
import { FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { toast } from "../../kit/feedback.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { changeKey } from "./change-key.ts";
import { useCredentialTexts } from "./use-credential-texts.ts";

interface AddressesDialogProps {
  readonly row: Row;
  readonly list: ListHandle;
  readonly onClose: () => void;
}

/** Where an access key may be used from. */
export default function AddressesDialog({ row, list, onClose }: AddressesDialogProps) {
  const { t } = useCredentialTexts();
  const fields = useMemo<FieldMap>(
    () => ({ ip_group: { type: "list", label: t("keys.addresses"), child: { type: "string" } } }),
    [t],
  );
  const save = async (body: Record<string, unknown>) => {
    await changeKey(row, body);
    toast("success", t("keys.addressesSaved"));
    onClose();
    await list.reload();
  };
  return (
    <FormDialog
      title={t("keys.addressesTitle")}
      hint={t("keys.addressesHint")}
      fields={fields}
      object={row}
      onConfirm={save}
      onClose={onClose}
    />
  );
}
