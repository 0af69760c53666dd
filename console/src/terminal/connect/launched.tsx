import { useQuery } from "@tanstack/react-query";
import { Alert, Skeleton } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Query } from "../../kit/api/client.ts";
import { failureText } from "../../kit/feedback.ts";
import { type ClientLaunch, fetchClientLaunch } from "./client-launch.ts";

interface LaunchedProps {
  readonly tokenId: string;
  /** How a desktop is to be shown. */
  readonly query?: Query;
  children(launch: ClientLaunch): ReactNode;
}

/** Asks what a program is started with, and shows what is made of it. */
export function Launched({ tokenId, query = {}, children }: LaunchedProps) {
  const { t } = useTranslation("terminal");
  const launch = useQuery({
    queryKey: ["client-launch", tokenId, query],
    queryFn: () => fetchClientLaunch(tokenId, query),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // What is there stays while it is asked for again with other options.
    placeholderData: (previous, asked) => (asked?.queryKey[1] === tokenId ? previous : undefined),
  });
  if (launch.isPending) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  if (launch.data === null || launch.data === undefined) {
    const title = launch.error === null ? t("client.failed") : failureText(launch.error);
    return <Alert type="error" showIcon title={title} />;
  }
  return children(launch.data);
}
