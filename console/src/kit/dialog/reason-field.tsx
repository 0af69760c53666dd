import { Input } from "antd";
import { useId } from "react";
import "./reason-field.css";

/** What was typed into a question. */
export interface TypedReason {
  value: string;
}

/** Longest reason the server takes. */
const LONGEST = 256;

/** Asks, within a question, why something is done. */
export function ReasonField(props: {
  readonly reason: TypedReason;
  readonly label: string;
  /** Who reads the answer. */
  readonly hint: string;
}) {
  const { reason, label, hint } = props;
  const id = useId();
  return (
    <div className="reason-field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        maxLength={LONGEST}
        placeholder={hint}
        onChange={(event) => {
          reason.value = event.target.value;
        }}
      />
    </div>
  );
}
