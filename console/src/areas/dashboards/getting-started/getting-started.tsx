import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useSearchParams } from "react-router";
import { refreshData } from "../../../kit/api/resources.ts";
import { toastFailure } from "../../../kit/feedback.ts";
import { useGettingStarted } from "../../../kit/getting-started.ts";
import { useChoosePreference } from "../../../kit/preferences.ts";
import { firstStepsQuery } from "./first-steps.ts";
import { GettingStartedCard } from "./getting-started-card.tsx";

/**
 * The way from an empty organization to a recorded session, for those who may go it. It is there until all is done or
 * the person hides it, and comes back from the help menu. What a demonstration made up is nothing to begin with: there
 * it is shown on demand alone.
 */
export function GettingStarted() {
  const guide = useGettingStarted();
  const [address, setAddress] = useSearchParams();
  const choose = useChoosePreference();
  const client = useQueryClient();
  const isAsked = address.get("guide") === "open";
  const isWanted = guide !== undefined && (isAsked || guide.choice !== "closed");
  const { data } = useQuery({ ...firstStepsQuery, enabled: isWanted });
  // Whoever takes the last step is told that it was the last.
  const wasOpen = useRef(false);
  if (data == null || !isWanted) return null;
  const isOpen = !data.is_completed && (guide.choice === "open" || !data.has_sample);
  wasOpen.current ||= isOpen;
  if (!isOpen && !isAsked && !wasOpen.current) return null;
  const hide = () => {
    wasOpen.current = false;
    if (isAsked) setAddress({}, { replace: true });
    choose({ getting_started: "closed" }).catch(toastFailure);
  };
  return <GettingStartedCard progress={data} onChanged={() => void refreshData(client)} onHide={hide} />;
}
