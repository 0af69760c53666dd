import { useQuery } from "@tanstack/react-query";
import { api } from "../../kit/api/client.ts";
import { controlProps, nameOf } from "../../kit/field-kinds/control.ts";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";
import { useFormAnswer } from "../../kit/form/form-context.ts";
import { TagInput } from "../../kit/widgets/tag-input.tsx";
import { keysOf } from "./parameters-input.tsx";

const SUGGESTIONS_URL = "/api/v1/accounts/accounts/username-suggestions/";

/** Objects of each kind that suggestions are asked for. */
const MOST_OBJECTS = 20;

/** User names, typed freely or chosen from those the assets of the form have. */
export function UsernamesInput(props: FieldInputProps) {
  const chosen = useFormAnswer((values) =>
    JSON.stringify({
      assets: keysOf(values.assets).slice(0, MOST_OBJECTS),
      nodes: keysOf(values.nodes).slice(0, MOST_OBJECTS),
    }),
  );
  const suggestions = useQuery({
    queryKey: ["username-suggestions", chosen],
    queryFn: ({ signal }) =>
      api<string[]>(SUGGESTIONS_URL, { method: "POST", body: JSON.parse(chosen), signal }),
  });
  const value = Array.isArray(props.value) ? props.value.map(String) : [];
  return (
    <TagInput
      {...controlProps(props)}
      label={nameOf(props)}
      value={value}
      suggestions={Array.isArray(suggestions.data) ? suggestions.data.filter((name) => name !== "") : []}
      onChange={(next) => props.onChange?.(next)}
    />
  );
}
