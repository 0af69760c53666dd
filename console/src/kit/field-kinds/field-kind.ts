import type { ReactNode } from "react";
import type { Query } from "../api/client.ts";
import type { Choice, FieldMetadata, Row } from "../metadata/types.ts";

/** Where the options of a relation come from. */
export interface RelatedSource {
  /** List URL of the related resource. */
  readonly url: string;
  /** Fixed query of every request for options. */
  readonly query?: Query;
  /** Text of an option; its name unless given. */
  readonly label?: (item: Row) => string;
  /** Whether an object is offered at all; every one unless given. */
  readonly accept?: (item: Row) => boolean;
  /** By which attributes objects can be chosen, where they can be. */
  readonly attributes?: readonly FilterAttribute[];
}

/** An attribute that objects can be chosen by; its type decides how it is compared (docs/contract/conventions.md). */
export interface FilterAttribute {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "boolean" | "related" | "address" | "number" | "choice";
  /** Options of a relation. */
  readonly related?: RelatedSource;
  readonly choices?: readonly Choice[];
  /** Whether the list of what fits at present has a column for it. */
  readonly inTable?: boolean;
}

/** What the form tells the control itself: its id for the label, and what assistive technology has to know. */
export interface ControlState {
  readonly id?: string;
  readonly disabled?: boolean;
  /** Called when the person leaves the control; texts are checked then. */
  readonly onBlur?: () => void;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: boolean | "true" | "false";
  readonly "aria-required"?: boolean | "true" | "false";
}

/** What an input is given by the form. */
export interface FieldInputProps extends ControlState {
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly name: string;
  readonly field: FieldMetadata;
  /** What the field is called: the accessible name of inputs that are more than one control. */
  readonly label?: string;
  /** Whether an existing object is being changed. */
  readonly editing: boolean;
  /** Options of relations. */
  readonly related?: RelatedSource;
  /** Replaces the choices of the metadata. */
  readonly choices?: readonly Choice[];
}

/** How the value of a filter is entered. */
export type FilterInput =
  | { readonly type: "choices"; readonly choices: readonly Choice[] }
  | { readonly type: "related" | "date" | "number" | "text" };

/**
 * One kind of field: how it is shown, filtered, and translated between form and wire. How it is entered is beside
 * it in `<kind>-input.tsx`, because lists load no inputs.
 */
export interface FieldKind {
  /** The cell of a list and the value of a detail card; an empty value shows a dash. */
  readonly cell: (value: unknown, field: FieldMetadata, name: string) => ReactNode;
  /** How a list is filtered by it; free text unless given. */
  readonly filter?: (field: FieldMetadata) => FilterInput;
  /** What the API reads → the input's value. Kept as it is unless given. */
  readonly toForm?: (value: unknown, field: FieldMetadata) => unknown;
  /** The input's value → what the API takes; undefined leaves the field out. Kept as it is unless given. */
  readonly toWire?: (value: unknown, field: FieldMetadata) => unknown;
}
