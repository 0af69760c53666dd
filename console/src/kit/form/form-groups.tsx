import { FieldItem } from "./field-item.tsx";
import { useFormAnswer } from "./form-context.ts";
import type { FormGroup } from "./form-model.ts";

function Group({ group }: { readonly group: FormGroup }) {
  const empty = useFormAnswer((values) =>
    group.fields.every(({ override }) => override.hidden?.(values) === true),
  );
  if (empty) return null;
  return (
    <fieldset className="form-group">
      {group.title === "" ? null : <legend>{group.title}</legend>}
      <div className="form-fields">
        {group.fields.map((item) => (
          <FieldItem key={item.name} item={item} path={fieldPath(item.name)} />
        ))}
      </div>
    </fieldset>
  );
}

const PATHS = new Map<string, readonly [string]>();

/** The path of a field at the top; always the same array, so that a field is not drawn again for it. */
function fieldPath(name: string): readonly [string] {
  const known = PATHS.get(name) ?? ([name] as const);
  PATHS.set(name, known);
  return known;
}

/** Headings with their fields; a heading whose fields are all hidden is hidden too. */
export function FormGroups({ groups }: { readonly groups: readonly FormGroup[] }) {
  return groups.map((group) => <Group key={group.title} group={group} />);
}
