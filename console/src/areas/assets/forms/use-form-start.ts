import { useQuery } from "@tanstack/react-query";
import { asPage, fetchPage, objectQuery } from "../../../kit/api/resources.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import type { CategoryName } from "../categories.ts";
import { NODES_URL, PLATFORMS } from "../resources.ts";

/** The platform most hosts are of. */
const USUAL_PLATFORM = "Linux";

/**
 * The platform a new asset of a category starts with where nobody has chosen one; undefined while it is looked for,
 * null where none is usual: then it is asked for.
 */
export function useUsualPlatform(category: CategoryName, isWanted: boolean): Row | null | undefined {
  const { data, error } = useQuery({
    queryKey: ["list", PLATFORMS.url, "usual", category],
    queryFn: ({ signal }) => fetchPage(PLATFORMS.url, { category, name: USUAL_PLATFORM, limit: 1 }, signal),
    enabled: isWanted && category === "host",
  });
  if (category !== "host" || error !== null) return null;
  return data === undefined ? undefined : (data.results.find(({ name }) => name === USUAL_PLATFORM) ?? null);
}

/**
 * The node a new asset starts in where nobody has chosen one: the root of the organization. Undefined while it is
 * looked for, null for who may not see nodes; the server takes the root then.
 */
export function useRootNode(isWanted: boolean): Row | null | undefined {
  const { can } = useSession();
  const isAsked = isWanted && can("assets.view_node");
  const { data, error } = useQuery({ ...objectQuery<unknown>(`${NODES_URL}children/`), enabled: isAsked });
  if (!isAsked || error !== null) return null;
  return data === undefined ? undefined : (asPage<Row>(data).results[0] ?? null);
}
