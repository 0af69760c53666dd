/** How terminals that are shown together divide the room: one of them, or two parts that each are such a division. */
export type PaneLayout = { readonly key: string } | PaneSplit;

/** Two parts beside each other (`row`), or one below the other (`column`). */
export interface PaneSplit {
  readonly direction: "row" | "column";
  /** Part of the room the first one has, from 0 to 1. */
  readonly share: number;
  readonly first: PaneLayout;
  readonly second: PaneLayout;
}

/** A side of a pane. */
export type PaneSide = "left" | "right" | "top" | "bottom";

/** The way from the whole to one of its divisions. */
export type PanePath = readonly ("first" | "second")[];

/** A part of the room, each value a part of the whole from 0 to 1. */
export interface PaneBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The line between two parts. */
export interface PaneDivider {
  readonly path: PanePath;
  readonly split: PaneSplit;
  /** The room of both parts. */
  readonly box: PaneBox;
}

const WHOLE: PaneBox = { left: 0, top: 0, width: 1, height: 1 };

/** The least part of the room a pane is made smaller to. */
const LEAST = 0.1;

const isSplit = (layout: PaneLayout): layout is PaneSplit => "direction" in layout;

function parts({ direction, share }: PaneSplit, { left, top, width, height }: PaneBox): [PaneBox, PaneBox] {
  if (direction === "row") {
    const first = width * share;
    return [
      { left, top, width: first, height },
      { left: left + first, top, width: width - first, height },
    ];
  }
  const first = height * share;
  return [
    { left, top, width, height: first },
    { left, top: top + first, width, height: height - first },
  ];
}

/** Where each terminal is. */
export function panesOf(layout: PaneLayout, box: PaneBox = WHOLE): Map<string, PaneBox> {
  if (!isSplit(layout)) return new Map([[layout.key, box]]);
  const [first, second] = parts(layout, box);
  return new Map([...panesOf(layout.first, first), ...panesOf(layout.second, second)]);
}

/** The lines between them. */
export function dividersOf(layout: PaneLayout, path: PanePath = [], box: PaneBox = WHOLE): PaneDivider[] {
  if (!isSplit(layout)) return [];
  const [first, second] = parts(layout, box);
  return [
    { path, split: layout, box },
    ...dividersOf(layout.first, [...path, "first"], first),
    ...dividersOf(layout.second, [...path, "second"], second),
  ];
}

/** Whether a terminal is among those shown together. */
export function hasPane(layout: PaneLayout, key: string): boolean {
  return isSplit(layout) ? hasPane(layout.first, key) || hasPane(layout.second, key) : layout.key === key;
}

/** The division with another terminal at a side of one that is in it. */
export function placedBeside(
  layout: PaneLayout,
  beside: string,
  pane: { readonly key: string; readonly side: PaneSide },
): PaneLayout {
  if (isSplit(layout)) {
    return {
      ...layout,
      first: placedBeside(layout.first, beside, pane),
      second: placedBeside(layout.second, beside, pane),
    };
  }
  if (layout.key !== beside) return layout;
  const added = { key: pane.key };
  const isFirst = pane.side === "left" || pane.side === "top";
  return {
    direction: pane.side === "left" || pane.side === "right" ? "row" : "column",
    share: 0.5,
    first: isFirst ? added : layout,
    second: isFirst ? layout : added,
  };
}

/** The division without the terminals that are not kept; undefined when fewer than two are left. */
export function dropped(
  layout: PaneLayout | undefined,
  isKept: (key: string) => boolean,
): PaneLayout | undefined {
  const left = layout === undefined ? undefined : filtered(layout, isKept);
  return left !== undefined && isSplit(left) ? left : undefined;
}

function filtered(layout: PaneLayout, isKept: (key: string) => boolean): PaneLayout | undefined {
  if (!isSplit(layout)) return isKept(layout.key) ? layout : undefined;
  const first = filtered(layout.first, isKept);
  const second = filtered(layout.second, isKept);
  if (first === undefined || second === undefined) return first ?? second;
  return first === layout.first && second === layout.second ? layout : { ...layout, first, second };
}

/** The division with another share for the first part of what a path leads to. */
export function withShare(
  layout: PaneLayout | undefined,
  path: PanePath,
  share: number,
): PaneLayout | undefined {
  if (layout === undefined || !isSplit(layout)) return layout;
  const [step, ...rest] = path;
  if (step === undefined) return { ...layout, share: Math.min(1 - LEAST, Math.max(LEAST, share)) };
  return { ...layout, [step]: withShare(layout[step], rest, share) };
}

/** The terminal one gets to from another one in a direction; undefined at the edge. */
export function neighborOf(layout: PaneLayout, key: string, side: PaneSide): string | undefined {
  const panes = panesOf(layout);
  const from = panes.get(key);
  if (from === undefined) return undefined;
  const x = from.left + from.width / 2;
  const y = from.top + from.height / 2;
  const along = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] } as const;
  const [dx, dy] = along[side];
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [other, box] of panes) {
    const ox = box.left + box.width / 2 - x;
    const oy = box.top + box.height / 2 - y;
    const ahead = ox * dx + oy * dy;
    // What lies aside counts more than what lies far.
    const distance = ahead + 2 * Math.abs(ox * dy + oy * dx);
    if (other === key || ahead <= 1e-6 || distance >= least) continue;
    nearest = other;
    least = distance;
  }
  return nearest;
}

/** Whether something that was stored is a division. */
export function isPaneLayout(value: unknown): value is PaneLayout {
  if (typeof value !== "object" || value === null) return false;
  const { key, direction, share, first, second } = value as Record<string, unknown>;
  if (typeof key === "string") return true;
  const isShare = typeof share === "number" && share >= LEAST && share <= 1 - LEAST;
  return (
    (direction === "row" || direction === "column") && isShare && isPaneLayout(first) && isPaneLayout(second)
  );
}
