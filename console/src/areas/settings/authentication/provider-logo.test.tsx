// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, openPage, servePage } from "../../../testing/page-harness.tsx";
import { ProviderLogo } from "./provider-logo.tsx";

afterEach(cleanUpPage);

const KEY = "AUTH_OAUTH2_LOGO_PATH";
const field = { type: "image upload", label: "Logo", required: false };

test("is sent alone as soon as it is chosen, can be taken away, and says what is wrong with it", async () => {
  const sent: unknown[] = [];
  let stored: string | null = null;
  let refusal: string | null = null;
  servePage({}, ({ path, method, body }) => {
    if (path !== "/api/v1/settings/setting/") return undefined;
    if (method === "OPTIONS")
      return json(200, { actions: { GET: { [KEY]: field }, PATCH: { [KEY]: field } } });
    if (method === "PATCH") {
      sent.push(body);
      if (refusal !== null) return json(400, { [KEY]: [refusal] });
      stored = body instanceof FormData ? "/media/xpack/interface/oauth2_logo-1.png" : null;
    }
    return json(200, { [KEY]: stored });
  });
  await openPage(<ProviderLogo category="oauth2" setting={KEY} />);
  const choose = (name: string) =>
    fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, {
      target: { files: [new File(["png"], name, { type: "image/png" })] },
    });
  await screen.findByRole("button", { name: /Choose a logo/ });
  expect(screen.queryByRole("button", { name: "Remove the logo" })).toBeNull();
  choose("logo.png");
  const picture = await screen.findByRole("img", { name: "Current logo" });
  expect(picture.getAttribute("src")).toBe("/media/xpack/interface/oauth2_logo-1.png");
  const [form] = sent as [FormData];
  expect([...form.keys()]).toEqual([KEY]);
  refusal = "This browser cannot display the file.";
  choose("note.png");
  expect((await screen.findByRole("alert")).textContent).toContain(refusal);
  refusal = null;
  fireEvent.click(screen.getByRole("button", { name: "Remove the logo" }));
  await waitFor(() => expect(screen.queryByRole("img", { name: "Current logo" })).toBeNull());
  expect(sent.at(-1)).toEqual({ [KEY]: null });
});

test("those who may only look see it, and no server is asked for what it does not have", async () => {
  servePage({}, ({ path, method }) => {
    if (path !== "/api/v1/settings/setting/") return undefined;
    return method === "OPTIONS"
      ? json(200, { actions: { GET: { [KEY]: field } } })
      : json(200, { [KEY]: "/media/xpack/interface/oauth2_logo-1.png" });
  });
  await openPage(<ProviderLogo category="oauth2" setting={KEY} />);
  await screen.findByRole("img", { name: "Current logo" });
  expect(screen.queryByRole("button")).toBeNull();
});
