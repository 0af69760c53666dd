import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { refreshData } from "../../../kit/api/resources.ts";
import { toastFailure } from "../../../kit/feedback.ts";
import { useGettingStarted } from "../../../kit/getting-started.ts";
import { useChoosePreference } from "../../../kit/preferences.ts";
import { firstStepsQuery } from "./first-steps.ts";
import { GettingStartedCard } from "./getting-started-card.tsx";

/** Milliseconds that the rest of a page waits for its place below the guide. */
const TIMEOUT = 1_000;

/**
 * The way from an empty organization to a recorded session, for those who may go it, over the rest of a page. It is
 * there until all is done or the person hides it, and comes back from the help menu. What a demonstration made up is
 * nothing to begin with: there it is shown on demand alone.
 *
 * @param children the rest of the page; it is shown as soon as it has its place, at the latest after a second, and loads
 *   meanwhile
 */
export function GettingStarted({ children }: { readonly children?: ReactNode }) {
  const guide = useGettingStarted();
  const [address, setAddress] = useSearchParams();
  const choose = useChoosePreference();
  const client = useQueryClient();
  const isAsked = address.get("guide") === "open";
  const isWanted = guide != null && (isAsked || guide.choice !== "closed");
  const { data, isError } = useQuery({ ...firstStepsQuery, enabled: isWanted });
  const isPending = guide === undefined || (isWanted && data === undefined && !isError);
  const isHeldBack = useForAWhile(isPending);
  // Whoever takes the last step is told that it was the last.
  const wasOpen = useRef(false);
  const isOpen =
    isWanted && data != null && !data.is_completed && (guide.choice === "open" || !data.has_sample);
  wasOpen.current ||= isOpen;
  const hide = () => {
    wasOpen.current = false;
    if (isAsked) setAddress({}, { replace: true });
    choose({ getting_started: "closed" }).catch(toastFailure);
  };
  return (
    <>
      {isWanted && data != null && (isOpen || isAsked || wasOpen.current) ? (
        <GettingStartedCard progress={data} onChanged={() => void refreshData(client)} onHide={hide} />
      ) : null}
      <div hidden={isHeldBack}>{children}</div>
    </>
  );
}

/** What is true at first, until it no longer is or it took too long. */
function useForAWhile(isTrue: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setOver(true), TIMEOUT);
    return () => clearTimeout(timer);
  }, [isTrue]);
  return isTrue && !isOver;
}
