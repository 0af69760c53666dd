import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Form } from "antd";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { ENCRYPTED_FIELDS, encryptFields } from "../api/encryption.ts";
import { fieldsOf, metadataQuery, objectQuery, refreshData } from "../api/resources.ts";
import { failureText, toast, toastFailure } from "../feedback.ts";
import { FailureNotice } from "../list/list-states.tsx";
import { formErrors } from "../metadata/form-errors.ts";
import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import type { ResourceDescriptor } from "../resource.ts";
import { FieldItem } from "./field-item.tsx";
import {
  buildForm,
  type FieldGroup,
  type FieldOverride,
  type FormValues,
  initialValues,
  wireValues,
} from "./form-model.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";

/** What a submit hook is told. */
export interface SubmitContext {
  readonly editing: boolean;
  readonly values: FormValues;
}

/** Props of {@link ResourceForm}: only what is particular to one form. */
export interface ResourceFormProps {
  readonly resource: ResourceDescriptor;
  readonly groups: readonly FieldGroup[];
  readonly overrides?: Readonly<Record<string, FieldOverride>>;
  /** Starting values of a new object, in the API's shape. */
  readonly initial?: Row;
  /** Query of the metadata request, for example the platform. */
  readonly metadataSuffix?: string;
  /** Last change of the body before it is encrypted and sent. */
  readonly prepare?: (body: Record<string, unknown>, context: SubmitContext) => Record<string, unknown>;
  /** Changes the source of a duplicate before it fills the form. */
  readonly prepareClone?: (source: Row) => Row;
  /** Method of an update; PUT unless given. */
  readonly updateMethod?: "PUT" | "PATCH";
  readonly encryptedFields?: readonly string[];
  /** Where to go after saving; the list unless given. */
  readonly next?: (saved: Row, editing: boolean) => string;
  /** URL of the object; the resource's own unless given. */
  readonly objectUrl?: (id: string) => string;
}

function cloneOf(source: Row, name: (original: string) => string): Row {
  const key = "name" in source ? "name" : "hostname";
  return { ...source, id: undefined, [key]: name(valueText(source[key])) };
}

/** Create, update and duplicate, from the metadata of the resource (docs/contract/console.md, "Forms"). */
export function ResourceForm(props: ResourceFormProps) {
  const { id } = useParams();
  const [address] = useSearchParams();
  const cloneFrom = address.get("clone_from");
  const { resource } = props;
  const { t } = useTranslation(["kit", "common"]);
  const editing = id !== undefined;
  const sourceId = id ?? cloneFrom ?? undefined;
  const objectUrl = props.objectUrl ?? ((key: string) => `${resource.url}${key}/`);

  const metadata = useQuery(
    metadataQuery(`${editing ? objectUrl(id) : resource.url}${props.metadataSuffix ?? ""}`),
  );
  const source = useQuery({
    ...objectQuery<Row>(objectUrl(sourceId ?? "")),
    enabled: sourceId !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const error = metadata.error ?? source.error;
  if (error !== null) {
    return (
      <FailureNotice
        error={error}
        title={t("detail.loadFailed")}
        onRetry={() => {
          void metadata.refetch();
          if (sourceId !== undefined) void source.refetch();
        }}
      />
    );
  }
  if (metadata.data === undefined || (sourceId !== undefined && source.data === undefined)) {
    return <div className="form-skeleton" role="status" aria-label={t("common:loading")} />;
  }
  let object: Row | undefined = source.data;
  if (object !== undefined && !editing) {
    object = cloneOf(object, (name) => t("form.duplicateOf", { name }));
    object = props.prepareClone?.(object) ?? object;
  }
  return (
    <FormBody
      {...props}
      key={`${sourceId ?? "new"}${props.metadataSuffix ?? ""}`}
      fields={fieldsOf(metadata.data, editing ? "PUT" : "POST")}
      object={object}
      editing={editing}
      objectUrlText={editing ? objectUrl(id) : resource.url}
      cloneFrom={editing ? null : cloneFrom}
    />
  );
}

interface FormBodyProps extends ResourceFormProps {
  readonly fields: ReturnType<typeof fieldsOf>;
  readonly object: Row | undefined;
  readonly editing: boolean;
  readonly objectUrlText: string;
  readonly cloneFrom: string | null;
}

function FormBody(props: FormBodyProps) {
  const { resource, editing, object } = props;
  const { t } = useTranslation(["kit", "common"]);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [form] = Form.useForm<FormValues>();
  const groups = useMemo(
    () => buildForm(props.fields, props.groups, props.overrides ?? {}),
    [props.fields, props.groups, props.overrides],
  );
  const initial = useMemo(
    () => initialValues(groups, props.initial ?? {}, object),
    [groups, props.initial, object],
  );
  const values = { ...initial, ...(Form.useWatch((all: FormValues) => all, { form, preserve: true }) ?? {}) };
  const [busy, setBusy] = useState<"save" | "continue">();
  const [messages, setMessages] = useState<readonly string[]>([]);
  const dirty = useRef(false);
  const isDirty = useCallback(() => dirty.current, []);
  useLeaveGuard(isDirty);

  const showErrors = (failure: ApiError) => {
    const items = groups
      .flatMap((group) => group.fields)
      .filter((item) => item.override.hidden?.(values) !== true);
    const found = formErrors(
      failure.body,
      items.map((item) => item.name),
      [],
      (name) => props.fields[name]?.label ?? name,
    );
    form.setFields(
      found.fields.map(({ path, messages: errors }) => ({ name: path[0] as string, errors: [...errors] })),
    );
    setMessages(found.fields.length === 0 && found.form.length === 0 ? [failureText(failure)] : found.form);
    const first = items.find((item) => found.fields.some(({ path }) => path[0] === item.name));
    if (first !== undefined)
      form.scrollToField(first.name, { behavior: "instant", block: "center", focus: true });
    toast("error", t("form.failed"));
  };

  const submit = async (mode: "save" | "continue") => {
    if (busy !== undefined) return;
    setMessages([]);
    try {
      await form.validateFields();
    } catch (invalid) {
      const first = (invalid as { errorFields?: { name: (string | number)[] }[] }).errorFields?.[0]?.name;
      if (first !== undefined)
        form.scrollToField(first, { behavior: "instant", block: "center", focus: true });
      return;
    }
    setBusy(mode);
    try {
      const current = { ...initial, ...form.getFieldsValue(true) } as FormValues;
      const wire = wireValues(groups, current);
      const body = encryptFields(
        props.prepare?.(wire, { editing, values: current }) ?? wire,
        props.encryptedFields ?? ENCRYPTED_FIELDS,
      );
      const query = props.cloneFrom === null ? {} : { query: { clone_from: props.cloneFrom } };
      const method = editing ? (props.updateMethod ?? "PUT") : "POST";
      const saved = await api<Row>(props.objectUrlText, { method, body, ...query });
      dirty.current = false;
      const name = valueText(saved.name ?? current.name ?? current.username);
      void refreshData(client);
      if (mode === "continue") {
        toast("success", t("form.createdContinue", { name }));
        form.resetFields();
      } else {
        toast("success", t(editing ? "form.updated" : "form.created", { name }));
        void navigate(props.next?.(saved, editing) ?? `${resource.routes.list}?order=-date_updated`);
      }
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 400) showErrors(failure);
      else toastFailure(failure);
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <Form
      form={form}
      layout="vertical"
      className="resource-form"
      initialValues={initial}
      scrollToFirstError={false}
      onValuesChange={() => {
        dirty.current = true;
      }}
      onFinish={() => void submit("save")}
      requiredMark
    >
      {messages.length === 0 ? null : (
        <Alert type="error" showIcon title={messages.map((text) => <div key={text}>{text}</div>)} />
      )}
      {groups.map((group) => (
        <fieldset key={group.title} className="form-group">
          <legend>{group.title}</legend>
          <div className="form-fields">
            {group.fields.map((item) => (
              <FieldItem key={item.name} item={item} values={values} editing={editing} form={form} />
            ))}
          </div>
        </fieldset>
      ))}
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={busy === "save"} disabled={busy === "continue"}>
          {t("form.save")}
        </Button>
        {editing ? (
          <Button
            disabled={busy !== undefined}
            onClick={() => {
              form.resetFields();
              dirty.current = false;
            }}
          >
            {t("form.reset")}
          </Button>
        ) : (
          <Button
            loading={busy === "continue"}
            disabled={busy === "save"}
            onClick={() => void submit("continue")}
          >
            {t("form.saveAndContinue")}
          </Button>
        )}
      </div>
    </Form>
  );
}
