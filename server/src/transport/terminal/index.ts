export { characterWidth } from "./character-width.ts";
export { ScreenRow, wideTail } from "./screen-row.ts";
export { TerminalParser } from "./terminal-parser.ts";
export { TerminalScreen } from "./terminal-screen.ts";
