import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { REQUEST_PAGE } from "./resources.ts";
import { useTicketsOn } from "./use-tickets-on.ts";

/** Leads to the form that asks for access. */
export function RequestButton() {
  const { t } = useTranslation("tickets");
  const navigate = useNavigate();
  return (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(REQUEST_PAGE)}>
      {t("list.request")}
    </Button>
  );
}

/** The way to ask for access from elsewhere; nothing where nobody could be asked. */
export function RequestAccessButton() {
  return useTicketsOn() ? <RequestButton /> : null;
}
