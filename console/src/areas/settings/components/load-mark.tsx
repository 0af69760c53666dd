import { isRecord } from "../../../kit/api/api-error.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { levelOf } from "./stat.ts";

/** How busy a component is, in a word. */
export function LoadMark({ load }: { readonly load: unknown }) {
  const level = levelOf(load);
  const text = isRecord(load) ? valueText(load.label) : valueText(load);
  return (
    <StatusMark good={level === "normal"} calm={level === "offline"} warning={level === "high"} text={text} />
  );
}
