import { type PageTab, TabPage } from "../../kit/detail/tab-page.tsx";
import { Page } from "../../kit/page.tsx";
import { permissionCode } from "../../kit/resource.ts";
import { useSession } from "../../kit/session.ts";
import { ExecutionList } from "./execution-list.tsx";
import { PlanList } from "./plan-list.tsx";
import type { PlanKind } from "./resources.ts";
import { usePlanTexts } from "./use-plan-texts.ts";

const TITLES = {
  push: "routes:accountPushes",
  changeSecret: "routes:accountChangeSecrets",
  gather: "routes:accountGathers",
  backup: "routes:accountBackups",
} as const;

interface PlansPageProps {
  readonly kind: PlanKind;
  /** Tabs before those of plans and executions. */
  readonly first?: readonly PageTab[];
}

/** The plans of a kind and their executions, each for who may see them. */
export function PlansPage({ kind, first = [] }: PlansPageProps) {
  const { t } = usePlanTexts();
  const { can } = useSession();
  const tabs: readonly PageTab[] = [
    ...first,
    ...(can(permissionCode(kind.plans, "view"))
      ? [{ key: "Plans", label: t(`${kind.name}.plans`), content: <PlanList kind={kind} /> }]
      : []),
    ...(can(permissionCode(kind.executions, "view"))
      ? [{ key: "Executions", label: t("executions"), content: <ExecutionList kind={kind} /> }]
      : []),
  ];
  return (
    <Page title={t(TITLES[kind.name])} help={t(`${kind.name}.help`)}>
      <TabPage tabs={tabs} lists />
    </Page>
  );
}

/** Executions of a kind at an address of their own. */
export function ExecutionsPage({ kind }: { readonly kind: PlanKind }) {
  const { t } = usePlanTexts();
  return (
    <Page title={t("routes:automationExecutions")}>
      <ExecutionList kind={kind} />
    </Page>
  );
}
