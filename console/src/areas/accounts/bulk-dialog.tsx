import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { encryptFields } from "../../kit/api/encryption.ts";
import { fieldsOf, metadataQuery } from "../../kit/api/resources.ts";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import "../../kit/field-kinds/inputs.ts";
import { DialogForm } from "../../kit/form/dialog-form.tsx";
import type { FieldOverrides } from "../../kit/form/form-model.ts";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import { useSession } from "../../kit/session.ts";
import { AssetsInput, followName, SECRET_FIELDS, secretOverrides, withSecret } from "../assets/index.ts";
import { type BulkItem, BulkResult } from "./bulk-result.tsx";
import { ACCOUNT_TEMPLATES, ACCOUNTS, PUSH_ACCOUNT } from "./resources.ts";
import { useAccountTexts } from "./use-account-texts.ts";

const URL = `${ACCOUNTS.url}bulk/`;

/** Where the accounts come from: what is entered, or a template. */
export type BulkSource = "entered" | "template";

interface BulkDialogProps {
  readonly source: BulkSource;
  /** The asset that is chosen already. */
  readonly asset: string | undefined;
  /** Called when accounts were made or changed. */
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** What was answered for each asset, also when it was refused as a whole. */
async function send(body: Record<string, unknown>): Promise<readonly BulkItem[]> {
  try {
    return await api<readonly BulkItem[]>(URL, {
      method: "POST",
      body: encryptFields(withSecret(body), ["secret", "passphrase"]),
    });
  } catch (error) {
    if (error instanceof ApiError && Array.isArray(error.body)) return error.body as BulkItem[];
    throw error;
  }
}

/** Puts one account on one or many assets, and says what became of each. */
export default function BulkDialog({ source, asset, onDone, onClose }: BulkDialogProps) {
  const { t } = useAccountTexts();
  const { t: accounts } = useTranslation(["accounts"]);
  const metadata = useQuery(metadataQuery(URL));
  const { can } = useSession();
  const mayPush = can(PUSH_ACCOUNT);
  const [items, setItems] = useState<readonly BulkItem[]>();
  const overrides = useMemo<FieldOverrides>(
    () => ({
      assets: { input: AssetsInput, required: true },
      template: {
        kind: "related",
        required: true,
        related: {
          url: ACCOUNT_TEMPLATES.url,
          label: ({ name, username }) => `${String(name)} (${String(username)})`,
        },
      },
      name: { required: true, onChange: followName },
      su_from_username: { help: t("bulk.suFromHelp") },
      push_now: { help: accounts("pushNowHelp"), hidden: () => !mayPush },
      on_invalid: { help: t("bulk.policyHelp") },
      ...secretOverrides(accounts),
    }),
    [t, accounts, mayPush],
  );
  const groups = useMemo(
    () =>
      source === "template"
        ? [{ title: "", fields: ["assets", "template", "push_now", "on_invalid"] }]
        : [
            { title: t("accounts:group.asset"), fields: ["assets"] },
            {
              title: t("accounts:group.basic"),
              fields: ["name", "username", "privileged", "su_from_username"],
            },
            { title: t("accounts:group.secret"), fields: ["secret_type", ...SECRET_FIELDS] },
            { title: t("accounts:group.other"), fields: ["push_now", "on_invalid", "is_active", "comment"] },
          ],
    [source, t],
  );
  const initial = useMemo(
    () => ({
      assets: asset === undefined ? [] : [asset],
      on_invalid: source === "template" ? "skip" : "error",
      ...(source === "template" ? {} : { secret_type: "password", is_active: true }),
    }),
    [asset, source],
  );
  const save = async (body: Record<string, unknown>) => {
    const made = await send(body);
    setItems(made);
    if (made.some(({ state }) => state === "created" || state === "updated")) await onDone();
  };
  const title = t(source === "template" ? "bulk.byTemplate" : "bulk.title");
  if (items !== undefined) {
    return (
      <Dialog title={t("result.title")} size="medium" onClose={onClose}>
        <BulkResult items={items} />
      </Dialog>
    );
  }
  return (
    <Dialog title={title} size="medium" modal onClose={onClose}>
      {metadata.error === null ? null : (
        <FailureNotice error={metadata.error} onRetry={() => void metadata.refetch()} />
      )}
      {metadata.data === undefined ? null : (
        <DialogForm
          fields={fieldsOf(metadata.data, "POST")}
          groups={groups}
          overrides={overrides}
          initial={initial}
          confirmText={t("bulk.confirm")}
          intro={<p className="hint">{t(source === "template" ? "bulk.templateHint" : "bulk.hint")}</p>}
          onConfirm={save}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
