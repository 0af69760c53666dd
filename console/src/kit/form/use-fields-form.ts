import { Form } from "antd";
import { useCallback, useMemo, useRef, useState } from "react";
import type { ApiError } from "../api/api-error.ts";
import { isRecord } from "../api/api-error.ts";
import type { Row } from "../metadata/types.ts";
import { assignErrors } from "./assign-errors.ts";
import { createValueStore, pathText } from "./form-context.ts";
import { changedValues, type FormGroup, type FormValues, initialValues, wireValues } from "./form-model.ts";
import { revealFirst } from "./reveal-field.ts";

/** What a form is made of. */
interface FieldsFormOptions {
  readonly groups: readonly FormGroup[];
  /** Starting values in the API's shape. */
  readonly given: Row;
  /** The object being changed or copied, in the API's shape. */
  readonly object: Row | undefined;
  /** Entries that are before both, in the inputs' shape. */
  readonly draft?: FormValues | undefined;
  readonly editing: boolean;
  /** Label of a field the form does not show, for messages about it. */
  readonly label: (name: string) => string;
}

/** The state of a form of fields: values, what was refused, and whether anything was entered. */
export function useFieldsForm({ groups, given, object, draft, editing, label }: FieldsFormOptions) {
  const [form] = Form.useForm<FormValues>();
  const start = useMemo(() => initialValues(groups, given, object), [groups, given, object]);
  const initial = useMemo(() => ({ ...start, ...draft }), [start, draft]);
  const values = useMemo(() => createValueStore(initial), [initial]);
  const scope = useMemo(() => ({ form, values, editing }), [form, values, editing]);
  const [messages, setMessages] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<Readonly<Record<string, unknown>>>({});
  const dirty = useRef(draft !== undefined);
  const element = useRef<HTMLDivElement>(null);
  const isDirty = useCallback(() => dirty.current, []);

  const reveal = (paths: readonly (readonly (string | number)[])[]) => {
    if (element.current === null) return;
    if (paths.length === 0) element.current.scrollIntoView({ behavior: "instant", block: "start" });
    else revealFirst(element.current, new Set(paths.map(pathText)));
  };
  return {
    scope,
    messages,
    refused,
    isDirty,
    element,
    /** For the component library's form. */
    formProps: {
      form,
      initialValues: initial,
      layout: "vertical" as const,
      scrollToFirstError: false,
      onValuesChange: () => {
        dirty.current = true;
        values.set(form.getFieldsValue(true) as FormValues);
      },
    },
    /** Checks all rules; when one is broken, shows the first and answers false. */
    check: async (): Promise<boolean> => {
      setMessages([]);
      setRefused({});
      try {
        await form.validateFields();
        return true;
      } catch (invalid) {
        const errors = (invalid as { errorFields?: { name: (string | number)[] }[] }).errorFields ?? [];
        reveal(errors.map(({ name }) => name));
        return false;
      }
    },
    /** The values as the inputs hold them, and as the API takes them. */
    values: () => values.get(),
    body: () => wireValues(groups, values.get()),
    /** Of the body, what is other than in the object. */
    changes: () => changedValues(groups, values.get(), start),
    /** Says at the fields what the server refused, and goes to the first. */
    refuse: (failure: ApiError) => {
      const items = groups.flatMap((group) => group.fields);
      const placed = assignErrors(failure, items, values.get(), label);
      setRefused(isRecord(failure.body) ? failure.body : {});
      // Some answers say the same under two names.
      setMessages([...new Set(placed.form)]);
      form.setFields(
        placed.fields.map(({ path, messages: errors }) => ({ name: [...path], errors: [...errors] })),
      );
      reveal(placed.fields.map(({ path }) => path));
    },
    /** Back to the start; what was entered, secrets included, is gone from the page. */
    reset: () => {
      form.resetFields();
      values.set(initial);
      dirty.current = false;
      setMessages([]);
      setRefused({});
    },
  };
}
