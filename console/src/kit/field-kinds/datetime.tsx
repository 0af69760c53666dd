import { parseDate, toWireDate } from "../metadata/dates.ts";
import { TimeText } from "../time-text.tsx";
import type { FieldKind } from "./field-kind.ts";

/** An instant, entered and shown in the viewer's zone. The picker is loaded when a form needs it. */
export const datetimeKind: FieldKind = {
  cell: (value) => (parseDate(value) === undefined ? "" : <TimeText value={value} />),
  filter: () => ({ type: "date" }),
  toForm: (value) => parseDate(value),
  toWire: (value) => (value instanceof Date ? toWireDate(value) : (value ?? null)),
};
