import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { Choice, FieldMap, Row } from "../../../kit/metadata/types.ts";
import { followName, SECRET_FIELDS, secretOverrides, withSecret } from "./account-secret.ts";

interface AccountDialogProps {
  /** Metadata of an account. */
  readonly fields: FieldMap;
  /** Kinds of secret the platform's protocols take. */
  readonly secretTypes: readonly Choice[];
  /** The account to change; a new one unless given. */
  readonly account: Row | undefined;
  readonly onConfirm: (account: Row) => void;
  readonly onClose: () => void;
}

/** Enters an account that is made together with its asset. */
export default function AccountDialog(props: AccountDialogProps) {
  const { fields, secretTypes, account, onConfirm, onClose } = props;
  const { t } = useTranslation(["assetForms", "accounts"]);
  const { t: accounts } = useTranslation(["accounts"]);
  const overrides = useMemo<FieldOverrides>(
    () => ({
      name: { onChange: followName },
      username: { required: true },
      ...secretOverrides(accounts),
      secret_type: { choices: secretTypes, required: true },
      comment: { help: t("accountComment") },
    }),
    [t, accounts, secretTypes],
  );
  const groups = useMemo(
    () => [
      { title: t("accounts:group.basic"), fields: ["name", "username", "privileged"] },
      { title: t("accounts:group.secret"), fields: ["secret_type", ...SECRET_FIELDS] },
      { title: t("accounts:group.other"), fields: ["is_active", "comment"] },
    ],
    [t],
  );
  const initial = useMemo(() => ({ secret_type: secretTypes[0]?.value, is_active: true }), [secretTypes]);
  const confirm = (body: Record<string, unknown>) => {
    const entered = withSecret(body);
    // What was typed for another kind of secret is none of this kind.
    const { secret, ...before } = account ?? {};
    const kept = before.secret_type === entered.secret_type && secret !== undefined ? { secret } : {};
    onConfirm({ ...before, ...kept, ...entered });
  };
  return (
    <FormDialog
      title={t(account === undefined ? "addAccount" : "editAccount")}
      fields={fields}
      groups={groups}
      overrides={overrides}
      initial={initial}
      {...(account === undefined ? {} : { object: account })}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
