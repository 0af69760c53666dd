import { useMemo } from "react";
import { useParams } from "react-router";
import { ChoicesInput } from "../../kit/field-kinds/choice-input.tsx";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";
import type { FieldGroup, FieldOverrides, FormValues } from "../../kit/form/form-model.ts";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import { Page } from "../../kit/page.tsx";
import { RECEIVERS, useEventTexts, useMayWrite } from "./receivers.ts";

/** Kinds of events by what they are called. */
function KindsInput(props: FieldInputProps) {
  const { child } = props.field;
  return <ChoicesInput {...props} {...(child?.choices === undefined ? {} : { choices: child.choices })} />;
}

/** Hides a field from all types but these. */
const unless =
  (...types: readonly string[]) =>
  ({ type }: FormValues): boolean =>
    !types.includes(String(type));

const SECRETS = ["chat_address", "signing_key", "headers"];

/** Creates or changes a receiver; what is asked depends on its type. */
export default function ReceiverForm() {
  const { t } = useEventTexts();
  const mayWrite = useMayWrite();
  const { id } = useParams();
  const isNew = id === undefined;
  const groups = useMemo<readonly FieldGroup[]>(
    () => [
      { title: t("events:group.receiver"), fields: ["name", "type"] },
      {
        title: t("events:group.target"),
        fields: ["address", "chat_address", "signing_key", "headers", "format", "ca"],
      },
      { title: t("events:group.events"), fields: ["kinds", "org_ids", "language"] },
      { title: t("events:group.other"), fields: ["is_active", "comment"] },
    ],
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({
      type: { disabled: !isNew },
      address: { hidden: unless("webhook", "syslog", "otlp"), required: true },
      chat_address: { hidden: unless("slack", "teams"), required: isNew },
      signing_key: { hidden: unless("webhook"), required: isNew },
      headers: { hidden: unless("otlp") },
      format: { hidden: unless("syslog"), kind: "choice" },
      ca: {
        kind: "text-area",
        hidden: ({ type, address }) =>
          !["webhook", "syslog", "otlp"].includes(String(type)) ||
          !/^(https|tls):/.test(String(address ?? "")),
      },
      kinds: { input: KindsInput },
      org_ids: {
        kind: "related-many",
        related: { url: "/api/v1/orgs/orgs/" },
        toWire: (value) =>
          Array.isArray(value) ? value.map((option: { readonly value?: unknown }) => option.value) : [],
      },
    }),
    [isNew],
  );
  const initial = useMemo(
    () => ({ type: "webhook", format: "json", language: "en", is_active: true, kinds: [], org_ids: [] }),
    [],
  );
  const title = t(isNew ? "routes:eventReceiverCreate" : "routes:eventReceiverUpdate");
  if (!mayWrite)
    return (
      <Page title={title}>
        <p className="hint">{t("events:administratorsOnly")}</p>
      </Page>
    );
  return (
    <Page title={title}>
      <ResourceForm
        resource={RECEIVERS}
        groups={groups}
        overrides={overrides}
        initial={initial}
        encryptedFields={SECRETS}
        saveAndContinue={false}
        next={(saved) => RECEIVERS.routes.detail?.(String(saved.id)) ?? RECEIVERS.routes.list}
      />
    </Page>
  );
}
