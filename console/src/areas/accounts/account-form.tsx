import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { isRecord } from "../../kit/api/api-error.ts";
import type { FieldOverrides } from "../../kit/form/form-model.ts";
import { ResourceForm, type SubmitContext } from "../../kit/form/resource-form.tsx";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { AssetInput, followName, SECRET_FIELDS, secretOverrides, withSecret } from "../assets/index.ts";
import { ACCOUNTS, PUSH_ACCOUNT } from "./resources.ts";

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

/** The id of a chosen asset; null while none is. */
function assetId(value: unknown): string | null {
  const key = isRecord(value) ? (value.pk ?? value.id) : value;
  return typeof key === "string" && key !== "" ? key : null;
}

/** Adds an account to an asset, or changes one. */
export default function AccountForm() {
  const { t } = useTranslation(["accounts", "routes"]);
  const { t: accounts } = useTranslation(["accounts"]);
  const { id } = useParams();
  const [address] = useSearchParams();
  const asset = address.get("asset");
  const editing = id !== undefined;
  const [chosen, setChosen] = useState(asset);
  const { can } = useSession();
  const mayPush = can(PUSH_ACCOUNT);
  const overrides = useMemo<FieldOverrides>(
    () => ({
      asset: {
        kind: "related",
        input: AssetInput,
        required: true,
        disabled: editing || asset !== null,
        hidden: () => editing,
        // One switches from an account of the same asset.
        onChange: (value) => {
          setChosen(assetId(value));
          return { su_from: undefined };
        },
      },
      su_from: {
        related: {
          url: `${ACCOUNTS.url}su-from-accounts/`,
          query: editing ? { account: id } : { asset: chosen ?? undefined },
        },
        help: t("suFromHelp"),
        hidden: () => !editing && chosen === null,
      },
      name: { required: true, ...(editing ? {} : { onChange: followName }) },
      username: { disabled: editing },
      ...secretOverrides(accounts),
      push_now: { help: t("pushNowHelp"), hidden: () => !mayPush },
    }),
    [editing, id, asset, chosen, accounts, mayPush, t],
  );
  return (
    <Page title={t(editing ? "routes:accountUpdate" : "routes:accountCreate")}>
      <ResourceForm
        resource={ACCOUNTS}
        updateMethod="PATCH"
        groups={[
          { title: t("group.asset"), fields: ["asset"] },
          { title: t("group.basic"), fields: ["name", "username", "privileged", "su_from"] },
          { title: t("group.secret"), fields: ["secret_type", ...SECRET_FIELDS] },
          { title: t("group.other"), fields: ["push_now", "is_active", "comment"] },
        ].filter((group) => !(editing && group.fields[0] === "asset"))}
        overrides={overrides}
        initial={{ asset, secret_type: "password", is_active: true }}
        prepare={prepareAccount}
        encryptedFields={["secret", "passphrase"]}
      />
    </Page>
  );
}
