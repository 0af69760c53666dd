import {
  CloseOutlined,
  ExclamationCircleFilled,
  NotificationOutlined,
  WarningFilled,
} from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { screenExists } from "../../kit/screens.ts";
import type { PageNotice } from "./notice-rules.ts";
import "./notices.css";

const LICENSE_PAGE = "/settings/license";
const PROFILE_PAGE = "/profile/setting";
const PASSWORD_TAB = `${PROFILE_PAGE}?activeTab=PasswordUpdate`;

type Level = "error" | "warning" | "info";

const LEVELS: Readonly<Record<PageNotice["kind"], Level>> = {
  licenseExpired: "error",
  licenseEnds: "warning",
  licenseTesting: "warning",
  licenseExceeded: "error",
  unencrypted: "warning",
  passwordExpired: "error",
  passwordEnds: "warning",
  announcement: "info",
};

/** What has ended stays in sight until it is put right. */
const PERMANENT: ReadonlySet<PageNotice["kind"]> = new Set(["licenseExpired", "passwordExpired"]);

function NoticeText({ notice }: { readonly notice: PageNotice }) {
  const { t } = useTranslation("notices");
  if (notice.kind === "announcement") {
    return (
      <>
        <strong>
          {notice.subject === "" ? t("announcementPlain") : t("announcement", { subject: notice.subject })}
        </strong>
        {notice.content === "" ? null : <span className="page-notice-content">{notice.content}</span>}
        {notice.link === undefined ? null : (
          <a href={notice.link} target="_blank" rel="noopener noreferrer">
            {t("more")}
          </a>
        )}
      </>
    );
  }
  if (notice.kind === "unencrypted") return <span>{t("unencrypted")}</span>;
  const isPassword = notice.kind === "passwordExpired" || notice.kind === "passwordEnds";
  const page = isPassword ? PROFILE_PAGE : LICENSE_PAGE;
  const values = notice.kind === "passwordEnds" ? { count: notice.days } : { ...notice };
  return (
    <>
      <span>{t(notice.kind, values)}</span>
      {screenExists(page) ? (
        <Link to={isPassword ? PASSWORD_TAB : page}>{t(isPassword ? "changePassword" : "view")}</Link>
      ) : null}
    </>
  );
}

const ICONS = {
  error: <ExclamationCircleFilled />,
  warning: <WarningFilled />,
  info: <NotificationOutlined />,
} as const;

/** The notices, one line each. */
export default function NoticeList({
  notices,
  onClose,
}: {
  readonly notices: readonly PageNotice[];
  readonly onClose: (notice: PageNotice) => void;
}): ReactNode {
  const { t } = useTranslation("notices");
  return (
    <section className="page-notices" aria-label={t("region")}>
      {notices.map((notice) => (
        <div
          key={notice.kind}
          className={`page-notice is-${LEVELS[notice.kind]}`}
          role={LEVELS[notice.kind] === "error" ? "alert" : "status"}
        >
          <span className="page-notice-icon" aria-hidden="true">
            {ICONS[LEVELS[notice.kind]]}
          </span>
          <p>
            <NoticeText notice={notice} />
          </p>
          {PERMANENT.has(notice.kind) ? null : (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t("close")}
              title={t("close")}
              onClick={() => onClose(notice)}
            />
          )}
        </div>
      ))}
    </section>
  );
}
