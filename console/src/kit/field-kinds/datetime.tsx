import { exactInstant, formatDate, parseDate, toWireDate } from "../metadata/dates.ts";
import type { FieldKind } from "./field-kind.ts";

/** An instant, entered and shown in the viewer's zone. The picker is loaded when a form needs it. */
export const datetimeKind: FieldKind = {
  cell: (value) => {
    const text = formatDate(value);
    return text === "" ? (
      ""
    ) : (
      <time className="numeric" dateTime={parseDate(value)?.toISOString()} title={exactInstant(value)}>
        {text}
      </time>
    );
  },
  toForm: (value) => parseDate(value),
  toWire: (value) => (value instanceof Date ? toWireDate(value) : (value ?? null)),
};
