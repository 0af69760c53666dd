import { lazy, Suspense } from "react";
import { exactInstant, formatDate, parseDate, toWireDate } from "../metadata/dates.ts";
import type { FieldKind } from "./field-kind.ts";

const DateTimeInput = lazy(() => import("./date-time-input.tsx"));

/** An instant, entered and shown in the viewer's zone. The picker is loaded when a form needs it. */
export const datetimeKind: FieldKind = {
  Input: (props) => (
    <Suspense fallback={<span className="input-placeholder" />}>
      <DateTimeInput {...props} />
    </Suspense>
  ),
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
