import { FileDoneOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCount } from "../kit/api/resources.ts";
import { useSession } from "../kit/session.ts";
import { NavbarButton } from "./navbar-button.tsx";
import { TICKETS_PAGE } from "./navbar-rules.ts";

/** Leads to the tickets that wait for the person, and reports how many these are. */
export default function TicketButton() {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const { profile } = useSession();
  const waiting = useCount("/api/v1/tickets/tickets/", { assignees__id: profile.id, status: "open" }) ?? 0;
  return (
    <NavbarButton
      icon={<FileDoneOutlined />}
      label={t("header.tickets")}
      name={waiting > 0 ? t("header.ticketsWaiting", { count: waiting }) : t("header.tickets")}
      badge={waiting}
      onClick={() => void navigate(TICKETS_PAGE)}
    />
  );
}
