import { isRecord } from "../../kit/api/api-error.ts";

/** How often the page of a component is asked whether it is there, in milliseconds. */
const PING_EVERY = 500;

/** How long it may take to answer, in milliseconds. */
const LONGEST_WAIT = 10_000;

/** What the page of a component says, or fails to say. */
export interface FrameEvents {
  /** It is there. */
  answered(): void;
  /** It did not answer in time. It may later. */
  silent(): void;
  /** Its session is open. */
  connected(): void;
  /** Its session has ended. */
  closed(): void;
  /** Somebody clicked in it. */
  clicked(): void;
}

/** A frame as far as it is spoken to. */
export interface SpokenFrame {
  readonly contentWindow: Pick<Window, "postMessage"> | null;
}

/** Speaks with the page of a component. */
export interface FrameLink {
  /** Tells it that it has the keyboard; nothing before it has answered. */
  focus(): void;
  stop(): void;
}

/** A number that no other frame of the page was asked with. */
const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * Speaks the frame protocol with the page of a component. Only what comes from this frame and from its origin counts:
 * any page that knows this window can send it messages. Contract: docs/contract/sessions.md, section 6, "Pages of
 * components".
 *
 * @param origin where the component is; what is sent reaches no page of another origin
 */
export function linkFrame(frame: SpokenFrame, origin: string, events: FrameEvents): FrameLink {
  const id = newId();
  let hasAnswered = false;
  const send = (message: object) => frame.contentWindow?.postMessage(message, origin);
  const stopAsking = () => {
    clearInterval(asking);
    clearTimeout(late);
  };
  const answer = () => {
    if (hasAnswered) return;
    hasAnswered = true;
    stopAsking();
    events.answered();
  };
  const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.contentWindow || from !== origin || !isRecord(data)) return;
    switch (data.name) {
      case "PONG":
        if (data.id === id) answer();
        return;
      case "CONNECTED":
        answer();
        return events.connected();
      case "CLOSE":
        answer();
        return events.closed();
      case "CLICK":
        return events.clicked();
    }
  };
  window.addEventListener("message", hear);
  const ping = () => send({ name: "PING", id });
  const asking = setInterval(ping, PING_EVERY);
  const late = setTimeout(() => events.silent(), LONGEST_WAIT);
  return {
    focus: () => hasAnswered && send({ name: "FOCUS" }),
    stop() {
      stopAsking();
      window.removeEventListener("message", hear);
    },
  };
}
