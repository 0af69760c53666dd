import { theme as antdTheme, type ThemeConfig } from "antd";

/** What the person chose: follow the system, or always one of the two. */
export type ColorMode = "auto" | "light" | "dark";

const MODE_KEY = "colorMode";

/** The product's own colour, used when the installation sets none. */
export const DEFAULT_PRIMARY = "#2f5bd8";

/** Colours an installation may set, by CSS variable name (docs/contract/console.md, "Theme"). */
export type InstallationColors = Readonly<Record<string, string>>;

interface Palette {
  readonly canvas: string;
  readonly surface: string;
  readonly raised: string;
  readonly border: string;
  readonly text: string;
  readonly textMuted: string;
}

const LIGHT: Palette = {
  canvas: "#f5f6f8",
  surface: "#ffffff",
  raised: "#ffffff",
  border: "#e3e6eb",
  text: "#1b2230",
  textMuted: "#5a6473",
};

const DARK: Palette = {
  canvas: "#0e1116",
  surface: "#151a21",
  raised: "#1c222b",
  border: "#2a323d",
  text: "#e3e8ef",
  textMuted: "#98a3b3",
};

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

/** The compact algorithm shrinks the type and the controls along with the spacing; these are the sizes meant. */
const ownScale: Algorithm = (seed, map) => ({
  ...(map ?? antdTheme.defaultAlgorithm(seed)),
  fontSizeSM: 12,
  fontSize: 13,
  fontSizeLG: 15,
  fontSizeXL: 20,
  fontSizeHeading5: 13,
  fontSizeHeading4: 15,
  fontSizeHeading3: 20,
  lineHeightSM: 18 / 12,
  lineHeight: 20 / 13,
  lineHeightLG: 22 / 15,
  controlHeight: 30,
  controlHeightSM: 24,
  controlHeightLG: 36,
});

/**
 * Mixes a `#rrggbb` colour with white, so that it can be read on a dark surface.
 *
 * @param share part of white, 0 to 1
 */
export function lighten(color: string, share: number): string {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (match === null) return color;
  const mix = (part: string | undefined) => {
    const value = Number.parseInt(part ?? "0", 16);
    return Math.round(value + (255 - value) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${mix(match[1])}${mix(match[2])}${mix(match[3])}`;
}

/**
 * The component library's theme: compact, one type scale (12/13/15/20), one spacing scale (4/8/12/16/24).
 *
 * @param dark whether to build the dark variant
 * @param colors `INTERFACE.theme_info.colors` of the public settings
 */
export function buildTheme(dark: boolean, colors?: InstallationColors): ThemeConfig {
  const palette = dark ? DARK : LIGHT;
  const primary = installationColor(colors, "--color-primary") ?? DEFAULT_PRIMARY;
  return {
    algorithm: dark
      ? [antdTheme.darkAlgorithm, antdTheme.compactAlgorithm, ownScale]
      : [antdTheme.defaultAlgorithm, antdTheme.compactAlgorithm, ownScale],
    cssVar: { key: "sallyport" },
    hashed: false,
    token: {
      colorPrimary: dark ? lighten(primary, 0.18) : primary,
      colorInfo: dark ? lighten(primary, 0.18) : primary,
      colorLink: dark ? lighten(primary, 0.6) : primary,
      // The usual one, a quarter of the text colour, is too faint to read.
      colorTextPlaceholder: dark ? "#8f99a8" : "#667085",
      colorSuccess: installationColor(colors, "--color-success") ?? "#27804f",
      colorWarning: installationColor(colors, "--color-warning") ?? "#c57b12",
      colorError: installationColor(colors, "--color-danger") ?? "#c9353a",
      colorBgLayout: palette.canvas,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: dark ? "#364150" : "#ced4dc",
      colorBorderSecondary: palette.border,
      colorTextBase: palette.text,
      fontFamily:
        'Inter, "Segoe UI", system-ui, -apple-system, "Noto Sans", "PingFang SC", "Hiragino Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Microsoft YaHei", sans-serif',
      fontSize: 13,
      borderRadius: 5,
      controlHeight: 30,
      motionDurationFast: "0.05s",
      motionDurationMid: "0.1s",
      motionDurationSlow: "0.14s",
      wireframe: false,
    },
    components: {
      Form: { itemMarginBottom: 16, verticalLabelPadding: "0 0 4px" },
      Tabs: { horizontalMargin: "0", titleFontSize: 13 },
    },
  };
}

/**
 * Publishes the palette as CSS variables on the root element, for style sheets and pages without the library:
 * `--color-primary`, `--canvas`, `--surface`, `--raised`, `--border`, `--text`, `--text-muted`,
 * and whatever the installation sets. Also sets `data-theme` and the browser's own control colours.
 */
export function applyThemeVariables(dark: boolean, colors?: InstallationColors): void {
  const root = document.documentElement;
  for (const name of installationVariables.splice(0)) root.style.removeProperty(name);
  const palette = dark ? DARK : LIGHT;
  root.dataset.theme = dark ? "dark" : "light";
  root.style.colorScheme = dark ? "dark" : "light";
  root.style.setProperty("--color-primary", DEFAULT_PRIMARY);
  root.style.setProperty("--canvas", palette.canvas);
  root.style.setProperty("--surface", palette.surface);
  root.style.setProperty("--raised", palette.raised);
  root.style.setProperty("--border", palette.border);
  root.style.setProperty("--text", palette.text);
  root.style.setProperty("--text-muted", palette.textMuted);
  for (const name of Object.keys(colors ?? {})) {
    const value = installationColor(colors, name);
    if (value !== undefined && /^--[a-z0-9-]+$/.test(name)) {
      root.style.setProperty(name, value);
      installationVariables.push(name);
    }
  }
}

/** Variables that stand for colours of the installation now; other colours may be fewer. */
const installationVariables: string[] = [];

/** The nonce the server wrote into this page, for styles made at run time. */
export function contentSecurityNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce === undefined || nonce === "" || nonce.startsWith("__") ? undefined : nonce;
}
