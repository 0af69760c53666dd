import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import type { FieldOverride } from "../../kit/form/form-model.ts";
import { ResourceForm } from "../../kit/form/resource-form.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { AssetsInput, NODE_OPTIONS } from "../assets/index.ts";
import { GROUP_OPTIONS, USER_OPTIONS } from "../users/index.ts";
import { readAccountRule, writeAccountRule } from "./account-rules.ts";
import { AccountsInput } from "./accounts-input.tsx";
import { PERMISSIONS } from "./resources.ts";

/** A hundred years: what "for ever" means here, in milliseconds. */
const FOR_EVER = 36_500 * 86_400_000;

/** Creates or changes an asset permission. */
export default function PermissionForm() {
  const { t } = useTranslation(["permissions", "routes"]);
  const { id } = useParams();
  const [address] = useSearchParams();
  const overrides = useMemo<Readonly<Record<string, FieldOverride>>>(
    () => ({
      users: { related: USER_OPTIONS },
      user_groups: { related: GROUP_OPTIONS },
      assets: { input: AssetsInput },
      nodes: { related: NODE_OPTIONS },
      accounts: { input: AccountsInput, toForm: (value) => writeAccountRule(readAccountRule(value)) },
      actions: { help: t("actionsHelp") },
    }),
    [t],
  );
  const initial = useMemo<Row>(() => {
    const node = address.get("node_id");
    const asset = address.get("asset_id");
    return {
      is_active: true,
      accounts: ["@ALL"],
      nodes: node === null ? [] : [node],
      assets: asset === null ? [] : [asset],
      date_start: new Date(),
      date_expired: new Date(Date.now() + FOR_EVER),
    };
  }, [address]);
  return (
    <Page title={t(id === undefined ? "routes:permissionCreate" : "routes:permissionUpdate")}>
      <ResourceForm
        resource={PERMISSIONS}
        groups={[
          { title: t("group.basic"), fields: ["name"] },
          { title: t("group.users"), fields: ["users", "user_groups"] },
          { title: t("group.assets"), fields: ["assets", "nodes"] },
          { title: t("group.accounts"), fields: ["accounts"] },
          { title: t("group.actions"), fields: ["actions"] },
          { title: t("group.other"), fields: ["is_active", "date_start", "date_expired", "comment"] },
        ]}
        overrides={overrides}
        initial={initial}
        next={(saved, editing) =>
          editing || saved.id === undefined
            ? `${PERMISSIONS.routes.list}?order=-date_updated`
            : `${PERMISSIONS.routes.list}/${String(saved.id)}`
        }
      />
    </Page>
  );
}
