import { useQuery } from "@tanstack/react-query";
import { api } from "../../kit/api/client.ts";
import { orIfNotFound } from "../../kit/api/not-found.ts";
import { permissionCode, type ResourceDescriptor } from "../../kit/resource.ts";
import { useSession } from "../../kit/session.ts";

const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Whether the server has a list that is an extension, and the viewer may read it: one of the contract alone has none.
 * Undefined until that is known.
 *
 * @param resource a list that can be narrowed by `user_id`
 * @param isWanted whether to ask at all
 */
export function useIsServed(resource: ResourceDescriptor, isWanted = true): boolean | undefined {
  const { can } = useSession();
  const mayRead = can(permissionCode(resource, "view"));
  const { data, isError } = useQuery({
    queryKey: ["is-served", resource.url],
    queryFn: ({ signal }) =>
      orIfNotFound(
        api(resource.url, { query: { user_id: NOBODY, limit: 1 }, signal }).then(() => true),
        false,
      ),
    enabled: mayRead && isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Whatever else went wrong, the list itself tells.
  return mayRead && (isError || data);
}
