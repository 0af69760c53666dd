import { useEffect, useRef, useState } from "react";
import type { SessionEvent } from "../session/session-state.ts";
import { failedToLoad } from "./component-address.ts";
import { type FrameLink, linkFrame } from "./frame-link.ts";

/** Where the page of a component stands. */
export type ComponentState =
  /** It was asked for and has not answered yet. */
  | "waiting"
  | "shown"
  /** It did not answer in time, and is shown as it is. */
  | "silent"
  /** It could not be loaded. */
  | "failed"
  /** The browser may not show it in this page. */
  | "blocked";

/** What a frame is told and what becomes of what it says. */
interface FrameUse {
  /** Whether the tab is in front. */
  readonly active: boolean;
  onEvent(event: SessionEvent): void;
  onClick(): void;
}

/** Closes menus of this page: a click in a frame is none of the page. */
const closeMenus = (): void =>
  void document.body.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));

/** Speaks with the page of a component in a frame, and tells where it stands. */
export function useComponentFrame(
  frame: HTMLIFrameElement | null,
  origin: string,
  use: FrameUse,
): ComponentState {
  const [state, setState] = useState<ComponentState>("waiting");
  const latest = useRef(use);
  latest.current = use;
  const link = useRef<FrameLink>(undefined);
  useEffect(() => {
    if (frame === null) return;
    const tell = (event: SessionEvent) => latest.current.onEvent(event);
    const giveUp = (why: "failed" | "blocked") => {
      setState(why);
      tell({ type: "disconnected" });
    };
    const made = linkFrame(frame, origin, {
      answered() {
        setState("shown");
        tell({ type: "hello" });
        if (latest.current.active) made.focus();
      },
      silent: () => setState("silent"),
      connected: () => tell({ type: "session", id: "" }),
      closed: () => tell({ type: "ended" }),
      clicked() {
        closeMenus();
        latest.current.onClick();
      },
    });
    link.current = made;
    const onLoad = () => {
      if (origin === location.origin && failedToLoad(frame)) giveUp("failed");
    };
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === "frame-src" && blockedURI.startsWith(origin)) giveUp("blocked");
    };
    frame.addEventListener("load", onLoad);
    document.addEventListener("securitypolicyviolation", onViolation);
    return () => {
      made.stop();
      frame.removeEventListener("load", onLoad);
      document.removeEventListener("securitypolicyviolation", onViolation);
    };
  }, [frame, origin]);
  const { active } = use;
  useEffect(() => {
    if (!active || state !== "shown") return;
    frame?.focus();
    link.current?.focus();
  }, [active, state, frame]);
  return state;
}
