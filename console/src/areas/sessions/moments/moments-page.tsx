import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Button, Spin } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { isNotFound } from "../../../kit/api/not-found.ts";
import { FailureNotice, Notice } from "../../../kit/list/list-states.tsx";
import { formatDate } from "../../../kit/metadata/dates.ts";
import { Page } from "../../../kit/page.tsx";
import { FoundSessions } from "./found-sessions.tsx";
import {
  findMoments,
  type MomentsQuery,
  type MomentsState,
  mergedSessions,
  momentsState,
} from "./moments-api.ts";
import { MomentsForm } from "./moments-form.tsx";
import "./moments.css";

const FIELDS = ["text", "user", "asset", "account", "kind", "date_from", "date_to"] as const;

/** Milliseconds between looks at how far indexing is, while it is behind. */
const REFRESH = 15_000;

/** What is looked for stands in the address, so that it can be sent to somebody. */
function useAsked(): readonly [MomentsQuery, (asked: MomentsQuery) => void] {
  const [address, setAddress] = useSearchParams();
  const asked = Object.fromEntries(
    FIELDS.map((name) => [name, address.get(name) ?? ""]),
  ) as unknown as MomentsQuery;
  const ask = (next: MomentsQuery) =>
    setAddress(
      new URLSearchParams(FIELDS.filter((name) => next[name] !== "").map((name) => [name, next[name]])),
    );
  return [asked, ask];
}

function useMoments(asked: MomentsQuery, isOn: boolean) {
  const found = useInfiniteQuery({
    queryKey: ["moments", asked],
    queryFn: ({ pageParam, signal }) => findMoments(asked, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: isOn && asked.text.trim() !== "",
    // Each search is recorded: it is not repeated because somebody came back to the window.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const pages = found.data?.pages ?? [];
  const sessions = mergedSessions(pages);
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  // Nothing yet, and not all was looked through: the search goes on by itself.
  const goesOn = sessions.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return { ...found, sessions, searchedTo: pages.at(-1)?.searched_to ?? null };
}

/** Finds what was shown and typed in all recordings the person may play. */
export default function MomentsPage() {
  const { t } = useTranslation(["sessions", "routes", "common"]);
  const [asked, ask] = useAsked();
  const state = useQuery({
    queryKey: ["moments-state"],
    queryFn: ({ signal }) => momentsState(signal),
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.indexed + data.unreadable < data.recordings ? REFRESH : false,
  });
  return (
    <Page title={t("routes:moments")}>
      {state.isError ? (
        isNotFound(state.error) ? (
          <Notice title={t("moments.missing")} body={t("moments.missingHint")} />
        ) : (
          <FailureNotice error={state.error} onRetry={() => void state.refetch()} />
        )
      ) : state.data === undefined ? (
        <div className="card card-loading" role="status" aria-label={t("common:loading")} />
      ) : state.data.is_enabled ? (
        <>
          <MomentsForm key={JSON.stringify(asked)} asked={asked} onAsk={ask} />
          <Found asked={asked} state={state.data} />
        </>
      ) : (
        <Notice title={t("moments.off")} body={t("moments.offHint")} />
      )}
    </Page>
  );
}

/** How much can be found, where that is not all. */
function Behind({ state: { recordings, indexed, unreadable } }: { readonly state: MomentsState }) {
  const { t } = useTranslation("sessions");
  const waiting = Math.max(0, recordings - indexed - unreadable);
  if (waiting === 0 && unreadable === 0) return null;
  return (
    <p className="moments-behind" role="status">
      {waiting === 0 ? null : t("moments.behind", { count: waiting, indexed, recordings })}{" "}
      {unreadable === 0 ? null : t("moments.unreadable", { count: unreadable })}
    </p>
  );
}

function Found({ asked, state }: { readonly asked: MomentsQuery; readonly state: MomentsState }) {
  const { t } = useTranslation("sessions");
  const { sessions, searchedTo, error, refetch, isFetching, isPending, hasNextPage, fetchNextPage } =
    useMoments(asked, state.is_enabled);
  if (asked.text.trim() === "") {
    return (
      <>
        <Behind state={state} />
        <Notice title={t("moments.begin")} body={t("moments.beginHint", { count: state.indexed })} />
      </>
    );
  }
  if (error !== null && sessions.length === 0) {
    return <FailureNotice error={error} onRetry={() => void refetch()} />;
  }
  const isSearching = isFetching || isPending;
  return (
    <>
      <Behind state={state} />
      {sessions.length === 0 ? null : <FoundSessions sessions={sessions} />}
      {isSearching ? (
        <div className="moments-more" role="status">
          <Spin size="small" />{" "}
          {searchedTo === null
            ? t("moments.searching")
            : t("moments.searchedTo", { date: formatDate(searchedTo) })}
        </div>
      ) : hasNextPage ? (
        <div className="moments-more">
          <Button onClick={() => void fetchNextPage()}>{t("moments.more")}</Button>
          {searchedTo === null ? null : (
            <span className="hint">{t("moments.searchedTo", { date: formatDate(searchedTo) })}</span>
          )}
        </div>
      ) : sessions.length === 0 ? (
        <Notice title={t("moments.nothing")} body={t("moments.nothingHint")} />
      ) : (
        <p className="moments-more hint" role="status">
          {t("moments.all", { count: sessions.length })}
        </p>
      )}
      {error === null ? null : <FailureNotice error={error} onRetry={() => void fetchNextPage()} />}
    </>
  );
}
