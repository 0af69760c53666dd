import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { connectDialogs } from "./dialogs.tsx";
import { connectToaster } from "./feedback.ts";
import type { Feedback } from "./feedback-host.tsx";

type Host = ComponentType<{ readonly onReady: (feedback: Feedback) => void }>;
type Saying = (feedback: Feedback) => void;

/** What people do before anything can have to be told or asked. */
const FIRST_SIGNS = ["pointerdown", "keydown"] as const;

/**
 * Where short messages and questions appear; stands once in the application. What draws them is no part of the first
 * page: it is fetched at the person's first click or key, at the latest when there is something to say. What is said
 * meanwhile, or while it could not be fetched, waits in order.
 */
export function FeedbackGate() {
  const [host, setHost] = useState<{ readonly Component: Host }>();
  const waiting = useRef<Saying[]>([]);
  const feedback = useRef<Feedback>(undefined);
  const fetching = useRef<Promise<void>>(undefined);

  const prepare = useCallback(() => {
    fetching.current ??= import("./feedback-host.tsx").then(
      ({ FeedbackHost }) => setHost({ Component: FeedbackHost }),
      () => {
        // Tried again with the next message; the lost connection has its own bar.
        fetching.current = undefined;
      },
    );
  }, []);
  useEffect(() => {
    const say = (saying: Saying) => {
      if (feedback.current !== undefined) return saying(feedback.current);
      waiting.current.push(saying);
      prepare();
    };
    connectToaster({ show: (...told) => say(({ toaster }) => toaster.show(...told)) });
    connectDialogs((request) => say(({ ask }) => ask(request)));
    for (const sign of FIRST_SIGNS) addEventListener(sign, prepare, { once: true, capture: true });
    return () => {
      for (const sign of FIRST_SIGNS) removeEventListener(sign, prepare, { capture: true });
    };
  }, [prepare]);
  const onReady = useCallback((ready: Feedback) => {
    feedback.current = ready;
    for (const saying of waiting.current.splice(0)) saying(ready);
  }, []);
  return host === undefined ? null : <host.Component onReady={onReady} />;
}
