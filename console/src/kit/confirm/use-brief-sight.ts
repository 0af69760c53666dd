import { useEffect, useState } from "react";

/** Seconds a secret stays in sight. */
const IN_SIGHT = 30;

/**
 * Lets a secret be seen only briefly: it has to go after thirty seconds, and at once when the page is out of sight.
 *
 * @param shown whether it is in sight
 * @param hide takes it out of sight; the same function between drawings
 * @returns seconds left
 */
export function useBriefSight(shown: boolean, hide: () => void): number {
  const [left, setLeft] = useState(IN_SIGHT);
  useEffect(() => {
    if (!shown) return;
    const end = Date.now() + IN_SIGHT * 1000;
    const count = () => {
      const seconds = Math.ceil((end - Date.now()) / 1000);
      setLeft(seconds);
      if (seconds <= 0) hide();
    };
    count();
    const timer = setInterval(count, 1000);
    const look = () => {
      if (document.hidden) hide();
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [shown, hide]);
  return left;
}
