import { type RawBuilder, sql } from "kysely";
import type { CallerContext, RequestContext } from "../../../engine/access/index.ts";
import { PermissionDenied } from "../../../engine/errors.ts";
import { computed, inOrganization, type RelationTarget } from "../../../engine/resource/index.ts";
import { assetsTable } from "../../assets/index.ts";
import { text } from "./texts.ts";

/** The languages of commands. Contract: docs/contract/job-centre.md, "Templates". */
export const moduleChoices = [
  { value: "shell", label: text.shell },
  { value: "win_shell", label: text.powershell },
  { value: "python", label: text.python },
  { value: "mysql", label: text.mysql },
  { value: "postgresql", label: text.postgresql },
  { value: "sqlserver", label: text.sqlserver },
];

/** Assets a job may name. */
export const assetTarget: RelationTarget<"uuid"> = {
  table: assetsTable.name,
  key: "uuid",
  where: inOrganization,
  attributes: { id: "r.id" },
  names: [],
};

/** Whose it is: everybody sees their own alone. */
export const isOwn = ({ principal }: RequestContext): RawBuilder<boolean> =>
  sql<boolean>`t.creator_id = ${principal?.id ?? null}::uuid`;

/** The id of whose it is. */
export const creator = () =>
  computed({
    label: text.creator,
    type: "field",
    columns: ["creator_id"],
    present: ({ creator_id: id }) => String(id),
  });

/** @throws PermissionDenied where administrators have turned jobs off */
export async function requireJobs({ services }: CallerContext): Promise<void> {
  if (!(await services.settings.get<boolean>("SECURITY_COMMAND_EXECUTION")))
    throw new PermissionDenied(text.off);
}
