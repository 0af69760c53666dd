import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { ReceiverState } from "./receiver-state.tsx";
import { askToDelete, RECEIVERS, useEventTexts, useMayWrite } from "./receivers.ts";

/** Milliseconds between silent refreshes: deliveries go on by themselves. */
const REFRESH = 10_000;

/** Who is told what happens, and how far each one is. */
export default function ReceiverList() {
  const { t } = useEventTexts();
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const columns = useMemo<ColumnPlan>(() => {
    const count = { align: "right", sortable: false, width: 110 } as const;
    return {
      defaults: [
        "name",
        "type",
        "state",
        "delivered",
        "waiting",
        "oldest_waiting",
        "dead",
        "skipped",
        "problem",
      ],
      always: ["name"],
      exclude: ["id", "ca", "org_ids", "kinds", "answer"],
      overrides: {
        state: { sortable: false, render: (row) => <ReceiverState row={row} /> },
        delivered: count,
        waiting: count,
        dead: count,
        skipped: count,
        oldest_waiting: { sortable: false },
        problem: { sortable: false },
      },
    };
  }, []);
  const create = mayWrite ? (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => void navigate(RECEIVERS.routes.create ?? "")}
    >
      {t("routes:eventReceiverCreate")}
    </Button>
  ) : null;
  const actions = (row: Row, list: ListHandle) =>
    mayWrite
      ? [
          {
            key: "edit",
            order: 10,
            label: t("common:edit"),
            run: () => void navigate(RECEIVERS.routes.update?.(String(row.id)) ?? ""),
          },
          {
            key: "delete",
            label: t("common:delete"),
            danger: true,
            run: () => askToDelete(RECEIVERS, row, list.reload),
          },
        ]
      : [];
  return (
    <Page title={t("routes:eventReceivers")}>
      <p className="hint">{t("events:hint")}</p>
      <ResourceList
        resource={RECEIVERS}
        label={t("routes:eventReceivers")}
        columns={columns}
        refreshEvery={REFRESH}
        create={null}
        toolbar={{ exports: false, imports: false, ...(mayWrite ? { extra: create } : {}) }}
        rows={{ builtIns: [], extras: actions }}
        bulk={{ delete: false }}
        emptyHint={t("events:empty")}
        {...(mayWrite ? { emptyAction: create } : {})}
      />
    </Page>
  );
}
