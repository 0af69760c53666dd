import { UserAddOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { useList } from "../../kit/list/list-context.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { rowName } from "../../kit/list/rows.ts";
import type { Row } from "../../kit/metadata/types.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { useSession } from "../../kit/session.ts";
import { InviteDialog, USERS, useLeaving } from "../users/index.ts";

interface OrganizationRef {
  readonly id: string;
  readonly name: string;
}

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "email", "org_roles", "is_valid"],
  exclude: ["avatar_url", "password_strategy"],
};
const NO_ACTIONS: readonly [] = [];

function InviteButton({ organization }: { readonly organization: OrganizationRef }) {
  const { t } = useTranslation("users");
  const list = useList();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<UserAddOutlined />} onClick={() => setOpen(true)}>
        {t("invite.button")}
      </Button>
      {open ? (
        <InviteDialog organization={organization} onInvited={list.reload} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

/** Who has a role in an organization. Every request names it, because the page itself works in the system's. */
export function OrganizationMembers({ organization }: { readonly organization: Row }) {
  const { t } = useTranslation("organizations");
  const { can } = useSession();
  const id = String(organization.id);
  const organizationRef = useMemo<OrganizationRef>(
    () => ({ id, name: rowName(organization) }),
    [id, organization],
  );
  const leaving = useLeaving(organizationRef);
  const users = useMemo<ResourceDescriptor>(
    () => ({
      ...USERS,
      routes: { list: USERS.routes.list, detail: (user) => `${USERS.routes.detail?.(user)}?oid=${id}` },
    }),
    [id],
  );
  return (
    <ResourceList
      resource={users}
      label={t("members")}
      name="organizationMembers"
      query={{ oid: id }}
      columns={COLUMNS}
      inAddress={false}
      create={null}
      toolbar={{
        exports: false,
        extra: can("users.invite_user") ? <InviteButton organization={organizationRef} /> : null,
      }}
      bulk={{ delete: false, extras: leaving.selected }}
      rows={{ builtIns: NO_ACTIONS, extras: leaving.one }}
      emptyHint={t("membersEmpty")}
    />
  );
}
