// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { hasState, STATES } from "./specimen-state.tsx";
import { SPECIMENS } from "./specimens.ts";
import { prepareGallery, showSpecimen } from "./testing/render.tsx";

prepareGallery();

test.each(SPECIMENS.map(({ name }) => name))("%s can be drawn in every state", async (name) => {
  const specimen = SPECIMENS.find((item) => item.name === name);
  if (specimen === undefined) throw new Error("unreachable");
  for (const state of STATES.filter((item) => hasState(specimen, item))) {
    await showSpecimen(name, state);
    expect(screen.getAllByText(`${name} (${state})`).length).toBeGreaterThan(0);
    if (state === "error") expect(await screen.findByText("This is what went wrong.")).toBeTruthy();
  }
});
