import { createContext, useContext } from "react";
import type { View } from "../shell/views.ts";

/** The current work area, and how to run the start-up sequence again for a path in another one. */
export interface ViewControl {
  readonly view: View;
  readonly enter: (path: string) => Promise<void>;
}

/** Provided by the start-up gate. */
export const ViewContext = createContext<ViewControl | undefined>(undefined);

/** The current work area. */
export function useView(): ViewControl {
  const control = useContext(ViewContext);
  if (control === undefined) throw new Error("useView outside the start-up gate");
  return control;
}
