/** What the explanation needs of its viewer. */
export const EXPLAIN_NEEDS = ["perms.view_assetpermission", "perms.view_userassets"] as const;

/** What the explanation starts with. */
export interface ExplainQuestion {
  readonly user?: string;
  readonly asset?: string;
  readonly account?: string;
}

/** The page that says why somebody can, or cannot, reach an asset. */
export function explainPath(question: ExplainQuestion): string {
  const query = new URLSearchParams({ ...question }).toString();
  return query === "" ? "/console/perms/explain" : `/console/perms/explain?${query}`;
}
