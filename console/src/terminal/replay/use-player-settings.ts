import { useState } from "react";
import { IDLE_LIMIT, SPEEDS, stepSpeed, storedSpeed, storeSpeed } from "./speeds.ts";

/** How a recording is played, as the person chose it. */
export interface PlayerSettings {
  readonly speed: number;
  readonly skipIdle: boolean;
  /** The next speed up (`1`) or down (`-1`). */
  step(direction: 1 | -1): void;
  /** What the controls need of it. */
  readonly controls: {
    readonly speed: number;
    readonly speeds: readonly number[];
    onSpeed(speed: number): void;
    readonly skipIdle: boolean;
    readonly idleLimit: number;
    onSkipIdle(on: boolean): void;
  };
}

/** The speed is remembered on this browser; that pauses are shortened, for as long as the page is open. */
export function usePlayerSettings(): PlayerSettings {
  const [speed, setSpeed] = useState(storedSpeed);
  const [skipIdle, setSkipIdle] = useState(true);
  const changeSpeed = (next: number) => {
    storeSpeed(next);
    setSpeed(next);
  };
  return {
    speed,
    skipIdle,
    step: (direction) => changeSpeed(stepSpeed(speed, direction)),
    controls: {
      speed,
      speeds: SPEEDS,
      onSpeed: changeSpeed,
      skipIdle,
      idleLimit: IDLE_LIMIT,
      onSkipIdle: setSkipIdle,
    },
  };
}
