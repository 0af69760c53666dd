import { useQuery } from "@tanstack/react-query";
import { isRecord } from "../../../kit/api/api-error.ts";
import { fieldsOf, metadataQuery } from "../../../kit/api/resources.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";

/** Metadata of the methods that have parameters, by the id of the method (docs/contract/assets.md, "Automation"). */
export function useMethodFields(enabled = true): FieldMap {
  const metadata = useQuery({
    ...metadataQuery("/api/v1/assets/platform-automation-methods/"),
    enabled,
  });
  return fieldsOf(metadata.data, "GET");
}

/** The parameters of a method as they are kept: under its id, or on their own as the built-in platforms have them. */
export function parametersOf(method: string, stored: unknown): Row {
  if (!isRecord(stored)) return {};
  const own = stored[method];
  return isRecord(own) ? own : stored;
}
