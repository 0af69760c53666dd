import type { FormInstance } from "antd";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { FormValues } from "./form-model.ts";

/** Where a field stands: its name, and inside nested objects and rows the keys that lead to it. */
export type FieldPath = readonly (string | number)[];

/** How a path is written in the `data-field` attribute, by which a field is found on the page. */
export function pathText(path: FieldPath): string {
  return path.join(".");
}

/**
 * The values of a form, for the few things that depend on other fields. Anyone who subscribes is drawn again only
 * when the answer to its own question changes, so typing in one field draws no other.
 */
export interface ValueStore {
  get(): FormValues;
  set(values: FormValues): void;
  subscribe(listener: () => void): () => void;
}

/** Makes the store of a form. */
export function createValueStore(initial: FormValues): ValueStore {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set: (values) => {
      current = values;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What the fields of a form share. */
export interface FormScope {
  readonly form: FormInstance<FormValues>;
  readonly values: ValueStore;
  /** Whether an existing object is being changed. */
  readonly editing: boolean;
}

/** Provided by whatever draws fields. */
export const FormScopeContext = createContext<FormScope | undefined>(undefined);

/** The form around a field. */
export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext);
  if (scope === undefined) throw new Error("a field stands outside a form");
  return scope;
}

/**
 * The answer to a question about the form's values.
 *
 * @param ask has to answer with a plain value, because answers are compared by identity
 */
export function useFormAnswer<Answer extends string | number | boolean | undefined>(
  ask: (values: FormValues) => Answer,
): Answer {
  const { values } = useFormScope();
  return useSyncExternalStore(values.subscribe, () => ask(values.get()));
}

/** What the server refused, by field name, for inputs that show messages on their own rows. */
export const ServerErrorsContext = createContext<Readonly<Record<string, unknown>>>({});

/** What the server refused about a field, as it said it: texts, or an object or list of them. */
export function useServerErrors(name: string): unknown {
  return useContext(ServerErrorsContext)[name];
}
