// @vitest-environment happy-dom
import { act, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { useMenuPlace, useMenuPlaceAsked } from "./menu-place.ts";

let marked: string | undefined;

function Menu() {
  marked = useMenuPlaceAsked();
  return null;
}

function Screen({ path }: { readonly path: string | undefined }) {
  useMenuPlace(path);
  return null;
}

it("marks the entry that a page asks for as long as it is shown", async () => {
  const draw = (screen: "own" | "others" | "none") => (
    <>
      <Menu />
      {screen === "none" ? null : (
        <Screen path={screen === "own" ? undefined : "/tickets/assigned-tickets"} />
      )}
    </>
  );
  const { rerender } = render(draw("own"));
  expect(marked).toBeUndefined();
  await act(async () => rerender(draw("others")));
  expect(marked).toBe("/tickets/assigned-tickets");
  await act(async () => rerender(draw("own")));
  expect(marked).toBeUndefined();
  await act(async () => rerender(draw("others")));
  await act(async () => rerender(draw("none")));
  expect(marked).toBeUndefined();
});
