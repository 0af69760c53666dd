import { use } from "react";
import { laterTexts } from "./later.ts";

/** Has a screen wait for the texts that are loaded after the start. */
export function useLaterTexts(): void {
  use(laterTexts());
}
