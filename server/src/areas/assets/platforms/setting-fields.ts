import { FieldError } from "../../../engine/errors.ts";
import { expressionProblem } from "../../../engine/expressions.ts";
import { literal } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  boolean,
  choice,
  type Field,
  json,
  type ParseContext,
  parseObject,
  text as textField,
} from "../../../engine/resource/index.ts";
import { parseAutofillSteps } from "../catalogue/autofill-steps.ts";
import { findProtocol, type ProtocolSetting } from "../catalogue/protocols.ts";
import { text } from "../texts.ts";

/** A prompt is an expression that is looked for while somebody waits. */
function prompt(value: string): string {
  const problem = expressionProblem(value);
  if (problem !== null) throw new FieldError([problem]);
  return value;
}

function settingField({ name, type, label, default: initial, choices = [] }: ProtocolSetting): Field {
  const options = { label, default: initial };
  switch (type) {
    case "bool":
      return boolean(options);
    case "choice":
      return choice({
        ...options,
        choices: choices.map((one) => ({ value: one.value, label: literal(one.label) })),
      });
    case "text":
      return { ...textField(options), parse: parseAutofillSteps };
    default:
      return textField({
        ...options,
        maxLength: 4096,
        ...(name.endsWith("_prompt") ? { check: prompt } : {}),
      });
  }
}

/** The settings a protocol has on a platform; null for one without: whatever is sent is kept. */
export function settingFields(protocol: string): Readonly<Record<string, Field>> | null {
  const settings = findProtocol(protocol)?.settings;
  if (settings === undefined) return null;
  return Object.fromEntries(settings.map((setting) => [setting.name, settingField(setting)]));
}

const anyObject = json({ label: text.setting, object: true, default: {} });

/**
 * The `setting` of a platform's protocol, read by the settings that protocol has: what it does not know is left out,
 * what is missing takes its default. Contract: docs/contract/assets.md, "Protocols".
 */
export const settingObject: Field = { ...anyObject, type: "nested object", parse: parseSetting };

/** Reads settings for the protocol that the object around them names. */
async function parseSetting(input: unknown, at: ParseContext): Promise<Json> {
  const name = String(at.input.name ?? at.before?.name ?? "");
  const sent = (await anyObject.parse?.(input, at)) as Record<string, Json>;
  const fields = settingFields(name);
  if (fields === null) return sent;
  // What a partial change of one protocol leaves out stays as it was.
  const kept = at.mode === "partial" && at.before?.name === name ? at.before.setting : {};
  return (await parseObject(fields, { ...(kept as Record<string, Json>), ...sent }, at)) as Json;
}
