// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { address, cleanUpPage, openPage, servePage } from "../../../testing/page-harness.tsx";
import AssetHoldersTab from "./asset-holders-tab.tsx";

const BASE = "/api/v1/assets/assets/a1/";
const EMPTY = { fields: {}, rows: [] };

afterEach(cleanUpPage);

test("an asset that nobody may reach offers to grant access to it, to who may", async () => {
  servePage({ [`${BASE}perm-users/`]: EMPTY, [`${BASE}perm-user-groups/`]: EMPTY });
  const page = <AssetHoldersTab asset={{ id: "a1", name: "web-01" }} />;
  await openPage(page, { may: ["users.view_user", "perms.add_assetpermission"] });
  await userEvent.click(await screen.findByRole("button", { name: /Grant access/ }));
  expect(address()).toBe("/console/perms/asset-permissions/create?asset_id=a1");
  cleanUpPage();
  servePage({ [`${BASE}perm-users/`]: EMPTY, [`${BASE}perm-user-groups/`]: EMPTY });
  await openPage(page, { may: ["users.view_user"] });
  await screen.findByText("No permission includes this asset or a node above it.");
  expect(screen.queryByRole("button", { name: /Grant access/ })).toBeNull();
});
