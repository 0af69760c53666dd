/**
 * The design tokens: every size, face, shadow and colour of the product, in one place. The console's style sheet
 * (`console/src/kit/look/tokens.css`), the theme of its components and the pages the server makes follow from it;
 * docs/design.md says how they are chosen.
 */

/** Distances, in pixels: the scale of every margin, padding and gap. */
export const SPACE = [0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48] as const;

/** Sizes of type, in pixels. Phones zoom in on fields with less than `touch`. */
export const TYPE = {
  tiny: 11,
  small: 12,
  body: 13,
  large: 15,
  touch: 16,
  title: 20,
  figure: 24,
  display: 48,
} as const;

/** Heights of a line, in pixels, for the sizes that running text has. */
export const LINE = { small: 18, body: 20, large: 22 } as const;

/** Rounding of corners, in pixels: marks and tags, controls, cards, dialogs. */
export const RADIUS = { mark: 2, tag: 4, control: 5, card: 6, dialog: 8 } as const;

/** Heights of controls, in pixels. */
export const CONTROL = { small: 24, middle: 30, large: 36 } as const;

/** How long a movement takes, in milliseconds. */
export const MOTION = { fast: 50, middle: 100, slow: 140 } as const;

/** Typefaces. The first is bundled (Latin letters and figures); the others bring what it has not. */
export const FONTS = {
  text: [
    "Inter",
    '"Segoe UI"',
    "system-ui",
    "-apple-system",
    '"Noto Sans"',
    '"PingFang SC"',
    '"Hiragino Sans"',
    '"Noto Sans CJK SC"',
    '"Noto Sans CJK JP"',
    '"Microsoft YaHei"',
    '"Yu Gothic UI"',
    "sans-serif",
  ],
  japanese: [
    "Inter",
    '"Hiragino Sans"',
    '"Noto Sans CJK JP"',
    '"Noto Sans JP"',
    '"Yu Gothic UI"',
    "Meiryo",
    "system-ui",
    "sans-serif",
  ],
  mono: ["ui-monospace", "SFMono-Regular", "Menlo", "Consolas", '"Liberation Mono"', "monospace"],
} as const;

/** The colours of one of the two looks; what depends on the installation's colour is in `colors.ts`. */
export interface Palette {
  /** Behind everything. */
  readonly canvas: string;
  /** Cards, tables, the frame. */
  readonly surface: string;
  /** Dialogs, menus and whatever floats. */
  readonly raised: string;
  /** Heads of tables, tags. */
  readonly head: string;
  /** What the pointer is on. */
  readonly hover: string;
  /** What stands for content that is being loaded. */
  readonly skeleton: string;
  /** Lines between things. */
  readonly border: string;
  /** The edge of a button, which its label tells as well. */
  readonly buttonBorder: string;
  /** The edge of a field or box, which nothing else shows. */
  readonly controlBorder: string;
  readonly text: string;
  /** Labels and explanations. */
  readonly textMuted: string;
  /** Footers, placeholders, counts. */
  readonly textFaint: string;
  /** What cannot be used now. */
  readonly textDisabled: string;
  /** The words and dots of what is well, wants attention, or failed. */
  readonly good: string;
  readonly warning: string;
  readonly bad: string;
  /** Grounds of notices and tags that say so. */
  readonly goodGround: string;
  readonly warningGround: string;
  readonly badGround: string;
  /** A found piece of text. */
  readonly found: string;
  /** Ground of a short explanation beside the pointer, with white text. */
  readonly spotlight: string;
  /** Behind an open dialog. */
  readonly backdrop: string;
  readonly shadowCard: string;
  readonly shadowFloat: string;
  readonly shadowDialog: string;
  /** The edge under which further columns lie. */
  readonly shadowEdge: string;
  /** Code: the line the cursor is in, the selection, and the parts of speech. */
  readonly codeLine: string;
  readonly codeSelection: string;
  readonly codeKeyword: string;
  readonly codeString: string;
  readonly codeNumber: string;
  readonly codeName: string;
  readonly codeInvalid: string;
  /** Lines, columns and parts of charts, by their order. */
  readonly series1: string;
  readonly series2: string;
  readonly series3: string;
  readonly series4: string;
  readonly series5: string;
  readonly series6: string;
  readonly series7: string;
}

/** The light look. */
export const LIGHT: Palette = {
  canvas: "#f6f7f9",
  surface: "#ffffff",
  raised: "#ffffff",
  head: "#f8f9fb",
  hover: "#f2f4f8",
  skeleton: "#e9ecf1",
  border: "#e4e7ec",
  buttonBorder: "#cdd3dc",
  controlBorder: "#828b9a",
  text: "#1b2230",
  textMuted: "#566070",
  textFaint: "#5f6978",
  textDisabled: "#7d8591",
  good: "#1d7446",
  warning: "#8f5600",
  bad: "#c0272d",
  goodGround: "#eaf5ef",
  warningGround: "#fdf3e3",
  badGround: "#fdefef",
  found: "#ffe58f",
  spotlight: "#263042",
  backdrop: "rgb(16 22 34 / 38%)",
  shadowCard: "0 1px 2px rgb(16 24 40 / 4%)",
  shadowFloat: "0 6px 20px rgb(16 24 40 / 14%)",
  shadowDialog: "0 16px 48px rgb(16 24 40 / 24%)",
  shadowEdge: "-6px 0 8px -6px rgb(16 24 40 / 18%)",
  codeLine: "#f4f6fc",
  codeSelection: "#cfdaf6",
  codeKeyword: "#7a32dc",
  codeString: "#1a6b43",
  codeNumber: "#8f4a06",
  codeName: "#1b559c",
  codeInvalid: "#b3262b",
  series1: "#2f5bd8",
  series2: "#0b7f78",
  series3: "#a3540a",
  series4: "#8438c9",
  series5: "#b0296b",
  series6: "#4d6b1e",
  series7: "#5f6978",
};

/** The dark look. */
export const DARK: Palette = {
  canvas: "#0e1116",
  surface: "#151a21",
  raised: "#1c222b",
  head: "#1a2029",
  hover: "#1f2630",
  skeleton: "#252d38",
  border: "#2a323d",
  buttonBorder: "#3a4554",
  controlBorder: "#6b7787",
  text: "#e3e8ef",
  textMuted: "#a3adbb",
  textFaint: "#919cab",
  textDisabled: "#6f7a89",
  good: "#5bbd8a",
  warning: "#e0a64a",
  bad: "#f58f92",
  goodGround: "#15281f",
  warningGround: "#2b2315",
  badGround: "#2f1b1e",
  found: "#6b5713",
  spotlight: "#3a4556",
  backdrop: "rgb(0 0 0 / 55%)",
  shadowCard: "0 1px 2px rgb(0 0 0 / 30%)",
  shadowFloat: "0 6px 20px rgb(0 0 0 / 45%)",
  shadowDialog: "0 16px 48px rgb(0 0 0 / 60%)",
  shadowEdge: "-6px 0 8px -6px rgb(0 0 0 / 60%)",
  codeLine: "#1b212b",
  codeSelection: "#2f4066",
  codeKeyword: "#c9a4ff",
  codeString: "#7fd1a5",
  codeNumber: "#f0b26b",
  codeName: "#8bbcff",
  codeInvalid: "#ff8a8f",
  series1: "#7e99e7",
  series2: "#45b8af",
  series3: "#e0a64a",
  series4: "#c08bf2",
  series5: "#ee85b5",
  series6: "#9dbf63",
  series7: "#919cab",
};

/** Logs of tasks, which are dark in both looks: a terminal that only shows. */
export const LOG = {
  ground: "#0f1319",
  line: "#2a3240",
  text: "#dfe5ee",
  muted: "#9aa5b5",
  selection: "#35507a",
  good: "#6fcf8e",
  bad: "#ff7a7f",
} as const;

/** Names across what is shown, faint in both looks. */
export const WATERMARK = "rgba(128,138,155,0.16)";

/** The product's own colour, used when the installation chose none. */
export const OWN_PRIMARY = "#2f5bd8";

/** The colours an installation can choose from, by the contract's names; `banner` is a darker one. */
export const THEMES = [
  { name: "classic_green", primary: OWN_PRIMARY, banner: "#2449b4" },
  { name: "china_red", primary: "#b3261e", banner: "#8c1d18" },
  { name: "forest_green", primary: "#1b6e3c", banner: "#14532d" },
  { name: "deep_teal", primary: "#00695c", banner: "#004d43" },
  { name: "royal_purple", primary: "#5e35b1", banner: "#45278a" },
  { name: "graphite", primary: "#37474f", banner: "#263238" },
] as const;
