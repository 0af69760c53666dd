import { ArrowLeftOutlined, CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { announcePageTitle } from "./page-titles.ts";
import { isStartPage } from "./start-pages.ts";

const TITLE_LIMIT = 80;

/** Cuts a title after 80 characters. */
export function shortTitle(title: string): string {
  const characters = [...title];
  return characters.length > TITLE_LIMIT ? `${characters.slice(0, TITLE_LIMIT).join("")}...` : title;
}

/**
 * Leaves the content scrolled to its top for the next page. Only where it was scrolled: to ask where it stands would
 * make the browser lay out every page at once when it is opened.
 */
function leaveAtTop(): (() => void) | undefined {
  const content = document.getElementById("content");
  if (content === null) return undefined;
  let isMoved = false;
  const onScroll = () => {
    isMoved = true;
  };
  content.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    content.removeEventListener("scroll", onScroll);
    if (isMoved) content.scrollTo(0, 0);
  };
}

interface PageProps {
  readonly title: string;
  readonly help?: string;
  readonly actions?: ReactNode;
  /** Shown beside the title: the state of what the page is about. */
  readonly status?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page: back, title, actions, optional help. */
export function Page({ title, help, actions, status, children }: PageProps) {
  const { t } = useTranslation("common");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [helpClosed, setHelpClosed] = useState(false);
  const cannotGoBack = isStartPage(pathname) || history.length <= 2;
  useEffect(() => announcePageTitle(pathname, shortTitle(title)), [pathname, title]);
  useEffect(leaveAtTop, []);
  return (
    <>
      <header className="page-head">
        <Button
          type="text"
          icon={<ArrowLeftOutlined />}
          aria-label={t("back")}
          title={t("back")}
          disabled={cannotGoBack}
          onClick={() => void navigate(-1)}
        />
        <h1 title={title}>{shortTitle(title)}</h1>
        {status}
        <span className="page-head-space" />
        {actions === undefined ? null : <div className="page-actions">{actions}</div>}
      </header>
      <div className="page-body">
        {help === undefined || helpClosed ? null : (
          <div className="page-help" role="note">
            <p>{help}</p>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t("close")}
              title={t("close")}
              onClick={() => setHelpClosed(true)}
            />
          </div>
        )}
        {children}
      </div>
    </>
  );
}
