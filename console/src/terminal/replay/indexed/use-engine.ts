import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { TerminalPalette } from "../../session/palettes.ts";
import { fetchPart, type ReplayIndex } from "./replay-api.ts";
import { type EngineState, ReplayEngine } from "./replay-engine.ts";
import { createReplayTerminal, type ReplayTerminal } from "./replay-terminal.ts";

const NOTHING: EngineState = { playing: false, position: 0, waiting: true, error: null };
const never = () => () => {};

/** What is played, and how. */
export interface EngineUse {
  readonly sessionId: string;
  readonly index: ReplayIndex;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly palette: TerminalPalette;
  readonly speed: number;
  readonly skipIdle: boolean;
  /** Seconds of the recording. */
  readonly startAt: number;
}

/** A player inside an element, as long as that is on the page. */
export function useEngine(use: EngineUse): {
  engine: ReplayEngine | undefined;
  terminal: RefObject<ReplayTerminal | undefined>;
  state: EngineState;
} {
  const { sessionId, index, place, palette, speed, skipIdle } = use;
  const [engine, setEngine] = useState<ReplayEngine>();
  const terminal = useRef<ReplayTerminal>(undefined);
  const first = useRef(use);
  useEffect(() => {
    if (place.current === null) return;
    const { label, palette: look, startAt } = first.current;
    const screen = createReplayTerminal(place.current, { label, palette: look });
    const made = new ReplayEngine({
      index,
      screen,
      load: (part, signal) => fetchPart(sessionId, index, part, signal),
    });
    terminal.current = screen;
    setEngine(made);
    void made.seek(startAt).then(() => {
      if (made.state.error === null) made.play();
    });
    return () => {
      made.dispose();
      screen.dispose();
      terminal.current = undefined;
    };
  }, [sessionId, index, place]);
  useEffect(() => engine?.setSpeed(speed), [engine, speed]);
  useEffect(() => engine?.setSkipIdle(skipIdle), [engine, skipIdle]);
  useEffect(() => terminal.current?.setPalette(palette), [palette]);
  const state = useSyncExternalStore(
    (listener) => engine?.subscribe(listener) ?? never(),
    () => engine?.state ?? NOTHING,
  );
  return { engine, terminal, state };
}
