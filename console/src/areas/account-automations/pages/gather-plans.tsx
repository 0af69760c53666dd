import { Suspense } from "react";
import { useSession } from "../../../kit/session.ts";
import { GatheredAccounts } from "../../accounts/index.ts";
import { PlansPage } from "../plans-page.tsx";
import { GATHER } from "../resources.ts";
import { usePlanTexts } from "../use-plan-texts.ts";

/** What was found on assets, and the plans by which accounts are looked for. */
export default function GatherPlans() {
  const { t } = usePlanTexts();
  const { can } = useSession();
  const found = {
    key: "Gathered",
    label: t("gather.found"),
    content: (
      <Suspense fallback={<div className="card-loading" />}>
        <GatheredAccounts />
      </Suspense>
    ),
  };
  return <PlansPage kind={GATHER} first={can("accounts.view_gatheredaccount") ? [found] : []} />;
}
