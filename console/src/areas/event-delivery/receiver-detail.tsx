import { Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api } from "../../kit/api/client.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { toast } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { ReceiverState } from "./receiver-state.tsx";
import { askToDelete, DEAD_LETTERS, DELIVERIES, RECEIVERS, useEventTexts, useMayWrite } from "./receivers.ts";
import { ReplayDialog } from "./replay-dialog.tsx";
import { TestCard } from "./test-card.tsx";

const PROGRESS = [
  "delivered",
  "waiting",
  "oldest_waiting",
  "dead",
  "skipped",
  "problem",
  "answer",
  "date_delivered",
  "date_failed",
  "date_next",
];

/** What only receivers of a type have. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  syslog: ["format"],
  webhook: ["has_signing_key"],
  otlp: ["has_headers"],
};

const CHATS = new Set(["slack", "teams"]);

/** What of a receiver is told by its type; kinds by what they are called. */
function shownOf(row: Row, fields: FieldMap): { readonly names: readonly string[]; readonly row: Row } {
  const type = String((row.type as Row | undefined)?.value ?? "");
  const own = CHATS.has(type) ? [] : ["address"];
  const more = OWN_FIELDS[type] ?? [];
  const choices = fields.kinds?.child?.choices ?? [];
  const kinds = (Array.isArray(row.kinds) ? row.kinds : []).map(
    (kind) => choices.find(({ value }) => value === kind)?.label ?? String(kind),
  );
  return {
    names: [
      "id",
      "name",
      "type",
      ...own,
      ...more,
      "kinds",
      "language",
      "created_by",
      "date_created",
      "comment",
    ],
    row: { ...row, kinds },
  };
}

function Basic({ context }: { readonly context: DetailContext }) {
  const { t } = useEventTexts();
  const mayWrite = useMayWrite();
  const [replaying, setReplaying] = useState(false);
  const { row, fields, patch, reload } = context;
  const shown = shownOf(row, fields);
  const retry = async () => {
    const { events } = await api<{ readonly events: number }>(
      `${RECEIVERS.url}${String(row.id)}/retry-dead-letters/`,
      { method: "POST", body: {} },
    );
    toast("success", t("events:deadLetters.queued", { count: events }));
    await reload();
  };
  return (
    <div className="detail-columns">
      <div className="detail-stack">
        <DetailCard title={t("events:progress")} items={detailItems(fields, row, PROGRESS)} />
        <DetailCard items={detailItems(fields, shown.row, shown.names)} />
      </div>
      {mayWrite ? (
        <div className="detail-stack">
          <TestCard id={String(row.id)} onTested={reload} />
          <QuickActions
            actions={[
              {
                key: "active",
                title: t("events:active"),
                checked: row.is_active === true,
                run: (checked: boolean) => patch({ is_active: checked }),
              },
              {
                key: "replay",
                title: t("events:replay.action"),
                button: t("events:replay.run"),
                run: () => setReplaying(true),
              },
              {
                key: "retry",
                title: t("events:deadLetters.retry"),
                button: t("events:deadLetters.run"),
                disabled: Number(row.dead ?? 0) === 0,
                run: retry,
              },
            ]}
          />
        </div>
      ) : null}
      {replaying ? <ReplayDialog row={row} reload={reload} onClose={() => setReplaying(false)} /> : null}
    </div>
  );
}

const DELIVERY_COLUMNS: ColumnPlan = {
  defaults: ["date", "purpose", "is_success", "events", "problem", "answer", "milliseconds"],
  exclude: ["id", "receiver_id"],
};

const LETTER_COLUMNS: ColumnPlan = {
  defaults: ["date_created", "kind", "seq", "problem", "answer", "is_due"],
  exclude: ["id", "receiver_id"],
};

interface LogProps {
  readonly row: Row;
}

/** The newest tries. */
function Deliveries({ row }: LogProps) {
  const { t } = useEventTexts();
  return (
    <ResourceList
      resource={DELIVERIES}
      label={t("events:deliveries.title")}
      columns={DELIVERY_COLUMNS}
      query={{ receiver_id: String(row.id) }}
      filters={{ exclude: ["receiver_id"] }}
      inAddress={false}
      refreshEvery={10_000}
      create={null}
      toolbar={{ exports: false, imports: false }}
      rows={{ builtIns: [] }}
      bulk={{ delete: false }}
      emptyHint={t("events:deliveries.empty")}
    />
  );
}

/** What it refused for good. */
function DeadLetters({ row }: LogProps) {
  const { t } = useEventTexts();
  const mayWrite = useMayWrite();
  const extras = (letter: Row, list: ListHandle) =>
    mayWrite
      ? [
          {
            key: "delete",
            label: t("common:delete"),
            danger: true,
            run: () => askToDelete(DEAD_LETTERS, { ...letter, name: letter.event_id }, list.reload),
          },
        ]
      : [];
  return (
    <ResourceList
      resource={DEAD_LETTERS}
      label={t("events:deadLetters.title")}
      columns={LETTER_COLUMNS}
      query={{ receiver_id: String(row.id) }}
      filters={{ exclude: ["receiver_id"] }}
      inAddress={false}
      create={null}
      toolbar={{ exports: false, imports: false }}
      rows={{ builtIns: [], extras }}
      bulk={{ delete: false }}
      emptyHint={t("events:deadLetters.empty")}
    />
  );
}

/** Edits and deletes it. */
function ReceiverButtons({ row }: LogProps) {
  const { t } = useEventTexts();
  const navigate = useNavigate();
  if (!useMayWrite()) return null;
  return (
    <>
      <Button type="primary" onClick={() => void navigate(RECEIVERS.routes.update?.(String(row.id)) ?? "")}>
        {t("common:edit")}
      </Button>
      <Button danger onClick={() => askToDelete(RECEIVERS, row, () => void navigate(RECEIVERS.routes.list))}>
        {t("common:delete")}
      </Button>
    </>
  );
}

/** One receiver: how far it is, what it refused, and every try. */
export default function ReceiverDetail() {
  const { t } = useEventTexts();
  return (
    <ResourceDetail
      resource={RECEIVERS}
      prefix={t("routes:eventReceiverDetail")}
      status={(row) => <ReceiverState row={row} />}
      updatePath={() => null}
      canDelete={false}
      actions={({ row }) => <ReceiverButtons row={row} />}
      tabs={(context) => [
        { key: "ReceiverInfo", label: t("kit:detail.basic"), content: <Basic context={context} /> },
        { key: "Deliveries", label: t("events:deliveries.title"), content: <Deliveries row={context.row} /> },
        {
          key: "DeadLetters",
          label: t("events:deadLetters.title"),
          content: <DeadLetters row={context.row} />,
        },
      ]}
    />
  );
}
