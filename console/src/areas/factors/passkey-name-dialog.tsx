import { useMemo } from "react";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import "../../kit/field-kinds/inputs.ts";
import { useTranslation } from "react-i18next";
import { DialogForm } from "../../kit/form/dialog-form.tsx";
import type { FieldMap } from "../../kit/metadata/types.ts";

interface PasskeyNameDialogProps {
  readonly title: string;
  readonly hint?: string;
  readonly name?: string;
  readonly confirmText: string;
  /** Called with the name; what it throws is shown and the dialog stays. */
  readonly onName: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks how a passkey is to be called. */
export function PasskeyNameDialog({
  title,
  hint,
  name,
  confirmText,
  onName,
  onClose,
}: PasskeyNameDialogProps) {
  const { t } = useTranslation(["factors", "common"]);
  const fields = useMemo<FieldMap>(
    () => ({
      name: {
        type: "string",
        label: t("factors:passkeys.name"),
        required: true,
        read_only: false,
        max_length: 64,
      },
    }),
    [t],
  );
  const object = useMemo(() => (name === undefined ? undefined : { name }), [name]);
  return (
    <Dialog title={title} size="small" modal onClose={onClose}>
      <DialogForm
        fields={fields}
        confirmText={confirmText}
        intro={hint === undefined ? null : <p className="hint">{hint}</p>}
        {...(object === undefined ? {} : { object })}
        onConfirm={(body) => onName(String(body.name))}
        onCancel={onClose}
      />
    </Dialog>
  );
}
