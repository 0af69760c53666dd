import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import { ENCRYPTED_FIELDS, encryptFields } from "../../../kit/api/encryption.ts";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { rowName } from "../../../kit/list/rows.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import { PasswordInput } from "../../../kit/widgets/password-input.tsx";
import { passwordRules } from "../../../kit/widgets/password-rules.ts";
import { USERS } from "../resources.ts";
import { AdministratorPasswordInput } from "../user-password-input.tsx";

interface PasswordDialogProps {
  readonly user: Row;
  readonly onSet: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Sets the password of somebody who cannot sign in any more (docs/contract/identity.md, "Actions of users"). */
export default function PasswordDialog({ user, onSet, onClose }: PasswordDialogProps) {
  const { t } = useTranslation(["users", "form"]);
  const { settings } = useSession();
  const name = rowName(user);
  const admin = user.is_org_admin === true;
  const fields = useMemo<FieldMap>(
    () => ({
      password: {
        type: "string",
        label: t("quick.password"),
        required: true,
        write_only: true,
        max_length: 128,
      },
    }),
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({
      password: {
        input: admin ? AdministratorPasswordInput : PasswordInput,
        problem: (value) =>
          typeof value === "string" &&
          passwordRules(value, settings.PASSWORD_RULE, admin).some(({ kept }) => !kept)
            ? t("form:password.problem")
            : undefined,
      },
    }),
    [admin, settings.PASSWORD_RULE, t],
  );
  const set = async (body: Record<string, unknown>) => {
    await api(`${USERS.url}${String(user.id)}/password/`, {
      method: "PATCH",
      body: encryptFields(body, ENCRYPTED_FIELDS),
    });
    toast("success", t("quick.passwordDone", { name }));
    onClose();
    await onSet();
  };
  return (
    <FormDialog
      title={t("quick.passwordTitle", { name })}
      size="small"
      hint={t("quick.passwordHint", { name })}
      fields={fields}
      overrides={overrides}
      onConfirm={set}
      onClose={onClose}
    />
  );
}
