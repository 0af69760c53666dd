import { act, cleanup, configure, render } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { afterEach, beforeAll } from "vitest";
import { LAZY_TEXTS, START_TEXTS } from "../../app/texts.ts";
import { loadTexts, setUpTranslations } from "../../i18n/setup.ts";
import { type FakeCall, installFakeApi } from "../fake-api.ts";
import { GalleryFrame } from "../gallery-frame.tsx";
import { SpecimenState, type SpecimenStateName } from "../specimen-state.tsx";
import { SPECIMENS } from "../specimens.ts";

/** What component tests need of a browser that the simulated one has not. */
function completeBrowser(): void {
  globalThis.matchMedia ??= (query) => ({ matches: false, media: query }) as MediaQueryList;
  Element.prototype.scrollIntoView = () => {};
  // The whole page in every message hides what is missing. Drawing a large widget takes its time on a busy machine.
  configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message?.split("\n")[0]) });
}

/** Prepares texts and the gallery's API for the tests of a file. @returns the calls made to the API */
export function prepareGallery(): FakeCall[] {
  const calls: FakeCall[] = [];
  beforeAll(async () => {
    completeBrowser();
    await setUpTranslations(START_TEXTS, LAZY_TEXTS);
    await Promise.all(LAZY_TEXTS.map(loadTexts));
    const made = installFakeApi();
    const push = made.push.bind(made);
    made.push = (...items) => {
      calls.push(...items);
      return push(...items);
    };
  });
  afterEach(() => {
    cleanup();
    calls.length = 0;
  });
  return calls;
}

/** Draws something with what widgets find around them in the console. */
export async function show(content: ReactNode): Promise<void> {
  if (!i18next.isInitialized) throw new Error("call prepareGallery first");
  await act(async () => {
    render(<GalleryFrame still>{content}</GalleryFrame>);
  });
}

/** Draws a widget of the gallery in a state. */
export async function showSpecimen(name: string, state: SpecimenStateName): Promise<void> {
  const specimen = SPECIMENS.find((item) => item.name === name);
  if (specimen === undefined) throw new Error(`the gallery has no ${name}`);
  await show(<SpecimenState specimen={specimen} state={state} />);
}
