// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { Suspense, use } from "react";
import { expect, test } from "vitest";
import { useAddressSecret } from "./address-secret.ts";

const readCode = () => ({ secret: location.hash.slice(1), address: location.pathname });

function Code({ later }: { readonly later: Promise<string> }) {
  const code = useAddressSecret(readCode);
  return (
    <p>
      {code} <Later later={later} />
    </p>
  );
}

/** A part that comes later, so that what is around it is begun anew. */
function Later({ later }: { readonly later: Promise<string> }) {
  return use(later);
}

test("a secret of the address outlives a page that is begun anew, and leaves the address", async () => {
  history.replaceState(null, "", "http://localhost:3000/share/7#secret7");
  let arrive: (text: string) => void = () => undefined;
  const later = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  await act(async () => {
    render(
      <Suspense fallback="waiting">
        <Code later={later} />
      </Suspense>,
    );
  });
  expect(screen.getByText("waiting")).toBeTruthy();
  await act(async () => arrive("is known"));
  expect(await screen.findByText("secret7 is known")).toBeTruthy();
  expect(location.pathname + location.hash).toBe("/share/7");
});
