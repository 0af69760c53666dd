import { useMemo } from "react";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { parametersOf } from "../forms/method-fields.ts";

interface ParametersDialogProps {
  readonly title: string;
  readonly method: string;
  /** Metadata of the parameters. */
  readonly fields: FieldMap;
  /** What is kept: under the id of the method, or on its own. */
  readonly stored: unknown;
  readonly onConfirm: (parameters: Row) => void;
  readonly onClose: () => void;
}

/** The parameters of a method; what is not stored starts with the method's own. */
export default function ParametersDialog(props: ParametersDialogProps) {
  const { title, method, fields, stored, onConfirm, onClose } = props;
  const initial = useMemo(() => {
    const known = parametersOf(method, stored);
    return Object.fromEntries(
      Object.entries(fields).map(([name, { default: usual }]) => [name, known[name] ?? usual]),
    );
  }, [fields, method, stored]);
  return (
    <FormDialog
      title={title}
      fields={fields}
      initial={initial}
      onConfirm={(body) => onConfirm({ [method]: body })}
      onClose={onClose}
    />
  );
}
