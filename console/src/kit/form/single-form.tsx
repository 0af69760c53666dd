import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { fieldsOf, objectQuery, refreshData } from "../api/resources.ts";
import "../field-kinds/inputs.ts";
import type { Row } from "../metadata/types.ts";
import { FormBody, type FormBodyOptions } from "./form-body.tsx";
import { FormLoader } from "./form-loader.tsx";
import type { FormValues } from "./form-model.ts";
import { rememberFocus } from "./reveal-field.ts";

/** Props of {@link SingleForm}. */
export interface SingleFormProps extends FormBodyOptions {
  /** Where the object is described, read and changed. */
  readonly url: string;
  /** Called once it is saved; by then the form shows the object as it is now, and what was entered since. */
  readonly onSaved: (saved: Row) => Promise<unknown> | unknown;
}

/** A form as it begins. */
interface Start {
  /** How many there were before it. */
  readonly number: number;
  /** What was entered while the one before was being saved. */
  readonly draft?: FormValues;
  /** Puts the keyboard where it was. */
  readonly onDrawn?: (form: HTMLElement) => void;
}

/**
 * Changes an object there is only one of, in its place: the page stays, and the form starts again from what was
 * saved. What somebody enters meanwhile stays, and so does the keyboard's place.
 */
export function SingleForm(props: SingleFormProps) {
  const { url, updateMethod = "PUT", onSaved } = props;
  const client = useQueryClient();
  const [{ number, ...begins }, setStart] = useState<Start>({ number: 0 });
  return (
    <FormLoader metadataUrl={url} objectUrl={url}>
      {(metadata, object) => (
        <FormBody
          {...props}
          {...begins}
          key={number}
          fields={fieldsOf(metadata, updateMethod)}
          object={object}
          editing
          isReplaced
          // Two people may have the page open: the later one changes what they changed.
          sendsChanges={updateMethod === "PATCH"}
          cloneFrom={null}
          afterSave={async ({ saved, form, changedSince }) => {
            await client.refetchQueries({ queryKey: objectQuery(url).queryKey, exact: true });
            const draft = changedSince();
            const onDrawn = rememberFocus(form);
            // At once: what is entered next belongs to the form that begins.
            flushSync(() =>
              setStart((before) => ({
                number: before.number + 1,
                ...(Object.keys(draft).length === 0 ? {} : { draft }),
                onDrawn,
              })),
            );
            await refreshData(client);
            await onSaved(saved ?? {});
          }}
        />
      )}
    </FormLoader>
  );
}
