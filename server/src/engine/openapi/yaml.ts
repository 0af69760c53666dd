import { stringify } from "yaml";

/**
 * What JSON says of a value, as block-style YAML 1.2. Parts that occur twice are written twice, without aliases, which readers of
 * API descriptions do not all follow; long lines are not folded.
 */
export function toYaml(value: object): string {
  const json: unknown = JSON.parse(JSON.stringify(value));
  return stringify(json, { aliasDuplicateObjects: false, lineWidth: 0 });
}
