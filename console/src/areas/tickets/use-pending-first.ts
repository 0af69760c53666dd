import { useEffect, useState } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router";

/**
 * Opens a list on what is pending. Who comes back to the list finds it as they left it, also without that filter.
 *
 * @returns whether the address says what to show
 */
export function usePendingFirst(): boolean {
  const [address, setAddress] = useSearchParams();
  const { key, search } = useLocation();
  const isReturning = useNavigationType() === "POP" && key !== "default";
  const [isDue, setDue] = useState(search === "" && !isReturning);
  useEffect(() => {
    if (!isDue) return;
    setAddress({ state: "pending" }, { replace: true });
    setDue(false);
  }, [isDue, setAddress]);
  return !isDue || address.has("state");
}
