import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import type { FilterPlan, ListHandle } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { RequestButton } from "./request-access-button.tsx";
import { TICKET_TYPES, TICKETS } from "./resources.ts";
import { applicantText, mayDecide, ticketPath } from "./ticket.ts";
import { EmergencyMark, StateMark, StatusMark, TypeText } from "./ticket-marks.tsx";
import { usePendingFirst } from "./use-pending-first.ts";

const BatchDialog = lazy(() => import("./batch/batch-dialog.tsx"));

const NO_ACTIONS: readonly [] = [];
const STATES = ["pending", "approved", "rejected", "closed"] as const;
const EXCLUDED_FILTERS = ["applicant", "assignees__id", "status", "relevant_app", "relevant_system_user"];

function TitleLink({ ticket }: { readonly ticket: Row }) {
  const path = ticketPath(ticket) ?? TICKETS.routes.detail?.(String(ticket.id)) ?? "";
  return (
    <>
      <EmergencyMark ticket={ticket} /> <Link to={path}>{valueText(ticket.title)}</Link>
    </>
  );
}

function useColumns(isMine: boolean): ColumnPlan {
  const { t } = useTranslation("tickets");
  return useMemo(
    () => ({
      defaults: [
        "title",
        "serial_num",
        ...(isMine ? [] : ["applicant"]),
        "type",
        "state",
        "status",
        "date_created",
      ],
      always: ["title", "serial_num", "type", "state", "date_created"],
      exclude: ["process_map", "rel_snapshot", "org_id"],
      overrides: {
        title: { title: t("field.title"), render: (row) => <TitleLink ticket={row} /> },
        serial_num: { title: t("field.serial_num") },
        applicant: { title: t("field.applicant"), render: applicantText },
        type: { title: t("field.type"), render: (row) => <TypeText ticket={row} /> },
        state: { title: t("field.state"), render: (row) => <StateMark ticket={row} /> },
        status: { title: t("field.status"), render: (row) => <StatusMark ticket={row} /> },
        date_created: { title: t("field.date_created") },
        comment: { title: t("field.comment") },
      },
    }),
    [t, isMine],
  );
}

function useFilters(): FilterPlan {
  const { t } = useTranslation("tickets");
  return useMemo(
    () => ({
      exclude: EXCLUDED_FILTERS,
      more: {
        state: {
          label: t("field.state"),
          choices: STATES.map((value) => ({ value, label: t(`state.${value}`) })),
        },
        type: {
          label: t("field.type"),
          choices: TICKET_TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
        },
        title: { label: t("field.title") },
        is_emergency: {
          label: t("field.is_emergency"),
          choices: [
            { value: "1", label: t("emergency.only") },
            { value: "0", label: t("emergency.none") },
          ],
        },
        relevant_asset: { label: t("field.relevant_asset") },
        relevant_command: { label: t("field.relevant_command") },
      },
    }),
    [t],
  );
}

interface TicketListProps {
  /** Whether these are the person's own requests, or those they decide. */
  readonly isMine: boolean;
}

/** Requests: the person's own, or those that are theirs to decide. */
export function TicketList({ isMine }: TicketListProps) {
  const { t } = useTranslation(["tickets", "routes"]);
  const { profile } = useSession();
  const columns = useColumns(isMine);
  const filters = useFilters();
  const isReady = usePendingFirst();
  const [batch, setBatch] = useState<{ readonly rows: readonly Row[]; readonly list: ListHandle }>();
  const query = useMemo(
    () => (isMine ? { applicant: profile.id } : { assignees__id: profile.id }),
    [isMine, profile.id],
  );
  const title = t(isMine ? "routes:myTickets" : "routes:assignedTickets");
  const decideTogether = (rows: readonly Row[], list: ListHandle) => [
    { key: "decide", label: t("batch.action"), run: () => setBatch({ rows, list }) },
  ];
  return (
    <Page title={title}>
      {isReady ? (
        <ResourceList
          resource={TICKETS}
          label={title}
          columns={columns}
          query={query}
          defaultOrder="-date_created"
          filters={filters}
          create={null}
          toolbar={{
            exports: false,
            imports: false,
            ...(isMine ? { extra: <RequestButton /> } : {}),
          }}
          bulk={{ delete: false, ...(isMine ? {} : { extras: decideTogether }) }}
          rows={{ builtIns: NO_ACTIONS, canSelect: (row) => mayDecide(row, profile) }}
          emptyHint={t(isMine ? "list.emptyMine" : "list.emptyAssigned")}
          emptyAction={isMine ? <RequestButton /> : null}
        />
      ) : null}
      {batch === undefined ? null : (
        <Suspense fallback={null}>
          <BatchDialog tickets={batch.rows} onDone={batch.list.reload} onClose={() => setBatch(undefined)} />
        </Suspense>
      )}
    </Page>
  );
}
