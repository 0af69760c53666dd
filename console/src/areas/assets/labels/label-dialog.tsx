import { Select } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import { controlProps, nameOf } from "../../../kit/field-kinds/control.ts";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { readLabels } from "../../../kit/field-kinds/labels.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { ASSETS } from "../resources.ts";
import { labelsAmong, labelWrites } from "./label-changes.ts";

/** Assets written by one request. */
const CHUNK = 500;

/** Some of the labels that the assets carry. */
function CarriedLabelsInput(props: FieldInputProps) {
  const { value, onChange, choices = [] } = props;
  return (
    <Select
      {...controlProps(props)}
      aria-label={nameOf(props)}
      mode="multiple"
      allowClear
      value={Array.isArray(value) ? value.map(String) : []}
      options={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}

interface LabelDialogProps {
  /** The assets, with the labels they carry. */
  readonly assets: readonly Row[];
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Puts labels on several assets at once, and takes others off. */
export default function LabelDialog({ assets, onDone, onClose }: LabelDialogProps) {
  const { t } = useTranslation("domains");
  const fields = useMemo<FieldMap>(
    () => ({
      add: { type: "field", label: t("label.add") },
      remove: { type: "multiple choice", label: t("label.remove") },
    }),
    [t],
  );
  const overrides = useMemo<FieldOverrides>(() => {
    const carried = labelsAmong(assets).map(({ value }) => ({ value, label: value }));
    return {
      add: { kind: "labels", toWire: readLabels },
      remove: { input: CarriedLabelsInput, choices: carried, hidden: () => carried.length === 0 },
    };
  }, [assets]);
  const bind = async (body: Record<string, unknown>) => {
    const remove = new Set(Array.isArray(body.remove) ? body.remove.map(String) : []);
    const writes = labelWrites(assets, { add: readLabels(body.add), remove });
    for (let at = 0; at < writes.length; at += CHUNK) {
      await api(ASSETS.url, { method: "PATCH", body: writes.slice(at, at + CHUNK) });
    }
    toast("success", t("label.bound", { count: writes.length }));
    onClose();
    await onDone();
  };
  return (
    <FormDialog
      title={t("label.bindTitle", { count: assets.length })}
      size="small"
      fields={fields}
      overrides={overrides}
      confirmText={t("label.bind")}
      onConfirm={bind}
      onClose={onClose}
    />
  );
}
