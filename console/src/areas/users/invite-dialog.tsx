import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { FormDialog } from "../../kit/dialog/form-dialog.tsx";
import { toast } from "../../kit/feedback.ts";
import type { FieldOverrides } from "../../kit/form/form-model.ts";
import type { FieldMap } from "../../kit/metadata/types.ts";
import { useSession } from "../../kit/session.ts";
import { refreshSession } from "../../kit/session-refresh.ts";
import { ORGANIZATION_ROLE_OPTIONS, USERS, userLabel } from "./resources.ts";

interface InviteDialogProps {
  readonly organization: { readonly id: string; readonly name: string };
  readonly onInvited: () => Promise<unknown> | unknown;
  readonly onClose: () => void;
}

/** Everybody with an account can be invited; the lists of organizations show only who is in them. */
const ANYBODY = { url: `${USERS.url}suggestions/`, label: userLabel };

const OVERRIDES: FieldOverrides = {
  users: { related: ANYBODY },
  org_roles: { related: ORGANIZATION_ROLE_OPTIONS },
};

/** The people of an invitation, however the form writes a relation. */
function invitedIds(users: unknown): string[] {
  return (Array.isArray(users) ? users : []).map((user: { readonly pk?: unknown }) =>
    String(user.pk ?? user),
  );
}

/** Gives people with an account roles in an organization, by which they join it. */
export function InviteDialog({ organization, onInvited, onClose }: InviteDialogProps) {
  const { t } = useTranslation("users");
  const { profile } = useSession();
  const fields = useMemo<FieldMap>(
    () => ({
      users: { type: "m2m_related_field", label: t("invite.users"), required: true },
      org_roles: { type: "m2m_related_field", label: t("invite.roles"), required: true },
    }),
    [t],
  );
  const invite = async (body: Record<string, unknown>) => {
    const users = invitedIds(body.users);
    await api(`${USERS.url}invite/`, {
      method: "POST",
      query: { oid: organization.id },
      body: { ...body, users },
    });
    toast("success", t("invite.done", { count: users.length }));
    onClose();
    await onInvited();
    if (users.includes(profile.id)) await refreshSession();
  };
  return (
    <FormDialog
      title={t("invite.title", { organization: organization.name })}
      hint={t("invite.hint")}
      fields={fields}
      overrides={OVERRIDES}
      confirmText={t("invite.confirm")}
      onConfirm={invite}
      onClose={onClose}
    />
  );
}
