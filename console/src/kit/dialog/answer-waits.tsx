import { createContext, useContext, useLayoutEffect } from "react";

/** Tells the question around it whether its answer has to wait. */
const WaitingContext = createContext<(isWaiting: boolean) => void>(() => {});

/** Stands around what a question tells; its value is told whether the button that agrees has to wait. */
export const AnswerGate = WaitingContext.Provider;

/**
 * Stands in a question for what it has yet to tell. As long as it does, the question cannot be agreed to: nothing is
 * agreed to unread, and no button is moved from under the pointer by what is told late.
 */
export function AnswerWaits() {
  const tell = useContext(WaitingContext);
  useLayoutEffect(() => {
    tell(true);
    return () => tell(false);
  }, [tell]);
  return null;
}
