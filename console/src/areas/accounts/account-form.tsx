import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { isRecord } from "../../kit/api/api-error.ts";
import type { FieldOverride, FormValues } from "../../kit/form/form-model.ts";
import { ResourceForm, type SubmitContext } from "../../kit/form/resource-form.tsx";
import { Page } from "../../kit/page.tsx";
import { SecretUpload } from "../../kit/widgets/secret-upload.tsx";
import { AssetInput } from "../assets/index.ts";
import { ACCOUNTS } from "./resources.ts";

/** The username follows the name until it is edited; well-known administrators are ticked as privileged. */
export function followName(name: unknown, values: FormValues): FormValues | undefined {
  const text = typeof name === "string" ? name : "";
  const before = values.name;
  const username = values.username;
  const untouched = username === undefined || username === "" || username === before;
  const privileged = /^(root|administrator)$/i.test(text.trim());
  return { ...(untouched ? { username: text } : {}), ...(privileged ? { privileged: true } : {}) };
}

/** One secret, under whichever input it was entered, and the asset as a plain id. */
export function prepareAccount(
  body: Record<string, unknown>,
  { editing }: SubmitContext,
): Record<string, unknown> {
  const { ssh_key: key, asset, ...sent } = body;
  if (sent.secret_type === "ssh_key") {
    delete sent.secret;
    if (typeof key === "string" && key.trim() !== "") sent.secret = key.endsWith("\n") ? key : `${key}\n`;
  }
  if (editing) delete sent.username;
  else sent.asset = isRecord(asset) ? asset.pk : asset;
  return sent;
}

/** Adds an account to an asset, or changes one. */
export default function AccountForm() {
  const { t } = useTranslation(["accounts", "routes"]);
  const { id } = useParams();
  const [address] = useSearchParams();
  const asset = address.get("asset");
  const editing = id !== undefined;
  const overrides = useMemo<Readonly<Record<string, FieldOverride>>>(() => {
    const isKey = (values: FormValues) => values.secret_type === "ssh_key";
    return {
      asset: {
        kind: "related",
        input: AssetInput,
        required: true,
        disabled: editing || asset !== null,
        hidden: () => editing,
      },
      name: { required: true, ...(editing ? {} : { onChange: followName }) },
      username: { disabled: editing },
      secret: { label: t("secret"), hidden: isKey, kind: "secret" },
      ssh_key: {
        label: t("sshKey"),
        metadata: { type: "string", write_only: true },
        kind: "secret",
        input: SecretUpload,
        hidden: (values) => !isKey(values),
      },
      passphrase: { hidden: (values) => !isKey(values) },
    };
  }, [t, editing, asset]);
  return (
    <Page title={t(editing ? "routes:accountUpdate" : "routes:accountCreate")}>
      <ResourceForm
        resource={ACCOUNTS}
        updateMethod="PATCH"
        groups={[
          { title: t("group.asset"), fields: ["asset"] },
          { title: t("group.basic"), fields: ["name", "username", "privileged"] },
          { title: t("group.secret"), fields: ["secret_type", "secret", "ssh_key", "passphrase"] },
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
