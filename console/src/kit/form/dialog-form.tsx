import { Alert, Button, Form } from "antd";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { toastFailure } from "../feedback.ts";
import type { FieldMap, Row } from "../metadata/types.ts";
import { FormScopeContext, ServerErrorsContext } from "./form-context.ts";
import { FormGroups } from "./form-groups.tsx";
import { buildForm, type FieldGroup, type FieldOverrides } from "./form-model.ts";
import { UntilInputs, useInputs } from "./until-inputs.tsx";
import { useFieldsForm } from "./use-fields-form.ts";
import { useFormTexts } from "./use-form-texts.ts";

/** Props of {@link DialogForm}. */
export interface DialogFormProps {
  /** Metadata of the fields. */
  readonly fields: FieldMap;
  /** Headings and their fields; all fields unless given. Keep it the same between drawings. */
  readonly groups?: readonly FieldGroup[];
  readonly overrides?: FieldOverrides;
  /** The object to change, in the API's shape; without one the form starts with the defaults. */
  readonly object?: Row;
  /** What a new object starts with, in the API's shape, in place of the defaults. */
  readonly initial?: Row;
  readonly confirmText?: string;
  /** Shown above the fields. */
  readonly intro?: ReactNode;
  /** Called with the body; the dialog waits, and shows at the fields what is refused with a 400. */
  readonly onConfirm: (body: Record<string, unknown>) => Promise<unknown> | unknown;
  readonly onCancel: () => void;
}

const NOTHING: Row = {};
const NO_OVERRIDES: FieldOverrides = {};

/** The form inside a dialog that has no buttons of its own: the same fields, rules and messages as on a page. */
export function DialogForm(props: DialogFormProps) {
  return (
    <UntilInputs>
      <DialogFields {...props} />
    </UntilInputs>
  );
}

function DialogFields(props: DialogFormProps) {
  const { fields, object, onConfirm, onCancel } = props;
  const { t } = useFormTexts();
  // The page below may have a form with fields of the same names.
  const name = useId();
  const overrides = props.overrides ?? NO_OVERRIDES;
  const groups = useMemo(() => buildForm(fields, props.groups, overrides), [fields, props.groups, overrides]);
  const state = useFieldsForm({
    groups,
    given: props.initial ?? NOTHING,
    object,
    editing: object !== undefined,
    label: (name) => fields[name]?.label ?? name,
  });
  useInputs(groups, state.values());
  const { element } = state;
  useEffect(() => {
    element.current?.querySelector<HTMLElement>("form input, form textarea, form button")?.focus();
  }, [element]);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const submit = async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      if (!(await state.check())) return;
      setBusy(true);
      await onConfirm(state.body());
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 400) state.refuse(failure);
      else toastFailure(failure);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return (
    <div ref={state.element} className="form-dialog">
      {props.intro}
      <Form
        {...state.formProps}
        name={name}
        className="resource-form"
        onFinish={() => void submit()}
        onFinishFailed={() => void submit()}
      >
        {state.messages.length === 0 ? null : (
          <Alert type="error" showIcon title={state.messages.map((text) => <div key={text}>{text}</div>)} />
        )}
        <FormScopeContext value={state.scope}>
          <ServerErrorsContext value={state.refused}>
            <FormGroups groups={groups} />
          </ServerErrorsContext>
        </FormScopeContext>
        <div className="dialog-buttons">
          <Button onClick={onCancel}>{t("common:cancel")}</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {props.confirmText ?? t("common:confirm")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
