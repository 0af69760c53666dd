import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldsOf, refreshData } from "../api/resources.ts";
import "../field-kinds/inputs.ts";
import type { Row } from "../metadata/types.ts";
import { FormBody, type FormBodyOptions } from "./form-body.tsx";
import { FormLoader } from "./form-loader.tsx";

/** Props of {@link SingleForm}. */
export interface SingleFormProps extends FormBodyOptions {
  /** Where the object is described, read and changed. */
  readonly url: string;
  /** Called once it is saved; by then the form is empty of what was entered and shows the object as it is now. */
  readonly onSaved: (saved: Row) => Promise<unknown> | unknown;
}

/**
 * Changes an object there is only one of, in its place: the page stays, and the form starts again from what was
 * saved.
 */
export function SingleForm(props: SingleFormProps) {
  const { url, updateMethod = "PUT", onSaved } = props;
  const client = useQueryClient();
  const [saves, setSaves] = useState(0);
  return (
    <FormLoader metadataUrl={url} objectUrl={url}>
      {(metadata, object) => (
        <FormBody
          {...props}
          key={saves}
          fields={fieldsOf(metadata, updateMethod)}
          object={object}
          editing
          cloneFrom={null}
          afterSave={async ({ saved }) => {
            await refreshData(client);
            setSaves((count) => count + 1);
            await onSaved(saved ?? {});
          }}
        />
      )}
    </FormLoader>
  );
}
