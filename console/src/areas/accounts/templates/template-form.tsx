import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { RelatedSource } from "../../../kit/field-kinds/field-kind.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { followName, SECRET_FIELDS, secretOverrides, withSecret } from "../../assets/index.ts";
import { ACCOUNT_TEMPLATES } from "../resources.ts";

const INITIAL = { secret_type: "password", is_active: true };

/** Creates or changes a template of accounts. */
export default function TemplateForm() {
  const { t } = useTranslation(["accounts", "accountTemplates", "routes"]);
  const { t: accounts } = useTranslation(["accounts"]);
  const { id } = useParams();
  const editing = id !== undefined;
  const overrides = useMemo<FieldOverrides>(() => {
    const others: RelatedSource = { url: ACCOUNT_TEMPLATES.url, accept: (row) => row.id !== id };
    return {
      name: editing ? {} : { onChange: followName },
      su_from: { related: others },
      is_sync_account: { help: t("accountTemplates:syncHint") },
      ...secretOverrides(accounts),
    };
  }, [editing, id, t, accounts]);
  const groups = useMemo(
    () => [
      { title: t("group.basic"), fields: ["name", "username", "privileged", "su_from"] },
      {
        title: t("group.secret"),
        fields: ["secret_type", ...SECRET_FIELDS, ...(editing ? ["is_sync_account"] : [])],
      },
      { title: t("group.other"), fields: ["is_active", "comment"] },
    ],
    [editing, t],
  );
  return (
    <Page title={t(editing ? "routes:accountTemplateUpdate" : "routes:accountTemplateCreate")}>
      <ResourceForm
        resource={ACCOUNT_TEMPLATES}
        updateMethod="PATCH"
        groups={groups}
        overrides={overrides}
        initial={INITIAL}
        prepare={withSecret}
        encryptedFields={["secret", "passphrase"]}
      />
    </Page>
  );
}
