// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { address, cleanUpPage, json, openPage, servePage } from "../../../testing/page-harness.tsx";
import AssetUpdate from "./asset-update.tsx";

const visit = {
  at: "/console/assets/assets/detail/a1/update",
  path: "/console/assets/assets/detail/:id/update",
};

afterEach(cleanUpPage);

test.each([
  ["database", /^\/console\/assets\/databases\/a1\/update/],
  ["unheard", /^\/console\/assets\/assets\/a1$/],
])("an address without the category of an asset (%s) leads to its form", async (category, expected) => {
  servePage({}, ({ path }) =>
    path === "/api/v1/assets/assets/a1/"
      ? json(200, {
          id: "a1",
          category: { value: category, label: category },
          type: { value: "mysql", label: "MySQL" },
          platform: { id: 1, name: "MySQL" },
        })
      : undefined,
  );
  await openPage(<AssetUpdate />, visit);
  await waitFor(() => expect(address()).toMatch(expected));
});
