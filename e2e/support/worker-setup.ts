import { shareBrowser } from "./browser.ts";

// Vitest's set-up of a file: the files of one worker follow each other in one process and share its browser.
shareBrowser();
