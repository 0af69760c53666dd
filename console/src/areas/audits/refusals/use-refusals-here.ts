import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { permissionCode } from "../../../kit/resource.ts";
import { useSession } from "../../../kit/session.ts";
import { REFUSALS } from "../resources.ts";

const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Whether the server keeps a log of refused attempts that the viewer may read: one of the contract alone has none.
 * Undefined until that is known.
 */
export function useRefusalsHere(): boolean | undefined {
  const { can } = useSession();
  const mayRead = can(permissionCode(REFUSALS, "view"));
  const { data, isError } = useQuery({
    queryKey: ["has-refusals"],
    queryFn: async ({ signal }) => {
      try {
        await api(REFUSALS.url, { query: { user_id: NOBODY, limit: 1 }, signal });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return false;
        throw error;
      }
    },
    enabled: mayRead,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Whatever else went wrong, the list itself tells.
  return mayRead && (isError || data);
}

/** Texts of the pages of refused attempts. */
export function useRefusalTexts() {
  return useTranslation(["refusals", "routes", "kit"]);
}
