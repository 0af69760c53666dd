import { ClockCircleOutlined, CloseOutlined } from "@ant-design/icons";
import { Button, Space } from "antd";
import { lazy, Suspense, useState } from "react";
import { useFormTexts } from "../form/use-form-texts.ts";
import { labelled } from "../metadata/labelled.ts";
import { controlProps, nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

const CronDialog = lazy(() => import("../widgets/cron-dialog.tsx"));

/** A repeated time: shows the expression, and opens the dialog that makes one. */
export default function CronInput(props: FieldInputProps) {
  const { onChange, disabled } = props;
  const { t } = useFormTexts();
  const [open, setOpen] = useState(false);
  const text = typeof props.value === "string" ? props.value : "";
  return (
    <>
      <Space.Compact>
        <Button
          {...controlProps(props)}
          className="cron-button"
          icon={<ClockCircleOutlined aria-hidden />}
          aria-haspopup="dialog"
          aria-label={labelled(nameOf(props), text === "" ? t("cron.choose") : text)}
          onClick={() => setOpen(true)}
        >
          {text === "" ? t("cron.choose") : <code>{text}</code>}
        </Button>
        {text === "" || disabled === true ? null : (
          <Button
            icon={<CloseOutlined aria-hidden />}
            aria-label={t("common:clear")}
            onClick={() => onChange?.("")}
          />
        )}
      </Space.Compact>
      {open ? (
        <Suspense fallback={null}>
          <CronDialog
            value={text}
            onCancel={() => setOpen(false)}
            onConfirm={(expression) => {
              onChange?.(expression);
              setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
