import type { Row } from "../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { StatusMark } from "../../kit/status-mark.tsx";

/** Whether somebody got in. */
export function LoginState({ row }: { readonly row: Row }) {
  return <StatusMark good={plainValue(row.status) === true} text={valueText(row.status)} />;
}
