import { Alert, Button, ConfigProvider, Form } from "antd";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { ENCRYPTED_FIELDS, encryptFields } from "../api/encryption.ts";
import { confirmed } from "../confirm/confirmation.ts";
import { toast, toastFailure } from "../feedback.ts";
import type { FieldMap, Row } from "../metadata/types.ts";
import { FormScopeContext, ServerErrorsContext } from "./form-context.ts";
import { toFormData } from "./form-data.ts";
import { FormGroups } from "./form-groups.tsx";
import { buildForm, type FieldGroup, type FieldOverrides, type FormValues } from "./form-model.ts";
import { dropEntries, formKey, keepEntries, keptEntries } from "./kept-entries.ts";
import { focusFirst } from "./reveal-field.ts";
import { UntilInputs, useInputs } from "./until-inputs.tsx";
import { useFieldsForm } from "./use-fields-form.ts";
import { useFormTexts } from "./use-form-texts.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";

/** What a submit hook is told. */
export interface SubmitContext {
  readonly editing: boolean;
  readonly values: FormValues;
}

/** What is particular to one form once its metadata and object are loaded. */
export interface FormBodyOptions {
  /** Headings and their fields, in order; all fields of the metadata unless given. */
  readonly groups?: readonly FieldGroup[];
  readonly overrides?: FieldOverrides;
  /** Starting values of a new object, in the API's shape. */
  readonly initial?: Row;
  /** Last change of the body before it is encrypted and sent. */
  readonly prepare?: (body: Record<string, unknown>, context: SubmitContext) => Record<string, unknown>;
  /** Entries the form starts with, in the inputs' shape: those of a form it replaces. */
  readonly draft?: FormValues;
  /** Puts a refusal's body under the names of fields, where the server does not. */
  readonly refusal?: (body: unknown) => unknown;
  /** Looks at what is about to be sent, and may ask: false leaves it unsent, with the entries as they are. */
  readonly review?: (body: Row, context: SubmitContext) => Promise<boolean>;
  /** Method of an update; PUT unless given. */
  readonly updateMethod?: "PUT" | "PATCH";
  /** Names of the texts to encrypt before they are sent, at any depth. */
  readonly encryptedFields?: readonly string[];
  /** Sends a form with files (`multipart/form-data`) instead of JSON. */
  readonly asForm?: boolean;
  /** Offers to save and add another; on unless told otherwise. */
  readonly saveAndContinue?: boolean;
  /** Text of the button that saves. */
  readonly saveText?: string;
  /** Further buttons, before the others. */
  readonly extraButtons?: ReactNode;
}

/** Which button was pressed. */
export type SaveMode = "save" | "continue";

/** What was saved, and how. */
export interface SavedForm {
  /** The server's answer, if it has a body. */
  readonly saved: Row | undefined;
  /** The form's values as they were sent. */
  readonly values: FormValues;
  readonly mode: SaveMode;
  /** The element around the form. */
  readonly form: HTMLElement | null;
  /** The values that are other ones now than were sent. */
  readonly changedSince: () => FormValues;
}

interface FormBodyProps extends FormBodyOptions {
  readonly fields: FieldMap;
  readonly object: Row | undefined;
  readonly editing: boolean;
  /** Where to send to. */
  readonly url: string;
  readonly cloneFrom: string | null;
  /** Sends what was changed alone, for a method that leaves the rest as it is. */
  readonly sendsChanges?: boolean;
  /** Another form takes the place of this one once it is saved: what was entered stays until then. */
  readonly isReplaced?: boolean;
  /** Called when the form is drawn first, with the element around it. */
  readonly onDrawn?: (form: HTMLElement) => void;
  /** Goes on after saving. The entries are gone from the form by then, unless another one takes its place. */
  readonly afterSave: (result: SavedForm) => Promise<unknown> | unknown;
}

/** Those of the later values that are not as they were. */
function valuesChanged(before: FormValues, later: FormValues): FormValues {
  const isSame = (name: string) =>
    Object.is(before[name], later[name]) || JSON.stringify(before[name]) === JSON.stringify(later[name]);
  return Object.fromEntries(Object.entries(later).filter(([name]) => !isSame(name)));
}

const NOTHING: Row = {};
const NO_OVERRIDES: FieldOverrides = {};

/**
 * The form itself, with everything loaded: draws, checks, saves, and shows what was refused. Whoever comes back to its
 * tab from another one finds what they had entered.
 */
export function FormBody(props: FormBodyProps) {
  const { pathname, search } = useLocation();
  const key = formKey(`${pathname}${search}`, props.url);
  const [kept, setKept] = useState(() => keptEntries(key));
  useEffect(() => dropEntries(key), [key]);
  return (
    <UntilInputs>
      <FormFields
        {...props}
        // Without them it is another form, which begins as forms do.
        key={kept === undefined ? "fresh" : "kept"}
        {...(kept === undefined ? {} : { draft: kept, onDiscard: () => setKept(undefined) })}
        keep={(values) => keepEntries(key, values)}
      />
    </UntilInputs>
  );
}

interface FormFieldsProps extends FormBodyProps {
  /** Begins again without the entries that were kept; absent where none were. */
  readonly onDiscard?: () => void;
  /** Keeps entries for when the person comes back to this tab. */
  readonly keep: (values: FormValues) => void;
}

function FormFields(props: FormFieldsProps) {
  const { editing, object, fields, onDiscard } = props;
  const { t } = useFormTexts();
  const overrides = props.overrides ?? NO_OVERRIDES;
  const groups = useMemo(() => buildForm(fields, props.groups, overrides), [fields, props.groups, overrides]);
  const state = useFieldsForm({
    groups,
    given: props.initial ?? NOTHING,
    object,
    draft: props.draft,
    editing,
    label: (name) => fields[name]?.label ?? name,
  });
  useInputs(groups, state.values());
  const { element } = state;
  useEffect(() => {
    if (!editing && element.current !== null) focusFirst(element.current);
  }, [editing, element]);
  const drawn = useRef(props.onDrawn);
  useEffect(() => {
    if (element.current !== null) drawn.current?.(element.current);
  }, [element]);
  const [busy, setBusy] = useState<SaveMode>();
  // The state is told with the next drawing; a second click comes before that.
  const sending = useRef(false);
  useLeaveGuard(state.isDirty, { keep: () => props.keep(state.values()) });

  const bodyToSend = (): Row => {
    const wire = props.sendsChanges === true ? state.changes() : state.body();
    return props.prepare?.(wire, { editing, values: state.values() }) ?? wire;
  };
  /** Sends it; what makes a credential asks who the person is first. Undefined when they did not say so. */
  const send = (body: Row): Promise<{ readonly saved: Row | undefined } | undefined> =>
    confirmed(async () => ({
      saved: await api<Row | undefined>(props.url, {
        method: editing ? (props.updateMethod ?? "PUT") : "POST",
        body: props.asForm
          ? toFormData(body)
          : encryptFields(body, props.encryptedFields ?? ENCRYPTED_FIELDS),
        ...(props.cloneFrom === null ? {} : { query: { clone_from: props.cloneFrom } }),
      }),
    }));
  const submit = async (mode: SaveMode) => {
    if (sending.current) return;
    sending.current = true;
    try {
      if (!(await state.check())) return;
      setBusy(mode);
      const values = state.values();
      const body = bodyToSend();
      if ((await props.review?.(body, { editing, values })) === false) return;
      const sent = await send(body);
      if (sent === undefined) return;
      if (props.isReplaced !== true) {
        state.reset();
        onDiscard?.();
      }
      const changedSince = () => valuesChanged(values, state.values());
      await props.afterSave({ saved: sent.saved, values, mode, form: element.current, changedSince });
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 400) {
        const body = props.refusal?.(failure.body) ?? failure.body;
        state.refuse(new ApiError(failure.status, body, props.url));
        toast("error", t("kit:form.failed"));
      } else toastFailure(failure);
    } finally {
      sending.current = false;
      setBusy(undefined);
    }
  };

  return (
    <div ref={state.element}>
      <Form
        {...state.formProps}
        className="resource-form"
        onFinish={() => void submit("save")}
        onFinishFailed={() => void submit("save")}
        aria-busy={busy !== undefined}
      >
        {onDiscard === undefined ? null : (
          <Alert
            type="info"
            showIcon
            title={t("kit:form.kept")}
            action={
              <Button size="small" onClick={onDiscard}>
                {t("kit:form.discard")}
              </Button>
            }
          />
        )}
        {state.messages.length === 0 ? null : (
          <Alert type="error" showIcon title={state.messages.map((text) => <div key={text}>{text}</div>)} />
        )}
        <FormScopeContext value={state.scope}>
          <ServerErrorsContext value={state.refused}>
            <FormGroups groups={groups} />
          </ServerErrorsContext>
        </FormScopeContext>
        <div className="form-buttons">
          <Button type="primary" htmlType="submit" loading={busy === "save"} disabled={busy === "continue"}>
            {props.saveText ?? t("kit:form.save")}
          </Button>
          {editing ? (
            <Button disabled={busy !== undefined} onClick={onDiscard ?? state.reset}>
              {t("kit:form.reset")}
            </Button>
          ) : props.saveAndContinue === false ? null : (
            <Button
              loading={busy === "continue"}
              disabled={busy === "save"}
              onClick={() => void submit("continue")}
            >
              {t("kit:form.saveAndContinue")}
            </Button>
          )}
          {/* They work with what is saved: a test that begins during a save would try the old values. */}
          <ConfigProvider componentDisabled={busy !== undefined}>{props.extraButtons}</ConfigProvider>
        </div>
      </Form>
    </div>
  );
}
