import type { FieldInputProps } from "../kit/field-kinds/field-kind.ts";
import { ProtocolsInput } from "../kit/field-kinds/protocols-input.tsx";

/** Protocols of an asset, whose settings are changed on its platform. */
export function NotedProtocols(props: FieldInputProps) {
  return <ProtocolsInput {...props} note="These settings belong to the platform." />;
}
