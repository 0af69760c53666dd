import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isRecord } from "../../../kit/api/api-error.ts";
import { DetailCard, type DetailItem } from "../../../kit/detail/detail-card.tsx";
import { parseDate } from "../../../kit/metadata/dates.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { TimeText } from "../../../kit/time-text.tsx";
import { ASSETS } from "../../assets/index.ts";
import { accountNames, PERMISSIONS } from "../../permissions/index.ts";
import { actionsText } from "../actions.ts";
import type { TicketType } from "../resources.ts";
import { applicantText, heldUntil, isOpen, relationText, stateOf } from "../ticket.ts";

/** What each type of ticket tells of the thing asked for: who and why are told of all. */
const FACTS = {
  apply_asset: [
    "apply_assets",
    "apply_nodes",
    "apply_accounts",
    "apply_actions",
    "apply_date_start",
    "apply_date_expired",
  ],
  login_confirm: ["apply_login_ip", "apply_login_city", "apply_login_datetime"],
  login_asset_confirm: ["apply_login_asset", "apply_login_account", "apply_login_user"],
  command_confirm: [
    "apply_run_command",
    "apply_run_asset",
    "apply_run_account",
    "apply_run_user",
    "apply_from_session",
    "apply_from_cmd_filter_acl",
  ],
} as const satisfies Readonly<Record<TicketType, readonly string[]>>;

type Fact = (typeof FACTS)[TicketType][number];

/** In the organization of the ticket, wherever the viewer is. */
const within = (path: string, ticket: Row): string => `${path}?oid=${valueText(ticket.org_id)}`;

/** Assets by name; each leads to its page where the viewer may follow. */
function AssetNames({ ticket, name }: { readonly ticket: Row; readonly name: string }) {
  const { can } = useSession();
  const value = ticket[name];
  const assets = (Array.isArray(value) ? value : [value]).filter(isRecord);
  if (assets.length === 0 || !can("assets.view_asset")) return relationText(ticket, name);
  return assets.map((asset, index) => (
    <span key={String(asset.id)}>
      {index > 0 ? ", " : null}
      <Link to={within(ASSETS.routes.detail?.(String(asset.id)) ?? "", ticket)}>{valueText(asset)}</Link>
    </span>
  ));
}

const sessionOf = (ticket: Row): string => {
  const id = plainValue(ticket.apply_from_session);
  return typeof id === "string" ? id : "";
};

function SessionLink({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  const { can } = useSession();
  const id = sessionOf(ticket);
  if (!can("terminal.view_session")) return <span>{id}</span>;
  return <Link to={within(`/audit/sessions/sessions/${id}`, ticket)}>{t("detail.showSession")}</Link>;
}

function useFacts(ticket: Row) {
  const { t } = useTranslation(["tickets", "permissions"]);
  const value = (name: Fact): ReactNode => {
    switch (name) {
      case "apply_assets":
      case "apply_login_asset":
        return <AssetNames ticket={ticket} name={name} />;
      case "apply_accounts":
        return accountNames(ticket[name]);
      case "apply_actions":
        return actionsText(ticket[name], t);
      case "apply_date_start":
      case "apply_date_expired":
        return <TimeText value={ticket[name]} />;
      case "apply_login_datetime":
        return valueText(ticket[name]) === "" ? "" : <TimeText value={ticket[name]} />;
      case "apply_run_command":
        return <code className="ticket-command">{valueText(ticket[name])}</code>;
      case "apply_from_session":
        return sessionOf(ticket) === "" ? "" : <SessionLink ticket={ticket} />;
      default:
        return relationText(ticket, name);
    }
  };
  return (names: readonly Fact[]): DetailItem[] =>
    names.map((name) => ({ key: name, label: t(`field.${name}`), value: value(name) }));
}

/** A side that says nothing is left out where the other one does: who asks for assets seldom asks for nodes. */
function saidOnly(ticket: Row, names: readonly Fact[]): readonly Fact[] {
  const isSaid = (name: Fact) => relationText(ticket, name) !== "";
  if (!isSaid("apply_assets") && !isSaid("apply_nodes")) return names;
  return names.filter((name) => (name !== "apply_assets" && name !== "apply_nodes") || isSaid(name));
}

/** Everything a decision needs: who, what, why, from where, until when. */
export function AskedCard({ ticket, type }: { readonly ticket: Row; readonly type: TicketType }) {
  const { t } = useTranslation("tickets");
  const facts = useFacts(ticket);
  const items: DetailItem[] = [
    { key: "applicant", label: t("field.applicant"), value: applicantText(ticket) },
    ...facts(saidOnly(ticket, FACTS[type])),
    { key: "comment", label: t("field.comment"), value: valueText(ticket.comment) },
  ];
  const until = heldUntil(ticket);
  if (until !== undefined) {
    items.push({ key: "approval_expires", label: t("remembered.until"), value: <TimeText value={until} /> });
  }
  return <DetailCard title={t("detail.asked")} items={items} />;
}

/** What the ticket is among others: number, type, organization, when. */
export function AboutCard({ ticket, type }: { readonly ticket: Row; readonly type: TicketType }) {
  const { t } = useTranslation("tickets");
  const items: DetailItem[] = [
    { key: "serial_num", label: t("field.serial_num"), value: valueText(ticket.serial_num) },
    { key: "type", label: t("field.type"), value: t(`type.${type}`) },
    { key: "org_name", label: t("field.org_name"), value: valueText(ticket.org_name) },
    { key: "date_created", label: t("field.date_created"), value: <TimeText value={ticket.date_created} /> },
  ];
  return <DetailCard title={t("detail.about")} items={items} />;
}

/** Until when access was granted, and whether that time is over. */
function GrantedUntil({ value }: { readonly value: unknown }) {
  const { t } = useTranslation("tickets");
  const end = parseDate(value);
  return (
    <>
      <TimeText value={value} />
      {end !== undefined && end.getTime() <= Date.now() ? (
        <>
          {" "}
          <StatusMark good={false} calm text={t("detail.expired")} />
        </>
      ) : null}
    </>
  );
}

/** What a request for assets led to: the permission, with what is in it. */
export function GrantedCard({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  const { can } = useSession();
  const facts = useFacts(ticket);
  if (stateOf(ticket) !== "approved" || isOpen(ticket)) return null;
  const name = valueText(ticket.apply_permission_name);
  const path = PERMISSIONS.routes.detail?.(String(ticket.id));
  const items: DetailItem[] = [
    {
      key: "apply_permission_name",
      label: t("field.apply_permission_name"),
      value:
        path !== undefined && can("perms.view_assetpermission") ? (
          <Link to={within(path, ticket)}>{name}</Link>
        ) : (
          name
        ),
    },
    ...facts(saidOnly(ticket, FACTS.apply_asset)).map((item) =>
      item.key === "apply_date_expired"
        ? { ...item, value: <GrantedUntil value={ticket.apply_date_expired} /> }
        : item,
    ),
  ];
  return <DetailCard title={t("detail.granted")} items={items} />;
}
