// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { cleanUpPage, json, openPage, rowOf, servePage } from "../../../testing/page-harness.tsx";
import MyAssets from "./my-assets.tsx";

const ASSETS = "/api/v1/perms/users/self/assets/";
const FAVORITES = "/api/v1/assets/favorite-assets/";
const TREE = "/api/v1/perms/users/self/nodes/children/tree/";
const MAY = { may: ["perms.view_myassets"] };

const FIELDS: FieldMap = {
  id: { type: "string", label: "ID", filter: true },
  name: { type: "string", label: "Name", filter: true },
  address: { type: "string", label: "Address", filter: true },
  is_active: { type: "boolean", label: "Active" },
  spec_info: { type: "nested object", label: "Particulars" },
};

const asset = (name: string, more: Row = {}): Row => ({
  id: `id-${name}`,
  name,
  address: "192.0.2.20",
  is_active: true,
  spec_info: { note: "particulars-of-the-asset" },
  ...more,
});

function serve(rows: readonly Row[], favorites: readonly string[] = []) {
  return servePage({ [ASSETS]: { fields: FIELDS, rows } }, ({ method, path }) => {
    if (path === TREE) return json(200, []);
    if (path !== FAVORITES) return undefined;
    return method === "GET"
      ? json(
          200,
          favorites.map((id) => ({ asset: id })),
        )
      : json(204, undefined);
  });
}

afterEach(cleanUpPage);

test("an asset is connected to in a page of its own that knows nothing of this one", async () => {
  serve([asset("web-01")]);
  await openPage(<MyAssets />, MAY);
  const link = await screen.findByRole("link", { name: "Connect to web-01" });
  expect(link.getAttribute("href")).toBe("/luna/?login_to=id-web-01");
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("rel")).toContain("noreferrer");
});

test("an inactive asset can be seen, but neither connected to nor asked for its accounts", async () => {
  serve([asset("web-01", { is_active: false }), asset("web-02")]);
  await openPage(<MyAssets />, MAY);
  const row = await rowOf("web-01");
  expect(row.queryByRole("link", { name: "Connect to web-01" })?.getAttribute("href") ?? null).toBeNull();
  expect((await rowOf("web-02")).getByRole("link", { name: "Connect to web-02" })).toBeDefined();
});

test("favourites are marked, added and taken out by the asset's id", async () => {
  const server = serve([asset("web-01"), asset("web-02")], ["id-web-02"]);
  await openPage(<MyAssets />, MAY);
  const taken = await screen.findByRole("button", { name: "Remove web-02 from favorites" });
  expect(taken.getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Add web-01 to favorites" }));
  await waitFor(() =>
    expect(server.requests("POST", FAVORITES).map(({ body }) => body)).toEqual([{ asset: "id-web-01" }]),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Remove web-02 from favorites" }));
  await waitFor(() =>
    expect(server.requests("DELETE", FAVORITES).map(({ query }) => query.get("asset"))).toEqual([
      "id-web-02",
    ]),
  );
});

test("a name of an asset opens what is known of it, without what only the server needs", async () => {
  serve([asset("web-01")]);
  await openPage(<MyAssets />, MAY);
  fireEvent.click((await rowOf("web-01")).getByRole("button", { name: "web-01" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("192.0.2.20");
  expect(document.body.innerHTML).not.toContain("particulars-of-the-asset");
});

test("who was granted nothing is told whom to ask", async () => {
  serve([]);
  await openPage(<MyAssets />, MAY);
  await screen.findByText(
    "You do not have access to any asset yet. Ask an administrator to grant you access.",
  );
  expect(screen.queryByRole("button", { name: /Create/ })).toBeNull();
});
