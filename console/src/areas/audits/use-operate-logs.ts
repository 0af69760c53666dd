import type { ResourceDescriptor } from "../../kit/resource.ts";
import { ROOT_ORGANIZATION, useSession } from "../../kit/session.ts";
import { ALL_OPERATE_LOGS, OPERATE_LOGS } from "./resources.ts";
import { useIsServed } from "./use-is-served.ts";

/**
 * The log of operations: over all organizations with what was done from each of them, where the server has that. Undefined
 * until it is known.
 */
export function useOperateLogs(): ResourceDescriptor | undefined {
  const { organization } = useSession();
  const isAll = organization?.id === ROOT_ORGANIZATION;
  const isServed = useIsServed(ALL_OPERATE_LOGS, isAll);
  if (!isAll) return OPERATE_LOGS;
  if (isServed === undefined) return undefined;
  return isServed ? ALL_OPERATE_LOGS : OPERATE_LOGS;
}

/** Whether the log of operations has all that the figure of it counts. */
export function useHasAllOperations(): boolean {
  const { organization } = useSession();
  const logs = useOperateLogs();
  return organization?.id !== ROOT_ORGANIZATION || logs === ALL_OPERATE_LOGS;
}
