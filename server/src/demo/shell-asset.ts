import { sql } from "kysely";
import { assetsTable } from "../areas/assets/index.ts";
import { organizationIds } from "../areas/organizations/index.ts";
import { usersTable } from "../areas/users/index.ts";
import type { Services } from "../engine/services.ts";
import type { DemoApi } from "./api.ts";
import { readShellAccess } from "./shell/access.ts";
import { findSftpProgram } from "./shell/sftp-program.ts";

/** The name of the asset that can be reached. */
export const shellAssetName = "This machine";

/** Offers the demonstration's shell as an asset, to the administrator and the operator; follows its port. */
export async function offerShell(
  api: DemoApi,
  { db, config }: Pick<Services, "config" | "db">,
  adminId: string,
): Promise<void> {
  const shell = readShellAccess(config.dataFolder);
  if (shell === null) return;
  const organization = organizationIds.default;
  const names = findSftpProgram() === undefined ? ["ssh"] : ["ssh", "sftp"];
  const protocols = names.map((name) => ({ name, port: shell.port }));
  const find = async () =>
    (
      await sql<{ id: string; port: number | null }>`
        select id, (protocols -> 0 ->> 'port')::integer as port from ${assetsTable}
        where org_id = ${organization}::uuid and name = ${shellAssetName}
      `.execute(db)
    ).rows[0];
  const known = await find();
  if (known !== undefined) {
    if (known.port !== shell.port)
      await api.call("PATCH", `assets/hosts/${known.id}/`, organization, { protocols });
    return;
  }
  await api.call("POST", "assets/hosts/", organization, {
    name: shellAssetName,
    address: "127.0.0.1",
    platform: 1,
    protocols,
    nodes_display: ["/Default"],
    comment: "A real shell on the machine this demonstration runs on, as an account without rights.",
    accounts: [
      { name: shell.username, username: shell.username, secret_type: "password", secret: shell.password },
    ],
  });
  const operator = await db
    .selectFrom(usersTable.as("users"))
    .select("id")
    .where("username", "=", "operator")
    .executeTakeFirst();
  const asset = await find();
  await api.call("POST", "perms/asset-permissions/", organization, {
    name: "Shell on this machine",
    users: [adminId, ...(operator === undefined ? [] : [operator.id])],
    assets: asset === undefined ? [] : [asset.id],
    accounts: ["@ALL"],
  });
}
