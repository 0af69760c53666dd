import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../kit/api/client.ts";
import type { LicenseFacts } from "./notice-rules.ts";

const LICENSE = "/api/v1/xpack/license/detail";

/** How long the first page of a load may wait for the license, in milliseconds. */
const LONGEST_WAIT = 400;

/**
 * What the license says, as of the present page: an answer that comes when the page is already seen waits for the next
 * one, so that nothing moves under the person's hands.
 *
 * @param isWanted whether the person may know
 * @param page path of the page
 * @returns the facts, and whether the page should not be seen yet because they are about to come
 */
export function useLicense(isWanted: boolean, page: string) {
  const { data, isPending } = useQuery({
    queryKey: ["license"],
    queryFn: ({ signal }) => api<LicenseFacts>(LICENSE, { signal }),
    enabled: isWanted,
    staleTime: 3_600_000,
    retry: false,
  });
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, []);
  const [held, setHeld] = useState<{ page: string; facts: LicenseFacts | undefined }>({ page, facts: data });
  if (held.page !== page || (!hasWaited && held.facts === undefined && data !== undefined)) {
    setHeld({ page, facts: data });
  }
  return { facts: held.facts, isAwaited: isWanted && isPending && !hasWaited };
}
