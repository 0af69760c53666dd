import { Checkbox } from "antd";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { ENCRYPTED_FIELDS, encryptFields } from "../../api/encryption.ts";
import { fieldsOf } from "../../api/resources.ts";
import { FormDialog } from "../../dialog/form-dialog.tsx";
import { confirm, nameSummary } from "../../dialogs.tsx";
import { toast } from "../../feedback.ts";
import { groupProps } from "../../field-kinds/control.ts";
import type { FieldInputProps } from "../../field-kinds/field-kind.ts";
import { type FieldOverride, type FieldOverrides, type FormValues, isEmpty } from "../../form/form-model.ts";
import { type FieldKindName, kindOf } from "../../metadata/kind-of.ts";
import type { FieldMap, FieldMetadata, Metadata, Row } from "../../metadata/types.ts";
import type { BulkPlan, BulkUpdatePlan } from "../list-props.ts";
import { rowKey } from "../rows.ts";
import { foldBulkErrors } from "./bulk-errors.ts";
import { rowsPhrase } from "./rows-phrase.ts";

interface BulkUpdateDialogProps {
  readonly rows: readonly Row[];
  /** What the rows are called together, as a title. */
  readonly label: string;
  readonly url: string;
  readonly metadata: Metadata;
  readonly plan: BulkUpdatePlan;
  /** Asked before the changes are sent. */
  readonly review?: BulkPlan["review"] | undefined;
  readonly onUpdated: () => void;
  readonly onClose: () => void;
}

/** The field that says which of the others are sent; it is taken out before. */
const TICKED = "@ticked";

function isTicked(values: FormValues, name: string): boolean {
  const ticked = values[TICKED];
  return Array.isArray(ticked) && ticked.includes(name);
}

function TickInput(props: FieldInputProps) {
  const { value, onChange, choices = [] } = props;
  return (
    <div {...groupProps(props)}>
      <Checkbox.Group
        className="bulk-fields"
        value={Array.isArray(value) ? value.map(String) : []}
        options={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
        onChange={(next) => onChange?.(next)}
      />
    </div>
  );
}

/** The plan's fields, each shown and sent only while it is ticked. */
function tickedOverrides(plan: BulkUpdatePlan, fields: FieldMap, title: string): FieldOverrides {
  const choices = plan.fields.map((name) => ({
    value: name,
    label: plan.overrides?.[name]?.label ?? fields[name]?.label ?? name,
  }));
  const tick: FieldOverride = {
    label: title,
    // Nothing is set that nobody chose to set.
    metadata: { type: "multiple choice", default: [] },
    required: true,
    input: TickInput,
    choices,
  };
  const shown = plan.fields.map((name): readonly [string, FieldOverride] => {
    const override = plan.overrides?.[name] ?? {};
    return [
      name,
      { ...override, hidden: (values) => !isTicked(values, name) || override.hidden?.(values) === true },
    ];
  });
  return { [TICKED]: tick, ...Object.fromEntries(shown) };
}

const TEXTS: readonly FieldKindName[] = ["string", "text-area", "email"];

/** What is sent of a ticked field that nothing was entered in; a switch that was not touched shows off. */
function emptyValue(name: string, field: FieldMetadata | undefined): unknown {
  const kind = kindOf(name, field ?? { type: "string" });
  if (kind === "boolean") return false;
  return TEXTS.includes(kind) ? "" : null;
}

/** The ticked fields with their values; one that nothing was entered in is empty. */
function tickedChanges(entered: Record<string, unknown>, fields: FieldMap): Record<string, unknown> {
  const { [TICKED]: ticked, ...values } = entered;
  const names = Array.isArray(ticked) ? ticked.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, values[name] ?? emptyValue(name, fields[name])]));
}

/** Asks before fields of rows are emptied; true at once where none is. */
function emptyingAgreed(labels: readonly string[], rows: string, t: TFunction<"list">): Promise<boolean> {
  if (labels.length === 0) return Promise.resolve(true);
  const fields = nameSummary(labels);
  return new Promise((resolve) => {
    confirm({
      title: t("update.emptyTitle", { fields, rows }),
      content: t("update.emptyBody", { rows }),
      confirmText: t("update.emptyConfirm"),
      danger: true,
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
    });
  });
}

/**
 * Sets some fields on all selected rows; only ticked fields are sent, and none is at first (docs/contract/console.md,
 * "Lists").
 */
export default function BulkUpdateDialog(props: BulkUpdateDialogProps) {
  const { rows, label, url, metadata, plan, review, onUpdated, onClose } = props;
  const { t } = useTranslation("list");
  const fields = fieldsOf(metadata, "PATCH");
  const phrase = rowsPhrase(t, label, rows);
  const known = useMemo(
    () => ({ ...plan, fields: plan.fields.filter((name) => fields[name] !== undefined) }),
    [plan, fields],
  );
  const overrides = useMemo(() => tickedOverrides(known, fields, t("update.fields")), [known, fields, t]);
  const groups = useMemo(() => [{ title: "", fields: [TICKED, ...known.fields] }], [known]);
  const send = async (entered: Record<string, unknown>) => {
    const changes = tickedChanges(entered, fields);
    const emptied = Object.keys(changes).filter((name) => isEmpty(changes[name]));
    const labels = emptied.map((name) => overrides[name]?.label ?? fields[name]?.label ?? name);
    if (!(await emptyingAgreed(labels, phrase, t))) return;
    if (review !== undefined && !(await review(rows, changes))) return;
    const body = rows.map((row) => ({ ...changes, id: rowKey(row) }));
    try {
      await api(url, { method: "PATCH", body: encryptFields(body, ENCRYPTED_FIELDS) });
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.status !== 400) throw failure;
      const { body: errors, names } = foldBulkErrors(failure.body, rows);
      const refused =
        names.length === 0 ? [] : [t("update.refused", { names: nameSummary(names), count: names.length })];
      const others = errors.non_field_errors ?? [];
      throw new ApiError(400, { ...errors, non_field_errors: [...refused, ...others] }, url);
    }
    toast("success", t("update.done", { rows: phrase }));
    onUpdated();
    onClose();
  };
  return (
    <FormDialog
      title={t("update.title", { rows: phrase })}
      hint={plan.hint}
      fields={fields}
      groups={groups}
      overrides={overrides}
      confirmText={t("update.confirm")}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
