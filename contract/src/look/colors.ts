import { isHexColor, mix, readable } from "./contrast.ts";
import { DARK, LIGHT, OWN_PRIMARY, type Palette } from "./tokens.ts";

/** All colours of a page: one of the two looks, and what follows from the colour of the installation. */
export interface Colors extends Palette {
  /** Grounds of what is pressed or switched on; white text can be read on it. */
  readonly colorPrimary: string;
  readonly primaryHover: string;
  readonly primaryActive: string;
  /** Text on `colorPrimary`, on `solidBad` and on other full grounds. */
  readonly onPrimary: string;
  /** Links, what is chosen, and the ring around what has the focus. */
  readonly link: string;
  /** Ground of the chosen row or entry. */
  readonly selected: string;
  /** The same under the pointer. */
  readonly selectedHover: string;
  /** Grounds of counts and of buttons that destroy; white text can be read on them. */
  readonly solidGood: string;
  readonly solidWarning: string;
  readonly solidBad: string;
  readonly solidBadHover: string;
}

/** Contrast of texts, and of what has to be seen without being one (WCAG 2.2, 1.4.3 and 1.4.11). */
export const RATIO = { text: 4.5, mark: 3 } as const;

const WHITE = "#ffffff";
const BLACK = "#000000";

/** Colours an installation chose, as `#rrggbb`; for what it chose none, or another notation, the product's own are used. */
export interface ChosenColors {
  readonly primary?: string | undefined;
  readonly good?: string | undefined;
  readonly warning?: string | undefined;
  readonly bad?: string | undefined;
}

/**
 * The colours of a page. Whatever colour an installation chose, text on it and text in it can be read: it is used as
 * it is where that holds, and else lighter or darker.
 */
export function colorsOf(dark: boolean, chosenColors: ChosenColors = {}): Colors {
  const palette = dark ? DARK : LIGHT;
  const chosen = usable(chosenColors.primary) ?? OWN_PRIMARY;
  const towards = dark ? WHITE : BLACK;
  const solid = (color: string) => readable(color, [WHITE], BLACK, RATIO.text);
  // On dark ground the colour has to be seen, with white text that can be read: there is room for both.
  const colorPrimary = solid(
    dark ? readable(chosen, [palette.raised, palette.hover, palette.head], WHITE, RATIO.mark) : chosen,
  );
  const selected = mix(palette.surface, colorPrimary, dark ? 0.2 : 0.1);
  const selectedHover = mix(palette.surface, colorPrimary, dark ? 0.25 : 0.13);
  const { canvas, surface, raised, head, hover } = palette;
  const grounds = [canvas, surface, raised, head, hover, selected, selectedHover];
  const text = (color: string | undefined, own: string) =>
    usable(color) === undefined ? own : readable(color ?? own, grounds, towards, RATIO.text);
  const solidBad = solid(usable(chosenColors.bad) ?? LIGHT.bad);
  return {
    ...palette,
    good: text(chosenColors.good, palette.good),
    warning: text(chosenColors.warning, palette.warning),
    bad: text(chosenColors.bad, palette.bad),
    colorPrimary,
    // Towards black in both looks: white text stays as readable as it was.
    primaryHover: mix(colorPrimary, BLACK, 0.12),
    primaryActive: mix(colorPrimary, BLACK, 0.24),
    onPrimary: WHITE,
    link: readable(dark ? mix(chosen, WHITE, 0.38) : chosen, grounds, towards, RATIO.text),
    selected,
    selectedHover,
    solidGood: solid(usable(chosenColors.good) ?? LIGHT.good),
    solidWarning: solid(usable(chosenColors.warning) ?? LIGHT.warning),
    solidBad,
    solidBadHover: mix(solidBad, BLACK, 0.12),
  };
}

function usable(color: string | undefined): string | undefined {
  return color !== undefined && isHexColor(color) ? color : undefined;
}
