import { useMemo } from "react";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { REFUSALS } from "../resources.ts";
import { REFUSAL_FILTERS, refusalColumns } from "./refusal-columns.tsx";
import { useRefusalTexts } from "./use-refusals-here.ts";

const NO_ACTIONS: readonly [] = [];
const UNCHANGED = { delete: false } as const;

interface RefusalsTabProps {
  readonly query: { readonly user_id: string } | { readonly asset_id: string };
}

/** What one person, or everybody on one asset, was refused. */
export default function RefusalsTab({ query }: RefusalsTabProps) {
  const { t } = useRefusalTexts();
  const without = "user_id" in query ? "user" : "asset";
  const columns = useMemo(() => refusalColumns(t("wanted"), [without]), [t, without]);
  return (
    <ResourceList
      resource={REFUSALS}
      label={t("routes:refusals")}
      columns={columns}
      query={query}
      inAddress={false}
      defaultOrder="-datetime"
      filters={REFUSAL_FILTERS}
      create={null}
      bulk={UNCHANGED}
      toolbar={{ imports: false }}
      rows={{ builtIns: NO_ACTIONS }}
      emptyHint={t("emptyOne")}
    />
  );
}
