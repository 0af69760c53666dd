import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import type { Option } from "../../kit/field-kinds/related-option.ts";
import { RemoteSelect } from "../../kit/field-kinds/remote-select.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import type { Subscription } from "./subscription.ts";

const ROOT = { oid: "ROOT" } as const;

/** People are the same in every organization; who runs the installation chooses among all of them. */
const USERS = {
  url: "/api/v1/users/users/",
  query: { ...ROOT, fields_size: "mini" },
  label: ({ name, username }: Row) => `${String(name)}(${String(username)})`,
};

const GROUPS = { url: "/api/v1/users/groups/", query: ROOT };

const optionsOf = (ids: readonly string[]): Option[] => ids.map((value) => ({ value }));

const idsOf = (value: unknown): string[] =>
  ((value as readonly Option[] | undefined) ?? []).map((option) => String(option.value));

interface MessageReceiversProps {
  readonly row: Subscription;
  readonly change: (row: Subscription, changes: Partial<Subscription>) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Chooses who gets messages of a kind. */
export function MessageReceiversDialog({ row, change, onClose }: MessageReceiversProps) {
  const { t } = useTranslation(["settings", "common"]);
  const [users, setUsers] = useState(() => optionsOf(row.users));
  const [groups, setGroups] = useState(() => optionsOf(row.groups));
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    if (await change(row, { users: idsOf(users), groups: idsOf(groups) })) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      title={t("settings:subscribe.title", { type: row.message_type_label })}
      size="small"
      modal
      answer={{ busy, run: () => void save() }}
      onClose={onClose}
    >
      <div className="subscriptions-receivers">
        <label htmlFor="subscription-users">{t("settings:subscribe.users")}</label>
        <RemoteSelect
          id="subscription-users"
          multiple
          related={USERS}
          value={users}
          onChange={(value) => setUsers((value as Option[] | undefined) ?? [])}
        />
        <label htmlFor="subscription-groups">{t("settings:subscribe.groups")}</label>
        <RemoteSelect
          id="subscription-groups"
          multiple
          related={GROUPS}
          value={groups}
          onChange={(value) => setGroups((value as Option[] | undefined) ?? [])}
        />
      </div>
    </Dialog>
  );
}
