import { useQuery } from "@tanstack/react-query";
import { isRecord } from "../../../kit/api/api-error.ts";
import { fieldsOf, metadataQuery } from "../../../kit/api/resources.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";

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

/** How a platform puts accounts on its assets. */
export interface PushMethod {
  readonly id: string;
  /** Fields of its parameters; none when it has no parameters. */
  readonly fields: FieldMap;
  /** The platform's own parameters. */
  readonly parameters: Row;
}

/** How accounts are pushed to assets of a platform; undefined where they are not, or the viewer may not. */
export function usePushMethod(platform: Row): PushMethod | undefined {
  const { can } = useSession();
  const automation = isRecord(platform.automation) ? platform.automation : {};
  const id = automation.push_account_method;
  const isOn = automation.ansible_enabled === true && automation.push_account_enabled === true;
  const available = isOn && typeof id === "string" && can("accounts.push_account");
  const methods = useMethodFields(available);
  if (!available) return undefined;
  return {
    id,
    fields: methods[id]?.children ?? {},
    parameters: parametersOf(id, automation.push_account_params),
  };
}
