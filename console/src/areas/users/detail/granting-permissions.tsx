import { useTranslation } from "react-i18next";
import type { Query } from "../../../kit/api/client.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { PERMISSION_COLUMNS, PERMISSIONS } from "../../permissions/index.ts";

interface GrantingPermissionsProps {
  /** Narrows to the permissions of one user or group. */
  readonly query: Query;
  /** Said when there are none. */
  readonly emptyHint: string;
}

const UPDATE_ONLY = ["update"] as const;

/** The asset permissions that grant something to a user or a group. */
export function GrantingPermissions({ query, emptyHint }: GrantingPermissionsProps) {
  const { t } = useTranslation("routes");
  return (
    <ResourceList
      resource={PERMISSIONS}
      label={t("assetPermissions")}
      query={query}
      columns={PERMISSION_COLUMNS}
      inAddress={false}
      create={null}
      toolbar={{ exports: false }}
      bulk={{ delete: false }}
      rows={{ builtIns: UPDATE_ONLY }}
      emptyHint={emptyHint}
    />
  );
}
