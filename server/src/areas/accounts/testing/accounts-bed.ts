import {
  type Answer,
  type AssetAreas,
  type CallOptions,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../../testing/asset-areas.ts";
import { openAccountSecret } from "../index.ts";

/** The accounts area with people of different rights, and an asset to put accounts on. */
export interface AccountsBed {
  readonly areas: AssetAreas;
  readonly asset: string;
  /** Calls below `accounts/accounts/`. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** Makes a host; answers the body. */
  addAsset(more?: Record<string, unknown>, options?: CallOptions): Promise<Answer["body"]>;
  /** The secret an account holds, in the clear. */
  secretOf(id: string): Promise<string | null>;
}

/** Sets the stage for one test file. */
export async function openAccountsBed(): Promise<AccountsBed> {
  const areas = await startAssetAreas([
    testPerson(1, "boss", "*"),
    testPerson(2, "viewer", { [testOrganizationIds.default]: ["accounts.view_account"] }),
    testPerson(3, "nobody", {}),
    testPerson(4, "adder", { [testOrganizationIds.default]: ["assets.add_asset"] }),
  ]);
  let counter = 0;
  const addAsset: AccountsBed["addAsset"] = async (more = {}, options = {}) => {
    counter++;
    const body = { name: `asset-${counter}`, address: `10.1.0.${counter}`, platform: 1, ...more };
    return (await areas.call("POST", "assets/hosts/", { ...options, body })).body;
  };
  return {
    areas,
    asset: (await addAsset()).id,
    addAsset,
    call: (method, path, body, options = {}) =>
      areas.call(method, `accounts/accounts/${path}`, {
        ...options,
        ...(body === undefined ? {} : { body }),
      }),
    secretOf: async (id) => {
      const { rows } = await areas.database.pool.query(
        "select id, secret_sealed from accounts where id = $1",
        [id],
      );
      return await openAccountSecret(areas.services, rows[0]);
    },
  };
}
