import { useQuery } from "@tanstack/react-query";
import { fetchGrantedAccounts, fetchGrantedAsset } from "../api/luna-api.ts";
import type { GrantedAccount, GrantedAsset } from "../api/types.ts";

/** An asset to connect to, as far as it is there, with the accounts that may be used on it. */
export interface LoadedTarget {
  asset: GrantedAsset | undefined;
  accounts: GrantedAccount[];
}

/** Fetches what a connection to an asset can be made with. */
export function useTarget(assetId: string) {
  return useQuery({
    queryKey: ["connect-target", assetId],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<LoadedTarget> => {
      const asset = await fetchGrantedAsset(assetId, signal);
      if (asset === undefined || !asset.is_active) return { asset, accounts: [] };
      return { asset, accounts: await fetchGrantedAccounts(assetId, signal) };
    },
  });
}

/** Key of the text that says why nobody can connect; undefined when somebody can. */
export function targetProblem({ asset, accounts }: LoadedTarget) {
  if (asset === undefined) return "connect.gone" as const;
  if (!asset.is_active) return "connect.inactive" as const;
  return accounts.some((account) => account.actions.length > 0) ? undefined : ("connect.noAccount" as const);
}
