import { useQuery } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { objectQuery } from "../../../kit/api/resources.ts";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import { useMenuPlace } from "../../../kit/menu-place.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { ASSIGNED_PAGE, TICKET_SETS, type TicketType } from "../resources.ts";
import { applicantText, heldUntil, isApplicant, isEmergency, isOpen, stateOf, wasAsked } from "../ticket.ts";
import { StateMark } from "../ticket-marks.tsx";
import { AboutCard, AskedCard, GrantedCard } from "./asked-card.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { decide } from "./decisions.ts";
import { MessagesCard } from "./messages-card.tsx";
import { SessionCard } from "./session-card.tsx";
import { StepsCard } from "./steps-card.tsx";

/** Milliseconds between silent looks whether somebody else decided. */
const REFRESH = 10_000;

const TITLES = {
  apply_asset: "requestAssetPermissionDetail",
  login_confirm: "loginConfirm",
  login_asset_confirm: "loginAssetConfirm",
  command_confirm: "commandConfirm",
} as const;

interface TicketProps {
  readonly type: TicketType;
}

/** Takes back one's own request. */
function Withdraw({ context, type }: TicketProps & { readonly context: DetailContext }) {
  const { t } = useTranslation("tickets");
  const { profile } = useSession();
  const { row, reload } = context;
  if (!isOpen(row) || isEmergency(row) || !isApplicant(row, profile)) return null;
  const ask = () =>
    confirm({
      title: t("decide.closeTitle"),
      content: t("decide.closeBody", { title: valueText(row.title) }),
      confirmText: t("decide.close"),
      danger: true,
      onConfirm: async () => {
        if (!(await decide(type, String(row.id), "close"))) return;
        toast("success", t("decide.closed"));
        await reload();
      },
    });
  return <Button onClick={ask}>{t("decide.close")}</Button>;
}

/** Ends an approval that still lets the person connect again, for those who gave it. */
function EndApproval({ context: { row, reload }, type }: TicketProps & { readonly context: DetailContext }) {
  const { t } = useTranslation("tickets");
  const { profile } = useSession();
  if (heldUntil(row) === undefined || !wasAsked(row, profile)) return null;
  const ask = () =>
    confirm({
      title: t("remembered.endTitle"),
      content: t("remembered.endBody", { name: applicantText(row) }),
      confirmText: t("remembered.end"),
      danger: true,
      onConfirm: async () => {
        if (!(await decide(type, String(row.id), "end-approval"))) return;
        toast("success", t("remembered.ended"));
        await reload();
      },
    });
  return (
    <Button danger onClick={ask}>
      {t("remembered.end")}
    </Button>
  );
}

/** Says at once that this is no request: it went on already. */
function EmergencyNotice({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  if (!isEmergency(ticket)) return null;
  return (
    <Alert
      className="ticket-notice"
      type={isOpen(ticket) ? "error" : "info"}
      showIcon
      title={t("emergency.notice", { name: applicantText(ticket) })}
      description={isOpen(ticket) ? t("emergency.noticeHint") : undefined}
    />
  );
}

function Content({ context, type }: TicketProps & { readonly context: DetailContext }) {
  const { row: ticket, reload } = context;
  const { profile } = useSession();
  const [draft, setDraft] = useState("");
  useMenuPlace(isApplicant(ticket, profile) ? undefined : ASSIGNED_PAGE);
  const id = String(ticket.id);
  // The same object as the page's, looked at again while others may decide.
  useQuery({
    ...objectQuery<Row>(`${TICKET_SETS[type].url}${id}/`),
    refetchInterval: isOpen(ticket) ? REFRESH : false,
  });
  const hasSession =
    type === "login_asset_confirm" && (stateOf(ticket) === "approved" || isEmergency(ticket));
  return (
    <div className="ticket-page">
      <div className="ticket-asked">
        <EmergencyNotice ticket={ticket} />
        <AskedCard ticket={ticket} type={type} />
      </div>
      <DecisionBar
        ticket={ticket}
        type={type}
        message={draft}
        onDecided={async () => {
          setDraft("");
          await reload();
        }}
      />
      <div className="ticket-side">
        <StepsCard ticket={ticket} />
        {hasSession ? <SessionCard ticket={ticket} /> : null}
      </div>
      <div className="ticket-more">
        {type === "apply_asset" ? <GrantedCard ticket={ticket} /> : null}
        <MessagesCard ticketId={id} isOpen={isOpen(ticket)} draft={draft} onDraft={setDraft} />
        <AboutCard ticket={ticket} type={type} />
      </div>
    </div>
  );
}

/** One ticket: what is asked, what can be done about it, how far it is, and what was said. */
function TicketDetail({ type }: TicketProps) {
  const { t } = useTranslation(["tickets", "routes"]);
  return (
    <ResourceDetail
      resource={TICKET_SETS[type]}
      prefix={t(`routes:${TITLES[type]}`)}
      title={(row) => valueText(row.title)}
      status={(row) => <StateMark ticket={row} />}
      updatePath={() => null}
      canDelete={false}
      activity={false}
      actions={(context) => (
        <>
          <EndApproval context={context} type={type} />
          <Withdraw context={context} type={type} />
        </>
      )}
      tabs={(context) => [
        {
          key: "Ticket",
          label: t("tickets:detail.asked"),
          content: <Content context={context} type={type} />,
        },
      ]}
    />
  );
}

/** A request for assets. */
export const AssetRequest = () => <TicketDetail type="apply_asset" />;

/** A sign-in that waits for approval. */
export const LoginRequest = () => <TicketDetail type="login_confirm" />;

/** A connection that waits for approval. */
export const ConnectionRequest = () => <TicketDetail type="login_asset_confirm" />;

/** A command that waits for approval. */
export const CommandRequest = () => <TicketDetail type="command_confirm" />;
