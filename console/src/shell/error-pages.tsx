import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Notice } from "../kit/list/list-states.tsx";
import { screenExists } from "../kit/screens.ts";
import { useSession } from "../kit/session.ts";
import "./error-pages.css";

const LICENSE_PAGE = "/settings/license";

interface ErrorPageProps {
  readonly code?: string;
  readonly title: string;
  readonly body: string;
  /** In small letters below, for anyone who looks into it. */
  readonly details?: string;
  readonly children: ReactNode;
}

/** A page in place of a screen: what is wrong, and what to do. */
export function ErrorPage({ code, title, body, details, children }: ErrorPageProps) {
  return (
    <div className="error-page">
      {code === undefined ? null : <p className="error-code">{code}</p>}
      <Notice title={title} body={body}>
        <div className="error-actions">{children}</div>
        {details === undefined ? null : <p className="error-details">{details}</p>}
      </Notice>
    </div>
  );
}

function HomeButton() {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate("/")}>
      {t("page.home")}
    </Button>
  );
}

/** Loads the whole page again. */
export function ReloadButton({ label }: { readonly label: string }) {
  return (
    <Button type="primary" onClick={() => location.reload()}>
      {label}
    </Button>
  );
}

/** Shown for an address without a screen. */
export function MissingPage() {
  const { t } = useTranslation("shell");
  return (
    <ErrorPage code="404" title={t("page.missingTitle")} body={t("page.missingBody")}>
      <HomeButton />
    </ErrorPage>
  );
}

/** Shown in place of a screen that needs a permission the person lacks. */
export function ForbiddenPage() {
  const { t } = useTranslation("shell");
  return (
    <ErrorPage code="403" title={t("page.forbiddenTitle")} body={t("page.forbiddenBody")}>
      <HomeButton />
    </ErrorPage>
  );
}

/** Shown in place of a screen that needs a license while there is no valid one. */
export function UnlicensedPage() {
  const { t } = useTranslation(["startup", "shell"]);
  const { can } = useSession();
  const navigate = useNavigate();
  return (
    <ErrorPage title={t("access.unlicensedTitle")} body={t("access.unlicensedBody")}>
      {can("settings.change_license") && screenExists(LICENSE_PAGE) ? (
        <Button type="primary" onClick={() => void navigate(LICENSE_PAGE)}>
          {t("access.openLicense")}
        </Button>
      ) : (
        <HomeButton />
      )}
    </ErrorPage>
  );
}

/** Shown when the code of a screen could not be loaded: after an upgrade, or because the connection broke. */
export function StalePage({ upgraded }: { readonly upgraded: boolean }) {
  const { t } = useTranslation("startup");
  return (
    <ErrorPage
      title={t(upgraded ? "build.staleTitle" : "build.chunkTitle")}
      body={t(upgraded ? "build.staleBody" : "build.chunkBody")}
    >
      <ReloadButton label={t("build.reload")} />
    </ErrorPage>
  );
}

/** Shown when a screen failed while drawing; the frame around it continues. */
export function CrashPage({ message, onAgain }: { readonly message: string; readonly onAgain: () => void }) {
  const { t } = useTranslation(["startup", "shell"]);
  return (
    <ErrorPage
      title={t("shell:page.crashedTitle")}
      body={t("shell:page.crashedBody")}
      {...(message === "" ? {} : { details: t("crash.details", { message }) })}
    >
      <ReloadButton label={t("shell:page.reload")} />
      <Button onClick={onAgain}>{t("crash.again")}</Button>
    </ErrorPage>
  );
}
