import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { confirmed } from "../../../kit/confirm/confirmation.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { Amount } from "../../../kit/list/formatters/amount.tsx";
import { ShowKeyCopy } from "../../../kit/list/formatters/show-key-copy.tsx";
import { useList } from "../../../kit/list/list-context.ts";
import type { ListHandle } from "../../../kit/list/list-props.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Action } from "../../../kit/list/row-actions.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { useSession } from "../../../kit/session.ts";
import { useCopy } from "../../../kit/use-copy.ts";
import { SCIM } from "../sources.ts";
import { useSourceTexts } from "../use-source-texts.ts";
import { ScimDialog } from "./scim-dialog.tsx";

/** The organization over all others: a source is set up for any of them. */
const EVERYWHERE = "00000000-0000-0000-0000-000000000000";

const USERS: ResourceDescriptor = {
  url: "/api/v1/users/users/",
  permission: { app: "users", model: "user" },
  routes: { list: "/console/users" },
};

const USER_COLUMNS: ColumnPlan = { defaults: ["name", "username", "email", "is_active"] };

/** A token that was just made, with what a directory needs beside it. */
interface MadeToken {
  readonly name: string;
  readonly endpoint: string;
  readonly token: string;
}

const endpointOf = (row: Row): string => String(row.endpoint ?? "");

/** Has a token made, after the person has confirmed who they are; undefined when they did not. */
async function makeToken(row: Row): Promise<MadeToken | undefined> {
  const made = await confirmed(() =>
    api<{ readonly token: string }>(`${SCIM.url}${String(row.id)}/token/`, { method: "POST", body: {} }),
  );
  return made === undefined
    ? undefined
    : { name: rowName(row), endpoint: endpointOf(row), token: made.token };
}

/** The create button, which knows the list it adds to. */
function CreateButton({ onMade }: { readonly onMade: (row: Row, list: ListHandle) => void }) {
  const { t } = useSourceTexts();
  const list = useList();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t("sources:scim.create")}
      </Button>
      {open ? (
        <ScimDialog list={list} onMade={(row) => onMade(row, list)} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

/** The token of a source, shown this once, and where the directory has to send people. */
function TokenDialog({ made, onClose }: { readonly made: MadeToken; readonly onClose: () => void }) {
  const { t } = useSourceTexts();
  const copy = useCopy();
  return (
    <Dialog title={t("sources:scim.tokenTitle", { name: made.name })} size="small" modal onClose={onClose}>
      <p>{t("sources:scim.tokenHint")}</p>
      <p>
        <strong>{t("sources:scim.endpoint")}</strong>
        <br />
        <code>{made.endpoint}</code>{" "}
        <Button size="small" onClick={() => void copy(made.endpoint)}>
          {t("sources:scim.copyEndpoint")}
        </Button>
      </p>
      <p>
        <strong>{t("sources:scim.token")}</strong>
        <br />
        <ShowKeyCopy name={t("sources:scim.token")} value={made.token} />
      </p>
    </Dialog>
  );
}

/** Directories that send their people and groups by SCIM. */
export function ScimSources() {
  const { t } = useSourceTexts();
  const copy = useCopy();
  // A source makes users anywhere: no permission short of all of them lets anyone write it.
  const mayWrite = useSession().profile.is_superuser === true;
  const [edited, setEdited] = useState<{ readonly row: Row; readonly list: ListHandle }>();
  const [made, setMade] = useState<MadeToken>();
  const issue = async (row: Row, list: ListHandle) => {
    try {
      setMade(await makeToken(row));
    } catch (failure) {
      toastFailure(failure);
    }
    await list.reload();
  };
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: [
        "name",
        "organization",
        "user_source",
        "is_active",
        "has_token",
        "date_expired",
        "date_last_used",
        "users_amount",
        "groups_amount",
      ],
      always: ["name"],
      overrides: {
        users_amount: {
          sortable: false,
          render: (row) => (
            <Amount
              value={row.users_amount}
              title={t("sources:scim.users", { name: rowName(row) })}
              list={{
                resource: USERS,
                columns: USER_COLUMNS,
                query: { scim_source: String(row.id), oid: EVERYWHERE },
              }}
            />
          ),
        },
      },
    }),
    [t],
  );
  const actions = (row: Row, list: ListHandle): readonly Action[] => {
    const copying = {
      key: "copy",
      label: t("sources:scim.copyEndpoint"),
      run: () => void copy(endpointOf(row)),
    };
    if (!mayWrite) return [copying];
    const hasToken = row.has_token === true;
    const rotate = () =>
      confirm({
        title: t("sources:scim.rotateTitle", { name: rowName(row) }),
        content: t("sources:scim.rotateBody"),
        confirmText: t("sources:scim.rotate"),
        danger: true,
        onConfirm: () => issue(row, list),
      });
    const revoke = () =>
      confirm({
        title: t("sources:scim.revokeTitle", { name: rowName(row) }),
        content: t("sources:scim.revokeBody"),
        confirmText: t("sources:scim.revoke"),
        danger: true,
        onConfirm: async () => {
          const done = await confirmed(async () => {
            await api(`${SCIM.url}${String(row.id)}/token/`, { method: "DELETE" });
            return true;
          });
          if (done !== true) return;
          toast("success", t("sources:scim.revoked"));
          await list.reload();
        },
      });
    return [
      { key: "edit", order: 10, label: t("common:edit"), run: () => setEdited({ row, list }) },
      copying,
      {
        key: "token",
        label: t(hasToken ? "sources:scim.rotate" : "sources:scim.make"),
        run: () => void (hasToken ? rotate() : issue(row, list)),
      },
      ...(hasToken ? [{ key: "revoke", label: t("sources:scim.revoke"), run: () => void revoke() }] : []),
    ];
  };
  const create = <CreateButton onMade={(row, list) => void issue(row, list)} />;
  return (
    <>
      <p className="hint">{t("sources:scim.hint")}</p>
      <ResourceList
        resource={SCIM}
        label={t("sources:scim.label")}
        columns={columns}
        create={null}
        toolbar={{ exports: false, imports: false, ...(mayWrite ? { extra: create } : {}) }}
        bulk={{ delete: false }}
        rows={{ builtIns: mayWrite ? (["delete"] as const) : [], extras: actions }}
        emptyHint={t("sources:scim.none")}
        {...(mayWrite ? { emptyAction: create } : {})}
      />
      {edited === undefined ? null : <ScimDialog {...edited} onClose={() => setEdited(undefined)} />}
      {made === undefined ? null : <TokenDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
