import type { FieldOverrides } from "../../../kit/form/form-model.ts";

/** Switches of which one at most is on: turning one on turns the others off before the person's eyes. */
export function exclusive(...keys: string[]): FieldOverrides {
  const others = (key: string) =>
    Object.fromEntries(keys.filter((other) => other !== key).map((other) => [other, false]));
  return Object.fromEntries(
    keys.map((key) => [key, { onChange: (on: unknown) => (on === true ? others(key) : undefined) }]),
  );
}
