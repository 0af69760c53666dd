import { useEffect, useRef } from "react";

/** What the keys do. */
export interface PlayerKeys {
  toggle(): void;
  step(direction: 1 | -1): void;
  speed(direction: 1 | -1): void;
  /** Goes to the search; absent where there is none. */
  find?(): void;
}

function actionOf(key: string, keys: PlayerKeys): (() => void) | undefined {
  switch (key) {
    case " ":
      return keys.toggle;
    case "ArrowLeft":
      return () => keys.step(-1);
    case "ArrowRight":
      return () => keys.step(1);
    case "+":
    case "=":
      return () => keys.speed(1);
    case "-":
      return () => keys.speed(-1);
    case "/":
      return keys.find;
    default:
      return undefined;
  }
}

/** Keys of the player, anywhere on the page except in a control that uses them itself. */
export function usePlayerKeys(keys: PlayerKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        target instanceof Element &&
        target.closest("button, input, select, a, [role=slider], [role=combobox]")
      )
        return;
      const action = actionOf(event.key, latest.current);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
