import { Form } from "antd";
import { useEffect, useMemo } from "react";
import "../kit/field-kinds/inputs.ts";
import { FieldItem } from "../kit/form/field-item.tsx";
import { createValueStore, FormScopeContext } from "../kit/form/form-context.ts";
import { buildFields, type FieldOverride, type FormValues, initialValues } from "../kit/form/form-model.ts";
import { omitUndefined } from "../kit/omit-undefined.ts";
import type { Specimen } from "./specimens.ts";

/** The states of a widget. */
export const STATES = ["empty", "filled", "disabled", "error", "loading", "read-only"] as const;

/** One of them. */
export type SpecimenStateName = (typeof STATES)[number];

/** Whether a state can be seen at a widget: only options that are fetched can be loading, and no secret is read. */
export function hasState(specimen: Specimen, state: SpecimenStateName): boolean {
  if (state === "read-only") return specimen.secret !== true && specimen.kind !== "secret";
  return state !== "loading" || specimen.related !== undefined;
}

function overrideOf({ kind, input, related }: Specimen, state: SpecimenStateName): FieldOverride {
  const source =
    related === undefined || state !== "loading" ? related : { ...related, url: "/api/gallery/slow/" };
  return {
    kind,
    readOnly: state === "read-only",
    disabled: state === "disabled",
    required: state === "error",
    ...omitUndefined({ input, related: source }),
  };
}

/** One widget in one state, in a form of its own. */
export function SpecimenState({ specimen, state }: { specimen: Specimen; state: SpecimenStateName }) {
  const [form] = Form.useForm<FormValues>();
  const { items, values } = useMemo(() => {
    const label = `${specimen.name} (${state})`;
    const field = { ...specimen.field, label, read_only: false };
    const fields = buildFields({ widget: field }, { widget: overrideOf(specimen, state) });
    // A widget that follows a value beside it changes by itself, and what changes is validated: no error would stay.
    const beside = state === "error" ? {} : { ...specimen.beside };
    const object = state === "empty" || state === "error" ? beside : { widget: specimen.value, ...beside };
    const start = initialValues([{ title: "", fields }], {}, object);
    return { items: fields, values: createValueStore({ ...beside, ...start }) };
  }, [specimen, state]);
  const scope = useMemo(() => ({ form, values, editing: false }), [form, values]);
  useEffect(() => {
    if (state === "error") form.setFields([{ name: "widget", errors: ["Enter a valid value."] }]);
  }, [form, state]);
  return (
    <Form
      form={form}
      name={`${specimen.name} ${state}`.replace(/\W+/g, "-")}
      layout="vertical"
      initialValues={values.get()}
      onValuesChange={() => values.set(form.getFieldsValue(true) as FormValues)}
    >
      <FormScopeContext value={scope}>
        {items.map((item) => (
          <FieldItem key={item.name} item={item} path={[item.name]} />
        ))}
      </FormScopeContext>
    </Form>
  );
}
