import { useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";

/** How often it is looked whether data is still on its way, in milliseconds, and how long that is waited for. */
const INTERVAL = 40;
const LONGEST_WAIT = 1500;

/**
 * Whether what a page shows first has been drawn: false until nothing is being fetched any more and a frame has been
 * shown, true from then on. For secondary content of a page that is expensive to draw.
 */
export function useAfterData(): boolean {
  const client = useQueryClient();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const late = performance.now() + LONGEST_WAIT;
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (client.isFetching() > 0 && performance.now() < late) timer = setTimeout(look, INTERVAL);
      else frame = requestAnimationFrame(draw);
    };
    // A frame's callbacks run before it is shown; a task that they plan runs after.
    const draw = () => {
      timer = setTimeout(() => startTransition(() => setDue(true)), 0);
    };
    look();
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [client]);
  return isDue;
}
