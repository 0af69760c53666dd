import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { REQUEST_PAGE } from "./resources.ts";
import { useTicketsOn } from "./use-tickets-on.ts";

/** Leads to the form that asks for access; nothing where nobody could be asked. */
export function RequestAccessButton() {
  const { t } = useTranslation("tickets");
  const navigate = useNavigate();
  const isOn = useTicketsOn();
  if (!isOn) return null;
  return (
    <Button type="primary" onClick={() => void navigate(REQUEST_PAGE)}>
      {t("list.request")}
    </Button>
  );
}
