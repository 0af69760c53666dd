import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { isRecord } from "../../kit/api/api-error.ts";
import type { FieldOverrides } from "../../kit/form/form-model.ts";
import { ResourceForm, type SubmitContext } from "../../kit/form/resource-form.tsx";
import { Page } from "../../kit/page.tsx";
import { AssetInput, followName, SECRET_FIELDS, secretOverrides, withSecret } from "../assets/index.ts";
import { ACCOUNTS } from "./resources.ts";

/** One secret, under whichever input it was entered, and the asset as a plain id. */
export function prepareAccount(
  body: Record<string, unknown>,
  { editing }: SubmitContext,
): Record<string, unknown> {
  const { asset, ...sent } = withSecret(body);
  if (editing) delete sent.username;
  else sent.asset = isRecord(asset) ? asset.pk : asset;
  return sent;
}

/** Adds an account to an asset, or changes one. */
export default function AccountForm() {
  const { t } = useTranslation(["accounts", "routes"]);
  const { t: accounts } = useTranslation(["accounts"]);
  const { id } = useParams();
  const [address] = useSearchParams();
  const asset = address.get("asset");
  const editing = id !== undefined;
  const overrides = useMemo<FieldOverrides>(
    () => ({
      asset: {
        kind: "related",
        input: AssetInput,
        required: true,
        disabled: editing || asset !== null,
        hidden: () => editing,
      },
      name: { required: true, ...(editing ? {} : { onChange: followName }) },
      username: { disabled: editing },
      ...secretOverrides(accounts),
    }),
    [editing, asset, accounts],
  );
  return (
    <Page title={t(editing ? "routes:accountUpdate" : "routes:accountCreate")}>
      <ResourceForm
        resource={ACCOUNTS}
        updateMethod="PATCH"
        groups={[
          { title: t("group.asset"), fields: ["asset"] },
          { title: t("group.basic"), fields: ["name", "username", "privileged"] },
          { title: t("group.secret"), fields: ["secret_type", ...SECRET_FIELDS] },
          { title: t("group.other"), fields: ["is_active", "comment"] },
        ].filter((group) => !(editing && group.fields[0] === "asset"))}
        overrides={overrides}
        initial={{ asset, secret_type: "password", is_active: true }}
        prepare={prepareAccount}
        encryptedFields={["secret", "passphrase"]}
      />
    </Page>
  );
}
