import { type Colors, colorsOf } from "@sallyport/contract/look/colors";
import { colorVariables } from "@sallyport/contract/look/style-sheet";
import { CONTROL, LINE, MOTION, RADIUS, TYPE } from "@sallyport/contract/look/tokens";
import { theme as antdTheme, type ThemeConfig } from "antd";

/** What the person chose: follow the system, or always one of the two. */
export type ColorMode = "auto" | "light" | "dark";

const MODE_KEY = "colorMode";

/** Colours an installation may set, by CSS variable name (docs/contract/console.md, "Theme"). */
export type InstallationColors = Readonly<Record<string, string>>;

/** The mode the person chose on this browser; `auto` at first. */
export function storedColorMode(): ColorMode {
  const stored = localStorage.getItem(MODE_KEY);
  return stored === "light" || stored === "dark" ? stored : "auto";
}

/** Remembers the chosen mode on this browser. */
export function storeColorMode(mode: ColorMode): void {
  if (mode === "auto") localStorage.removeItem(MODE_KEY);
  else localStorage.setItem(MODE_KEY, mode);
}

/** Whether the page is dark now, given the choice and the system's preference. */
export function isDark(
  mode: ColorMode,
  systemDark = matchMedia("(prefers-color-scheme: dark)").matches,
): boolean {
  return mode === "dark" || (mode === "auto" && systemDark);
}

/** A colour from public settings, or undefined when it is missing or not a plain hex or rgb colour. */
export function installationColor(colors: InstallationColors | undefined, name: string): string | undefined {
  const value = colors?.[name];
  return value !== undefined && /^(#[0-9a-f]{3,8}|rgba?\([\d\s,.%/]+\))$/i.test(value) ? value : undefined;
}

type Algorithm = Extract<ThemeConfig["algorithm"], (...given: never[]) => unknown>;

/** The colours of a page, for an installation that may have chosen some of its own. */
export function pageColors(dark: boolean, colors?: InstallationColors): Colors {
  return colorsOf(dark, {
    primary: installationColor(colors, "--color-primary"),
    good: installationColor(colors, "--color-success"),
    warning: installationColor(colors, "--color-warning"),
    bad: installationColor(colors, "--color-danger"),
  });
}

/**
 * The last of the algorithms: the compact one shrinks the type and the controls along with the spacing, the dark one
 * makes other colours of those it is given. These are the sizes and colours meant.
 */
const ownLook =
  (colors: Colors): Algorithm =>
  (seed, map) => ({
    ...(map ?? antdTheme.defaultAlgorithm(seed)),
    ...componentColors(colors),
    fontSizeSM: TYPE.small,
    fontSize: TYPE.body,
    fontSizeLG: TYPE.large,
    fontSizeXL: TYPE.title,
    fontSizeHeading5: TYPE.body,
    fontSizeHeading4: TYPE.large,
    fontSizeHeading3: TYPE.title,
    lineHeightSM: LINE.small / TYPE.small,
    lineHeight: LINE.body / TYPE.body,
    lineHeightLG: LINE.large / TYPE.large,
    controlHeight: CONTROL.middle,
    controlHeightSM: CONTROL.small,
    controlHeightLG: CONTROL.large,
  });

/** The colours under the names the component library has for them. */
function componentColors(colors: Colors): NonNullable<ThemeConfig["token"]> {
  return {
    colorPrimary: colors.colorPrimary,
    colorPrimaryHover: colors.primaryHover,
    colorPrimaryActive: colors.primaryActive,
    colorPrimaryText: colors.link,
    colorPrimaryTextHover: colors.link,
    colorPrimaryTextActive: colors.link,
    colorPrimaryBg: colors.selected,
    colorPrimaryBgHover: colors.selectedHover,
    colorInfo: colors.colorPrimary,
    colorInfoText: colors.link,
    colorInfoBg: colors.selected,
    colorLink: colors.link,
    colorLinkHover: colors.link,
    colorLinkActive: colors.link,
    colorTextBase: colors.text,
    colorText: colors.text,
    colorTextHeading: colors.text,
    colorTextSecondary: colors.textMuted,
    colorTextDescription: colors.textMuted,
    colorTextLabel: colors.textMuted,
    colorTextTertiary: colors.textFaint,
    colorTextPlaceholder: colors.textFaint,
    colorTextQuaternary: colors.textDisabled,
    colorTextDisabled: colors.textDisabled,
    colorTextLightSolid: colors.onPrimary,
    colorIcon: colors.textMuted,
    colorIconHover: colors.text,
    colorSuccess: colors.solidGood,
    colorSuccessText: colors.good,
    colorSuccessBg: colors.goodGround,
    colorWarning: colors.solidWarning,
    colorWarningText: colors.warning,
    colorWarningBg: colors.warningGround,
    colorError: colors.solidBad,
    colorErrorHover: colors.solidBadHover,
    colorErrorActive: colors.solidBadHover,
    colorErrorText: colors.bad,
    colorErrorTextHover: colors.bad,
    colorErrorTextActive: colors.bad,
    colorErrorBg: colors.badGround,
    colorBgLayout: colors.canvas,
    colorBgContainer: colors.surface,
    colorBgElevated: colors.raised,
    colorBgMask: colors.backdrop,
    colorBgSpotlight: colors.spotlight,
    colorBorder: colors.controlBorder,
    colorBorderSecondary: colors.border,
    controlItemBgHover: colors.hover,
    controlItemBgActive: colors.selected,
    controlItemBgActiveHover: colors.selectedHover,
    boxShadowTertiary: colors.shadowCard,
    boxShadowSecondary: colors.shadowFloat,
  };
}

/**
 * The component library's theme: compact, of the design tokens (`contract/src/look/tokens.ts`).
 *
 * @param dark whether to build the dark variant
 * @param colors `INTERFACE.theme_info.colors` of the public settings
 * @param options `still`: what opens and closes does so at once
 */
export function buildTheme(
  dark: boolean,
  colors?: InstallationColors,
  { still = false }: { readonly still?: boolean } = {},
): ThemeConfig {
  const seconds = (milliseconds: number) => `${milliseconds / 1000}s`;
  const used = pageColors(dark, colors);
  return {
    algorithm: dark
      ? [antdTheme.darkAlgorithm, antdTheme.compactAlgorithm, ownLook(used)]
      : [antdTheme.defaultAlgorithm, antdTheme.compactAlgorithm, ownLook(used)],
    cssVar: { key: "sallyport" },
    hashed: false,
    token: {
      ...componentColors(used),
      // By variable, so that a page in Japanese has its own.
      fontFamily: "var(--font-text)",
      fontFamilyCode: "var(--font-mono)",
      fontSize: TYPE.body,
      borderRadius: RADIUS.control,
      borderRadiusSM: RADIUS.tag,
      borderRadiusLG: RADIUS.dialog,
      controlHeight: CONTROL.middle,
      motion: !still,
      motionDurationFast: seconds(MOTION.fast),
      motionDurationMid: seconds(MOTION.middle),
      motionDurationSlow: seconds(MOTION.slow),
      // What is being done can still be read.
      opacityLoading: 0.85,
      wireframe: false,
    },
    components: {
      // Its label shows where it is; a field has only its edge.
      Button: { defaultBorderColor: used.buttonBorder, dangerColor: used.onPrimary },
      Form: {
        itemMarginBottom: 16,
        verticalLabelPadding: "0 0 4px",
        labelColor: used.text,
        labelRequiredMarkColor: used.bad,
      },
      Tabs: { horizontalMargin: "0", titleFontSize: TYPE.body, itemSelectedColor: used.link },
    },
  };
}

/**
 * Shows the page in one of the two looks: sets `data-theme`, by which the style sheet of the tokens chooses
 * (`kit/look/tokens.css`), the browser's own control colours, and what the installation's colours change of the tokens.
 */
export function applyThemeVariables(dark: boolean, colors?: InstallationColors): void {
  const root = document.documentElement;
  for (const name of installationVariables.splice(0)) root.style.removeProperty(name);
  root.dataset.theme = dark ? "dark" : "light";
  root.style.colorScheme = dark ? "dark" : "light";
  const own = new Map(colorVariables(pageColors(dark)));
  const others = colorVariables(pageColors(dark, colors)).filter(([name, value]) => own.get(name) !== value);
  const told = Object.keys(colors ?? {})
    .filter((name) => /^--[a-z0-9-]+$/.test(name) && !own.has(name))
    .map((name): [string, string | undefined] => [name, installationColor(colors, name)]);
  for (const [name, value] of [...told, ...others]) {
    if (value === undefined) continue;
    root.style.setProperty(name, value);
    installationVariables.push(name);
  }
}

/** Variables that stand for colours of the installation now; other colours may be fewer. */
const installationVariables: string[] = [];

/** The nonce the server wrote into this page, for styles made at run time. */
export function contentSecurityNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce === undefined || nonce === "" || nonce.startsWith("__") ? undefined : nonce;
}
