import {
  CloseOutlined,
  ExclamationCircleFilled,
  NotificationOutlined,
  WarningFilled,
} from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { screenExists } from "../../kit/screens.ts";
import { useSession } from "../../kit/session.ts";
import { isStartPage } from "../../kit/start-pages.ts";
import {
  closedAnnouncement,
  closedNotices,
  rememberClosedAnnouncement,
  rememberClosedNotice,
} from "./closed-notices.ts";
import {
  announcementNotice,
  type LicenseFacts,
  licenseNotice,
  type PageNotice,
  passwordNotice,
} from "./notice-rules.ts";
import "./notices.css";

const LICENSE_PAGE = "/settings/license";
const PASSWORD_PAGE = "/profile/setting";

type Level = "error" | "warning" | "info";

const LEVELS: Readonly<Record<PageNotice["kind"], Level>> = {
  licenseExpired: "error",
  licenseEnds: "warning",
  licenseTesting: "warning",
  licenseExceeded: "error",
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
  const isPassword = notice.kind === "passwordExpired" || notice.kind === "passwordEnds";
  const page = isPassword ? PASSWORD_PAGE : LICENSE_PAGE;
  const values = notice.kind === "passwordEnds" ? { count: notice.days } : { ...notice };
  return (
    <>
      <span>{t(notice.kind, values)}</span>
      {screenExists(page) ? <Link to={page}>{t(isPassword ? "changePassword" : "view")}</Link> : null}
    </>
  );
}

const ICONS = {
  error: <ExclamationCircleFilled />,
  warning: <WarningFilled />,
  info: <NotificationOutlined />,
} as const;

/** What the person should know on every page: about the license, their password, and on start pages the announcement. */
export function Notices({ license }: { readonly license: LicenseFacts | undefined }) {
  const { t } = useTranslation("notices");
  const { profile, settings } = useSession();
  const { pathname } = useLocation();
  const [closed, setClosed] = useState(closedNotices);
  const [announcementClosed, setAnnouncementClosed] = useState(closedAnnouncement);
  const now = new Date();
  const notices = [
    licenseNotice(license, now),
    passwordNotice(profile, settings, now),
    isStartPage(pathname) ? announcementNotice(settings, announcementClosed) : undefined,
  ].filter(
    (notice) => notice !== undefined && !(notice.kind !== "announcement" && closed.includes(notice.id)),
  );
  const close = (notice: PageNotice) => {
    if (notice.kind === "announcement") {
      rememberClosedAnnouncement(notice.id);
      setAnnouncementClosed(notice.id);
    } else {
      rememberClosedNotice(notice.id);
      setClosed(closedNotices());
    }
  };
  if (notices.length === 0) return null;
  return (
    <section className="page-notices" aria-label={t("region")}>
      {notices.map((notice) =>
        notice === undefined ? null : (
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
                onClick={() => close(notice)}
              />
            )}
          </div>
        ),
      )}
    </section>
  );
}
