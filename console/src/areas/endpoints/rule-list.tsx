import { Alert, Button } from "antd";
import { useMemo, useState } from "react";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { useSession } from "../../kit/session.ts";
import { ChoiceDialog } from "./choice-dialog.tsx";
import { RULES } from "./endpoint-resources.ts";
import { useEndpointTexts } from "./endpoint-texts.ts";
import { ReachCell, useRuleReach } from "./rule-reach.tsx";
import "./endpoints.css";

const BULK = { activation: true } as const;

/** Asks which endpoint an address gets. */
function TryButton() {
  const { t } = useEndpointTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("endpoints:try.open")}</Button>
      {open ? <ChoiceDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Which addresses of assets lead to which endpoint, in the order in which the rules are checked. */
export function EndpointRuleList() {
  const { t } = useEndpointTexts();
  const { can } = useSession();
  const reached = useRuleReach();
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: [
        "name",
        "ip_group",
        "priority",
        "endpoint",
        ...(reached === undefined ? [] : ["reach"]),
        "is_active",
      ],
      ...(reached === undefined ? {} : { extra: ["reach"] }),
      overrides: {
        reach: {
          title: t("endpoints:reach.title"),
          render: (row) => <ReachCell reach={reached?.get(String(row.id))} />,
        },
      },
    }),
    [t, reached],
  );
  const toolbar = useMemo(
    () => (reached !== undefined && can("terminal.view_endpoint") ? { extra: <TryButton /> } : {}),
    [reached, can],
  );
  return (
    <>
      <Alert className="endpoints-help" type="info" showIcon title={t("endpoints:ruleHelp")} />
      <ResourceList
        resource={RULES}
        label={t("endpoints:rules")}
        columns={columns}
        create={{ label: t("routes:endpointRuleCreate") }}
        toolbar={toolbar}
        bulk={BULK}
        emptyHint={t("endpoints:rulesEmpty")}
      />
    </>
  );
}
