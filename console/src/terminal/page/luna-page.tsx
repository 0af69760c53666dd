import { useQuery } from "@tanstack/react-query";
import { Button, Spin } from "antd";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import { KeptSettings } from "../settings/kept-settings.tsx";
import { isOfSession, type PageAddress } from "../startup/page-address.ts";
import { keepSessionMark } from "../startup/sign-in.ts";
import { SignedOut, type Started, startUp, TermsFirst } from "../startup/start-up.ts";
import { useAppearance } from "./color-mode.ts";
import { LunaContext, START_UP } from "./luna-context.ts";
import { Outcome } from "./outcome.tsx";

const MainPage = lazy(() => import("../workspace/main-page.tsx"));
const WatchPage = lazy(() => import("../watch/watch-page.tsx"));
const SharePage = lazy(() => import("../share/share-page.tsx"));
const FilesPage = lazy(() => import("../files/files-page.tsx"));
const ReplayPage = lazy(() => import("../replay/replay-page.tsx"));

/** Runs the start-up sequence, then shows the page the address asks for. */
export function LunaPage({ address }: { address: PageAddress }) {
  const { t } = useTranslation(["terminal", "common"]);
  const start = useQuery({
    queryKey: START_UP,
    queryFn: () => startUp(address),
    enabled: address.page !== "missing",
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => (start.data === undefined ? undefined : keepSessionMark()), [start.data]);
  const { setColors } = useAppearance();
  const colors = start.data?.settings.INTERFACE?.theme_info?.colors;
  useEffect(() => setColors(colors), [colors, setColors]);
  usePageTitle(start.data, titleOf(address, t));
  if (address.page === "missing") {
    return (
      <Outcome title={t("start.missing")}>
        <Button href="/luna/">{t("start.toMain")}</Button>
      </Outcome>
    );
  }
  if (start.error instanceof SignedOut) return <Waiting>{t("start.signedOut")}</Waiting>;
  if (start.error instanceof TermsFirst) return <Waiting>{t("start.termsFirst")}</Waiting>;
  if (start.error !== null) {
    return (
      <Outcome title={t("start.failed")} body={failureText(start.error)} isFailure>
        <Button onClick={() => start.refetch()}>{t("common:retry")}</Button>
      </Outcome>
    );
  }
  if (start.data === undefined) return <Waiting />;
  if (!isOfSession(address) && start.data.organization === undefined) {
    return (
      <Outcome title={t("start.noOrganization")}>
        <Button href="/ui/">{t("header.console")}</Button>
      </Outcome>
    );
  }
  return (
    <LunaContext value={start.data}>
      <KeptSettings />
      <Suspense fallback={<Waiting />}>
        {address.page === "replay" ? (
          <ReplayPage sessionId={address.sessionId} timestamp={address.timestamp} at={address.at} />
        ) : address.page === "watch" ? (
          <WatchPage sessionId={address.sessionId} ticketId={address.ticketId} />
        ) : address.page === "share" ? (
          <SharePage shareId={address.shareId} />
        ) : address.page === "files" ? (
          <FilesPage />
        ) : (
          <MainPage
            single={address.page === "connect"}
            assetId={address.assetId}
            accountId={address.accountId}
          />
        )}
      </Suspense>
    </LunaContext>
  );
}

function titleOf({ page }: PageAddress, t: ReturnType<typeof useTranslation<"terminal">>["t"]): string {
  if (page === "watch") return t("watch.title");
  if (page === "share") return t("share.title");
  if (page === "files") return t("header.files");
  return page === "replay" ? t("replay.title") : t("title");
}

function Waiting({ children }: { children?: ReactNode }) {
  return (
    <div className="luna-waiting" role="status">
      <Spin size="large" />
      {children}
    </div>
  );
}

function usePageTitle(started: Started | undefined, page: string): void {
  const title = started?.settings.INTERFACE?.login_title;
  const favicon = started?.settings.INTERFACE?.favicon;
  useEffect(() => {
    document.title = title ? `${page} - ${title}` : `${page} - Sallyport`;
  }, [page, title]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null && favicon?.startsWith("/")) icon.href = favicon;
  }, [favicon]);
}
