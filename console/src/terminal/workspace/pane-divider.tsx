import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PaneDivider } from "../session/pane-layout.ts";
import { useTabs } from "./tabs-context.ts";

/** How far an arrow key moves a divider: a part of the room it divides. */
const STEP = 0.05;

/** The line between two terminals: moved by dragging it, or with the arrow keys. */
export function Divider({
  divider,
  room,
}: {
  readonly divider: PaneDivider;
  readonly room: { readonly current: HTMLElement | null };
}) {
  const { t } = useTranslation("terminal");
  const { dispatch } = useTabs();
  const isDragged = useRef(false);
  const { path, split, box } = divider;
  const { direction, share } = split;
  const isRow = direction === "row";
  const move = (to: number) => dispatch({ type: "shared", path, share: to });
  const onKeyDown = (event: KeyboardEvent) => {
    const [back, on] = isRow ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key !== back && event.key !== on) return;
    event.preventDefault();
    move(share + (event.key === on ? STEP : -STEP));
  };
  const onPointerMove = (event: PointerEvent) => {
    const bounds = room.current?.getBoundingClientRect();
    if (!isDragged.current || bounds === undefined) return;
    move(
      isRow
        ? ((event.clientX - bounds.left) / bounds.width - box.left) / box.width
        : ((event.clientY - bounds.top) / bounds.height - box.top) / box.height,
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved is a control, which no element is by itself
    <div
      role="separator"
      aria-orientation={isRow ? "vertical" : "horizontal"}
      aria-label={t("split.divider")}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={10}
      aria-valuemax={90}
      tabIndex={0}
      className={`luna-divider luna-divider-${direction}`}
      style={
        isRow
          ? {
              left: `${(box.left + box.width * share) * 100}%`,
              top: `${box.top * 100}%`,
              height: `${box.height * 100}%`,
            }
          : {
              top: `${(box.top + box.height * share) * 100}%`,
              left: `${box.left * 100}%`,
              width: `${box.width * 100}%`,
            }
      }
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        isDragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        isDragged.current = false;
      }}
    />
  );
}
