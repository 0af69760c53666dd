import { createContext, useContext } from "react";
import type { Started } from "../startup/start-up.ts";

/** What the start-up found; provided below the start-up gate. */
export const LunaContext = createContext<Started | undefined>(undefined);

/** What the start-up found. Only below the start-up gate. */
export function useLuna(): Started {
  const started = useContext(LunaContext);
  if (started === undefined) throw new Error("useLuna outside the start-up gate");
  return started;
}
