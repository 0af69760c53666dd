import { isRecord } from "../../../kit/api/api-error.ts";
import { isJson, jsonText } from "../../../kit/field-kinds/json.tsx";
import { loadedLater, loadInput } from "../../../kit/field-kinds/later-input.ts";
import { registeredInput } from "../../../kit/field-kinds/registry.ts";
import type { FieldOverride } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { AUTOMATION_ITEMS, type Constraints } from "./constraints.ts";

/** What a new platform of a type starts with: everything it can, by the first method. */
export function initialAutomation({ automated, automationConfig, methods }: Constraints): Row {
  const items = AUTOMATION_ITEMS.flatMap((item) => {
    const choices = methods[item];
    return choices === undefined
      ? []
      : [
          [`${item}_enabled`, choices.length > 0],
          [`${item}_method`, choices[0]?.value ?? null],
        ];
  });
  return { ansible_enabled: automated, ansible_config: automationConfig, ...Object.fromEntries(items) };
}

/** Comes with its editor: one that came later would move the rows below it away under the pointer. */
const AutomationWithEditor = loadedLater(async () => {
  const editor = registeredInput("json");
  const [{ AutomationInput }] = await Promise.all([
    import("./automation-input.tsx"),
    editor === undefined ? undefined : loadInput(editor),
  ]);
  return { default: AutomationInput };
});

/** How the automation of a platform is entered and sent. */
export function automationOverride(disabled: boolean, jsonProblem: string): FieldOverride {
  return {
    input: AutomationWithEditor,
    disabled,
    toForm: (value) => {
      if (!isRecord(value)) return {};
      return { ...value, ansible_config: jsonText(value.ansible_config) };
    },
    problem: (value) => {
      const config = isRecord(value) ? value.ansible_config : undefined;
      return typeof config === "string" && !(isJson(config) && isRecord(JSON.parse(config)))
        ? jsonProblem
        : undefined;
    },
    toWire: (value) => {
      if (!isRecord(value)) return undefined;
      const { id: _id, ansible_config: config, ...rest } = value;
      return { ...rest, ansible_config: typeof config === "string" ? JSON.parse(config) : config };
    },
  };
}
