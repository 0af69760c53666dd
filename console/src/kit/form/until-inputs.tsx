import { type ReactNode, Suspense, use, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { loadInput } from "../field-kinds/later-input.ts";
import { registeredInput } from "../field-kinds/registry.ts";
import type { FormField, FormGroup, FormValues } from "./form-model.ts";
import "./form.css";

/** What stands in for a form until it can be drawn. */
export function FormSkeleton() {
  const { t } = useTranslation("common");
  return <div className="form-skeleton" role="status" aria-label={t("loading")} />;
}

/** Shows a form once the inputs it asks for with `useInputs` are there. */
export function UntilInputs({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<FormSkeleton />}>{children}</Suspense>;
}

/** The inputs a form shows now, those inside nested objects included. */
function inputsOf(fields: readonly FormField[], values: FormValues) {
  return fields.flatMap(({ kind, override, children }): ReturnType<typeof registeredInput>[] => {
    if (override.hidden?.(values) === true || override.readOnly === true) return [];
    return [override.input ?? registeredInput(kind), ...inputsOf(children, values)];
  });
}

/**
 * Waits for the inputs of a form before it is drawn first, so that none moves what is below it when it arrives. Later it
 * waits for nothing: a form in use does not go away. Needs `UntilInputs` around it.
 */
export function useInputs(groups: readonly FormGroup[], values: FormValues): void {
  const isDrawn = useRef(false);
  useEffect(() => {
    isDrawn.current = true;
  }, []);
  if (isDrawn.current) return;
  const shown = groups.flatMap(({ fields }) => inputsOf(fields, values));
  // All begin to load before the first is waited for.
  const waiting = shown.map((input) => (input === undefined ? undefined : loadInput(input)));
  for (const promise of waiting) if (promise !== undefined) use(promise);
}
