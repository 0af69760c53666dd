import { Select } from "antd";
import { createMemoryRouter, RouterProvider } from "react-router";
import { currentLanguage, LANGUAGE_NAMES, type Language, switchLanguage } from "../i18n/language.ts";
import { FeedbackGate } from "../kit/feedback-gate.tsx";
import { ResourceForm } from "../kit/form/resource-form.tsx";
import type { ResourceDescriptor } from "../kit/resource.ts";
import { type ColorMode, isDark, storeColorMode, storedColorMode } from "../kit/theme.ts";
import { SceneView } from "./scenes/scene-view.tsx";
import { SCENES } from "./scenes/scenes.ts";
import { hasState, SpecimenState, STATES } from "./specimen-state.tsx";
import { SPECIMENS } from "./specimens.ts";
import "./gallery.css";

/** What the gallery's form makes. Saving one called "refused" shows how errors land. */
export const THINGS: ResourceDescriptor = {
  url: "/api/gallery/things/",
  permission: { app: "gallery", model: "thing" },
  routes: { list: "/things", detail: (id) => `/things/${id}` },
};

const router = createMemoryRouter(
  [
    { path: "/create", element: <ResourceForm resource={THINGS} /> },
    { path: "*", element: <p>Saved.</p> },
  ],
  { initialEntries: ["/create"] },
);

/** Every widget in every state; `?part=widgets` or `scenes` shows only those. For development and tests; no text of it is part of the product. */
export function GalleryPage() {
  const part = new URLSearchParams(location.search).get("part");
  const specimens = part === "scenes" ? [] : SPECIMENS;
  const scenes = part === "widgets" ? [] : SCENES;
  const mode = isDark(storedColorMode()) ? "dark" : "light";
  return (
    <main className="gallery">
      <FeedbackGate />
      <header>
        <h1>Widgets</h1>
        <Select
          aria-label="Language"
          value={currentLanguage()}
          options={Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label }))}
          onChange={(language: Language) => switchLanguage(language)}
        />
        <Select
          aria-label="Look"
          value={mode}
          options={["light", "dark"].map((value) => ({ value, label: value }))}
          onChange={(next: ColorMode) => {
            storeColorMode(next);
            location.reload();
          }}
        />
      </header>
      <nav aria-label="Widgets">
        {[...specimens, ...scenes].map(({ name }) => (
          <a key={name} href={`#${encodeURIComponent(name)}`}>
            {name}
          </a>
        ))}
      </nav>
      {specimens.map((specimen) => (
        <section key={specimen.name} id={encodeURIComponent(specimen.name)} aria-label={specimen.name}>
          <h2>{specimen.name}</h2>
          <div className="gallery-states">
            {STATES.filter((state) => hasState(specimen, state)).map((state) => (
              <div key={state} className="gallery-state">
                <SpecimenState specimen={specimen} state={state} />
              </div>
            ))}
          </div>
        </section>
      ))}
      {scenes.map((scene) => (
        <section key={scene.name} id={encodeURIComponent(scene.name)} aria-label={scene.name}>
          <h2>{scene.name}</h2>
          <div className={scene.wide === true ? "gallery-states is-wide" : "gallery-states"}>
            {scene.states.map((state) => (
              <div key={state.name} className="gallery-state">
                {state.dialog === undefined ? <h3>{state.name}</h3> : null}
                <SceneView scene={scene.name} state={state} />
              </div>
            ))}
          </div>
        </section>
      ))}
      <section aria-label="Form">
        <h2>Form</h2>
        <RouterProvider router={router} />
      </section>
    </main>
  );
}
