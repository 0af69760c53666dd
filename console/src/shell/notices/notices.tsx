import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
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
  connectionNotice,
  licenseNotice,
  type PageNotice,
  passwordNotice,
} from "./notice-rules.ts";
import { useLicense } from "./use-license.ts";

// Most people have nothing to be told. Without its code, after an upgrade, the page is still of use.
const NoticeList = lazy(() => import("./notice-list.tsx").catch(() => ({ default: () => null })));

/** Stands where notices are about to come: the page below is seen when they are there, so that it does not move. */
function Awaited() {
  return <div className="notices-awaited" />;
}

/** What the person should know on every page: about the license, their password, and on start pages the announcement. */
export function Notices() {
  const { profile, settings, can } = useSession();
  const { pathname } = useLocation();
  const mayKnowLicense = settings.XPACK_ENABLED === true && can("settings.change_license");
  const license = useLicense(mayKnowLicense, pathname);
  const [closed, setClosed] = useState(closedNotices);
  const [announcementClosed, setAnnouncementClosed] = useState(() => closedAnnouncement(profile.username));
  const now = new Date();
  const lasting = [
    connectionNotice(window.isSecureContext !== false),
    licenseNotice(license.facts, now),
    passwordNotice(profile, settings, now),
  ].filter((notice) => notice !== undefined && !closed.includes(notice.id));
  const announcement = isStartPage(pathname) ? announcementNotice(settings, announcementClosed) : undefined;
  const notices = [...lasting, announcement].filter((notice) => notice !== undefined);
  const close = (notice: PageNotice) => {
    if (notice.kind === "announcement") {
      rememberClosedAnnouncement(profile.username, notice.id);
      setAnnouncementClosed(notice.id);
    } else {
      rememberClosedNotice(notice.id);
      setClosed(closedNotices());
    }
  };
  if (license.isAwaited) return <Awaited />;
  if (notices.length === 0) return null;
  return (
    <Suspense fallback={<Awaited />}>
      <NoticeList notices={notices} onClose={close} />
    </Suspense>
  );
}
