import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { api } from "../../../kit/api/client.ts";
import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import { useSession } from "../../../kit/session.ts";
import { type EffectivePermissions, effectivePermissionsUrl } from "./effective-permissions-source.ts";

const EffectivePermissionsCard = lazy(() => import("./effective-permissions.tsx"));

/**
 * The tab of a user's page that tells what the user may do, where the server can tell and the viewer may know;
 * else no tab.
 */
export function useEffectivePermissionsTab(user: string, label: string): readonly PageTab[] {
  const { can } = useSession();
  const known = useQuery({
    queryKey: ["effective-permissions", user, undefined],
    queryFn: ({ signal }) => api<EffectivePermissions>(effectivePermissionsUrl(user), { signal }),
    enabled: can(["users.view_user", "rbac.view_systemrolebinding|rbac.view_orgrolebinding"]),
  });
  if (known.data === undefined) return [];
  return [
    {
      key: "EffectivePermissions",
      label,
      content: (
        <Suspense fallback={<div className="card-loading" />}>
          <EffectivePermissionsCard user={user} />
        </Suspense>
      ),
    },
  ];
}
