import { UnorderedListOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { nameOf } from "../field-kinds/control.ts";
import type { FieldInputProps, RelatedSource } from "../field-kinds/field-kind.ts";
import type { Option } from "../field-kinds/related-option.ts";
import { RemoteSelect } from "../field-kinds/remote-select.tsx";
import { useFormTexts } from "../form/use-form-texts.ts";
import { omitUndefined } from "../omit-undefined.ts";
import type { PickColumn } from "./pick-table.tsx";
import type { PickTreeProps } from "./related-dialog.tsx";
import "./widgets.css";

const RelatedDialog = lazy(() => import("./related-dialog.tsx"));

interface RelatedPickerProps extends FieldInputProps {
  readonly related: RelatedSource;
  readonly multiple: boolean;
  /** Columns of the list in the dialog. */
  readonly columns: readonly PickColumn[];
  /** A tree beside the list, which narrows it. */
  readonly tree?: ComponentType<PickTreeProps>;
}

/** Related objects, typed into a select or chosen in a dialog from a tree and a list. */
export function RelatedPicker(props: RelatedPickerProps) {
  const { value, onChange, related, multiple, columns, tree, disabled } = props;
  const { t } = useFormTexts();
  const [open, setOpen] = useState(false);
  const label = nameOf(props);
  const chosen = (value === undefined ? [] : Array.isArray(value) ? value : [value]) as Option[];
  return (
    <div className="related-picker">
      <RemoteSelect
        {...props}
        {...omitUndefined({ required: multiple ? undefined : props.field.required })}
        label={label}
        value={value as Option | readonly Option[] | undefined}
      />
      <Button
        icon={<UnorderedListOutlined aria-hidden />}
        disabled={disabled ?? false}
        aria-haspopup="dialog"
        aria-label={t("pick.browse", { label })}
        title={t("pick.browse", { label })}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense fallback={null}>
          <RelatedDialog
            title={label}
            related={related}
            multiple={multiple}
            columns={columns}
            chosen={chosen}
            {...omitUndefined({ tree })}
            onCancel={() => setOpen(false)}
            onConfirm={(options) => {
              onChange?.(multiple ? options : options[0]);
              setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
