import { TeamOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { controlProps, nameOf } from "../field-kinds/control.ts";
import type { FieldInputProps, RelatedSource } from "../field-kinds/field-kind.ts";
import type { Option } from "../field-kinds/related-option.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import "./widgets.css";
import { labelled } from "../metadata/labelled.ts";

const TransferDialog = lazy(() => import("./transfer-dialog.tsx"));

/** Many related objects out of many: a count, and a dialog with two panels to move them between. */
export function TransferInput(props: FieldInputProps & { readonly related: RelatedSource }) {
  const { value, onChange, related } = props;
  const { t } = useFormTexts();
  const [open, setOpen] = useState(false);
  const chosen = Array.isArray(value) ? (value as Option[]) : [];
  return (
    <>
      <Button
        {...controlProps(props)}
        icon={<TeamOutlined aria-hidden />}
        aria-haspopup="dialog"
        aria-label={labelled(nameOf(props), t("pick.chosen", { count: chosen.length }))}
        onClick={() => setOpen(true)}
      >
        {t("pick.chosen", { count: chosen.length })}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <TransferDialog
            title={nameOf(props)}
            related={related}
            chosen={chosen}
            onCancel={() => setOpen(false)}
            onConfirm={(options) => {
              onChange?.(options);
              setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
