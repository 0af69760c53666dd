import { Alert, Checkbox, Form, Modal } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/api-error.ts";
import { api } from "../../api/client.ts";
import { ENCRYPTED_FIELDS, encryptFields } from "../../api/encryption.ts";
import { fieldsOf } from "../../api/resources.ts";
import { nameSummary } from "../../dialogs.tsx";
import { failureText, toast, toastFailure } from "../../feedback.ts";
import { FieldItem } from "../../form/field-item.tsx";
import { buildForm, type FormValues, initialValues, wireValues } from "../../form/form-model.ts";
import { formErrors } from "../../metadata/form-errors.ts";
import type { Metadata, Row } from "../../metadata/types.ts";
import type { BulkUpdatePlan } from "../list-props.ts";
import { rowKey } from "../rows.ts";
import { foldBulkErrors } from "./bulk-errors.ts";

interface BulkUpdateDialogProps {
  readonly rows: readonly Row[];
  readonly url: string;
  readonly metadata: Metadata;
  readonly plan: BulkUpdatePlan;
  readonly onUpdated: () => void;
  readonly onClose: () => void;
}

/** Sets some fields on all selected rows; only ticked fields are sent (docs/contract/console.md, "Lists"). */
export default function BulkUpdateDialog(props: BulkUpdateDialogProps) {
  const { rows, url, metadata, plan, onUpdated, onClose } = props;
  const { t } = useTranslation(["list", "common"]);
  const [form] = Form.useForm<FormValues>();
  const groups = useMemo(
    () => buildForm(fieldsOf(metadata, "PATCH"), [{ title: "", fields: plan.fields }], plan.overrides ?? {}),
    [metadata, plan],
  );
  const items = groups.flatMap((group) => group.fields);
  const initial = useMemo(() => initialValues(groups, {}, undefined), [groups]);
  const values = { ...initial, ...(Form.useWatch((all: FormValues) => all, { form, preserve: true }) ?? {}) };
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(items.map(({ name }) => name)));
  const [busy, setBusy] = useState(false);
  const [messages, setMessages] = useState<readonly string[]>([]);
  const shown = items.filter(({ name }) => ticked.has(name));

  const tick = (name: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(name);
    else next.delete(name);
    setTicked(next);
  };
  const showErrors = (failure: ApiError) => {
    const { body, names } = foldBulkErrors(failure.body, rows);
    const found = formErrors(
      body,
      shown.map(({ name }) => name),
      [],
      (name) => items.find((item) => item.name === name)?.label ?? name,
    );
    form.setFields(
      found.fields.map(({ path, messages: errors }) => ({
        name: String(path[0]),
        errors: [errors.join("; ")],
      })),
    );
    const refused =
      names.length === 0 ? [] : [t("update.refused", { names: nameSummary(names), count: names.length })];
    const all = [...refused, ...found.form];
    setMessages(all.length === 0 && found.fields.length === 0 ? [failureText(failure)] : all);
  };
  const submit = async () => {
    if (busy || shown.length === 0) return;
    setMessages([]);
    try {
      await form.validateFields(shown.map(({ name }) => name));
    } catch {
      return;
    }
    setBusy(true);
    try {
      const current = { ...initial, ...form.getFieldsValue(true) } as FormValues;
      const changes = wireValues([{ title: "", fields: shown }], current);
      const body = rows.map((row) => ({ ...changes, id: rowKey(row) }));
      await api(url, { method: "PATCH", body: encryptFields(body, ENCRYPTED_FIELDS) });
      toast("success", t("update.done", { count: rows.length }));
      onUpdated();
      onClose();
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 400) showErrors(failure);
      else toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t("update.title", { count: rows.length })}
      width="min(840px, 94vw)"
      okText={t("update.confirm", { count: rows.length })}
      cancelText={t("common:cancel")}
      confirmLoading={busy}
      okButtonProps={{ disabled: shown.length === 0 }}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {plan.hint === undefined ? null : <Alert type="info" title={plan.hint} className="bulk-hint" />}
      {messages.length === 0 ? null : (
        <Alert
          type="error"
          showIcon
          className="bulk-hint"
          title={messages.map((text) => <div key={text}>{text}</div>)}
        />
      )}
      <fieldset className="bulk-fields">
        <legend>{t("update.fields")}</legend>
        {items.map(({ name, label }) => (
          <Checkbox
            key={name}
            checked={ticked.has(name)}
            onChange={(event) => tick(name, event.target.checked)}
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
      <Form form={form} layout="vertical" initialValues={initial}>
        {shown.map((item) => (
          <FieldItem key={item.name} item={item} values={values} editing={false} form={form} />
        ))}
      </Form>
      {shown.length === 0 ? <p className="hint">{t("update.nothing")}</p> : null}
    </Modal>
  );
}
