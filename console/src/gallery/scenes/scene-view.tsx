import { Button } from "antd";
import { type ComponentType, Suspense, useMemo, useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import type { SceneState } from "./scene.ts";

function Opener({ name, dialog: Shown }: { name: string; dialog: NonNullable<SceneState["dialog"]> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {name}
      </Button>
      <Suspense fallback={null}>{open ? <Shown onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}

function Inline({ content: Shown }: { content: ComponentType }) {
  return <Shown />;
}

/** A state of a scene, at an address of its own. */
export function SceneView({ scene, state }: { readonly scene: string; readonly state: SceneState }) {
  const router = useMemo(() => {
    const name = `${scene} (${state.name})`;
    const element =
      state.dialog === undefined ? (
        <Suspense fallback={null}>
          <Inline content={state.content ?? (() => null)} />
        </Suspense>
      ) : (
        <Opener name={name} dialog={state.dialog} />
      );
    return createMemoryRouter([{ path: "*", element }]);
  }, [scene, state]);
  return <RouterProvider router={router} />;
}
