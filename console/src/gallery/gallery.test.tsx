// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SceneView } from "./scenes/scene-view.tsx";
import { SCENES } from "./scenes/scenes.ts";
import { hasState, STATES } from "./specimen-state.tsx";
import { SPECIMENS } from "./specimens.ts";
import { prepareGallery, show, showSpecimen } from "./testing/render.tsx";

prepareGallery();

test.each(SPECIMENS.map(({ name }) => name))("%s can be drawn in every state", async (name) => {
  const specimen = SPECIMENS.find((item) => item.name === name);
  if (specimen === undefined) throw new Error("unreachable");
  for (const state of STATES.filter((item) => hasState(specimen, item))) {
    await showSpecimen(name, state);
    expect(screen.getAllByText(`${name} (${state})`).length).toBeGreaterThan(0);
    if (state === "error") expect(await screen.findByText("Enter a valid value.")).toBeTruthy();
  }
});

const STATES_OF_SCENES = SCENES.flatMap((scene) =>
  scene.states.map((state) => [scene.name, state.name, state] as const),
);

test.each(STATES_OF_SCENES)("%s (%s) can be drawn", async (scene, name, state) => {
  await show(<SceneView scene={scene} state={state} />);
  if (state.dialog === undefined) {
    expect(document.body.textContent).not.toBe("");
    return;
  }
  fireEvent.click(screen.getByRole("button", { name: `${scene} (${name})` }));
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test("no two entries have the same name", () => {
  const names = [...SPECIMENS, ...SCENES].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
