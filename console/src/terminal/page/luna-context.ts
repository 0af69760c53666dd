import { createContext, useContext } from "react";
import type { Started } from "../startup/start-up.ts";

/** Key of the query that starts the page. */
export const START_UP = ["start-up"] as const;

/** What the start-up found; provided below the start-up gate. */
export const LunaContext = createContext<Started | undefined>(undefined);

/** What the start-up found. Only below the start-up gate. */
export function useLuna(): Started {
  const started = useContext(LunaContext);
  if (started === undefined) throw new Error("useLuna outside the start-up gate");
  return started;
}
