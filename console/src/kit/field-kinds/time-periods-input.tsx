import { omitUndefined } from "../omit-undefined.ts";
import { TimePeriods } from "../widgets/time-periods-grid.tsx";
import { nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** Times of the week, painted on a grid. */
export default function TimePeriodsInput(props: FieldInputProps) {
  return (
    <TimePeriods
      label={nameOf(props)}
      {...omitUndefined({ id: props.id })}
      value={props.value}
      disabled={props.disabled ?? false}
      onChange={(next) => props.onChange?.(next)}
    />
  );
}
