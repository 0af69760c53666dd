export { characterWidth } from "./character-width.ts";
export { drawScreen } from "./draw-screen.ts";
export { ScreenRow, wideTail } from "./screen-row.ts";
export { TerminalParser } from "./terminal-parser.ts";
export { TerminalScreen } from "./terminal-screen.ts";
export { TerminalStyles } from "./terminal-styles.ts";
