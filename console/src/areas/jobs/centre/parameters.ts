import { isRecord } from "../../../kit/api/api-error.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";

/** What a job asks for before it runs. */
export type DefinedParameters = Readonly<Record<string, Row>>;

/** The parameters of a job: an object, or JSON of one, as clients store it. */
export function readParameters({
  use_parameter_define: isUsed,
  parameters_define: defined,
}: Row): DefinedParameters {
  if (isUsed !== true) return {};
  const parsed = typeof defined === "string" ? parse(defined) : defined;
  if (!isRecord(parsed)) return {};
  return Object.fromEntries(
    Object.entries(parsed).filter((entry): entry is [string, Row] => isRecord(entry[1])),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The parameters as fields of a form. */
export function parameterFields(parameters: DefinedParameters): FieldMap {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, about]) => {
      const options = Array.isArray(about.options) ? about.options.filter(isRecord) : [];
      const isChoice = about.type === "select" && options.length > 0;
      const choices = options.map((option) => ({
        value: String(option.value ?? ""),
        label: String(option.label ?? option.value ?? ""),
      }));
      return [
        name,
        {
          type: isChoice ? "choice" : "string",
          label: String(about.label ?? name),
          default: String(about.default ?? ""),
          ...(isChoice ? { choices } : { max_length: 4096 }),
        },
      ];
    }),
  );
}
