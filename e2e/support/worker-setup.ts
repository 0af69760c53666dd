import { afterEach } from "vitest";
import { shareBrowser } from "./browser.ts";
import { tellScreens } from "./page-report.ts";

// Vitest's set-up of a file: the files of one worker follow each other in one process and share its browser.
shareBrowser();

// Where a file closes its pages after each test, it told them before (`useStage`).
afterEach(({ task }) => tellScreens(task));
