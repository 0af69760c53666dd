import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import type { FieldOverride } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import { AssetsInput, NODE_OPTIONS } from "../../assets/index.ts";
import { GROUP_OPTIONS, USER_OPTIONS } from "../../users/index.ts";
import { previewed } from "../preview/permission-preview.ts";
import { PERMISSIONS } from "../resources.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";
import { readAccountRule, writeAccountRule } from "./account-rules.ts";
import { AccountsInput } from "./accounts-input.tsx";

/** A hundred years: what "forever" means here, in milliseconds. */
const FOR_EVER = 36_500 * 86_400_000;

/** Creates or changes an asset permission. */
export default function PermissionForm() {
  const { t } = useGrantingTexts();
  const { id } = useParams();
  const [address] = useSearchParams();
  const overrides = useMemo<Readonly<Record<string, FieldOverride>>>(
    () => ({
      users: { related: USER_OPTIONS },
      user_groups: { related: GROUP_OPTIONS },
      assets: { input: AssetsInput },
      nodes: { related: NODE_OPTIONS },
      accounts: { input: AccountsInput, toForm: (value) => writeAccountRule(readAccountRule(value)) },
      actions: { help: t("permissions:actionsHelp") },
    }),
    [t],
  );
  const initial = useMemo<Row>(() => {
    const named = (name: string) => address.getAll(name).slice(0, 1);
    return {
      is_active: true,
      accounts: ["@ALL"],
      users: named("user_id"),
      user_groups: named("group_id"),
      nodes: named("node_id"),
      assets: named("asset_id"),
      date_start: new Date(),
      date_expired: new Date(Date.now() + FOR_EVER),
    };
  }, [address]);
  return (
    <Page title={t(id === undefined ? "routes:permissionCreate" : "routes:permissionUpdate")}>
      <ResourceForm
        resource={PERMISSIONS}
        groups={[
          { title: t("permissions:group.basic"), fields: ["name"] },
          { title: t("permissions:group.users"), fields: ["users", "user_groups"] },
          { title: t("permissions:group.assets"), fields: ["assets", "nodes"] },
          { title: t("permissions:group.accounts"), fields: ["accounts"] },
          { title: t("permissions:group.actions"), fields: ["actions"] },
          {
            title: t("permissions:group.other"),
            fields: ["is_active", "date_start", "date_expired", "session_grace_minutes", "comment"],
          },
        ]}
        overrides={overrides}
        initial={initial}
        review={(body) =>
          previewed(id === undefined ? body : { ...body, id }, {
            title: t(id === undefined ? "granting:preview.create" : "granting:preview.update"),
            confirmText: t("granting:preview.save"),
            always: id === undefined,
          })
        }
        next={(saved, editing) =>
          editing || saved.id === undefined
            ? `${PERMISSIONS.routes.list}?order=-date_updated`
            : `${PERMISSIONS.routes.list}/${String(saved.id)}`
        }
      />
    </Page>
  );
}
