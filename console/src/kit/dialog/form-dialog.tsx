import { DialogForm, type DialogFormProps } from "../form/dialog-form.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";
import "../field-kinds/inputs.ts";

/** Props of {@link FormDialog}. */
export interface FormDialogProps
  extends Omit<DialogFormProps, "onCancel" | "intro">,
    Pick<DialogProps, "title" | "size" | "onClose"> {
  /** Said above the fields. */
  readonly hint?: string | undefined;
}

/** A form in a dialog, with its buttons; it stays open while the answer is on its way or is refused. */
export function FormDialog({ title, size = "medium", onClose, hint, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} size={size} modal onClose={onClose}>
      <DialogForm
        {...form}
        intro={hint === undefined ? null : <p className="hint">{hint}</p>}
        onCancel={onClose}
      />
    </Dialog>
  );
}
