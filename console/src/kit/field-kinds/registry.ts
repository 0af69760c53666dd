import type { ComponentType } from "react";
import type { FieldKindName } from "../metadata/kind-of.ts";
import type { FieldInputProps, FieldKind } from "./field-kind.ts";

/** The kinds and inputs that have been loaded; how a kind with fields inside finds those of its children. */
const kinds = new Map<FieldKindName, FieldKind>();
const inputs = new Map<FieldKindName, ComponentType<FieldInputProps>>();

/** Makes kinds known; called by the module that lists them. */
export function registerKinds(entries: Readonly<Record<FieldKindName, FieldKind>>): void {
  for (const [name, kind] of Object.entries(entries)) kinds.set(name as FieldKindName, kind);
}

/** Makes inputs known; called by the module that lists them. */
export function registerInputs(
  entries: Readonly<Partial<Record<FieldKindName, ComponentType<FieldInputProps>>>>,
): void {
  for (const [name, input] of Object.entries(entries)) inputs.set(name as FieldKindName, input);
}

/** The kind of that name, once the list of kinds is loaded. */
export function registeredKind(name: FieldKindName): FieldKind | undefined {
  return kinds.get(name);
}

/** The input of a kind, once the list of inputs is loaded. */
export function registeredInput(name: FieldKindName): ComponentType<FieldInputProps> | undefined {
  return inputs.get(name);
}
