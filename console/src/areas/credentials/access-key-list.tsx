import { lazy, Suspense, useState } from "react";
import { TabPage } from "../../kit/detail/tab-page.tsx";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ShowKeyCopy } from "../../kit/list/formatters/show-key-copy.tsx";
import type { ListHandle } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { changeKey } from "./change-key.ts";
import { MakeButton } from "./make-button.tsx";
import { PrivateTokenCard } from "./private-token-card.tsx";
import { ACCESS_KEYS } from "./resources.ts";
import { useCredentialTexts } from "./use-credential-texts.ts";
import { usePrivateToken } from "./use-private-token.ts";

const AddressesDialog = lazy(() => import("./addresses-dialog.tsx"));
const DELETE_ONLY = ["delete"] as const;

function AccessKeys() {
  const { t } = useCredentialTexts();
  const { can } = useSession();
  const [editing, setEditing] = useState<{ readonly row: Row; readonly list: ListHandle }>();
  const columns: ColumnPlan = {
    defaults: ["id", "secret", "is_active", "ip_group", "date_created", "date_last_used"],
    always: ["id"],
    overrides: {
      id: { title: t("keys.id"), render: (row) => <code>{String(row.id)}</code> },
      secret: {
        sortable: false,
        width: 390,
        render: (row) => <ShowKeyCopy name={t("keys.secret")} value={String(row.secret ?? "")} download />,
      },
    },
  };
  const toggle = async (row: Row, list: ListHandle) => {
    try {
      await changeKey(row, { is_active: row.is_active !== true });
      toast("success", t(row.is_active === true ? "keys.disabled" : "keys.enabled"));
    } catch (failure) {
      toastFailure(failure);
    }
    await list.reload();
  };
  const actions = (row: Row, list: ListHandle): readonly Action[] => {
    if (!can("authentication.change_accesskey")) return [];
    const switching = {
      key: "active",
      order: 10,
      label: t(row.is_active === true ? "keys.disable" : "keys.enable"),
      run: () => void toggle(row, list),
    };
    // An addition of this server: others have no addresses.
    if (!Array.isArray(row.ip_group)) return [switching];
    return [
      switching,
      { key: "addresses", label: t("keys.addresses"), run: () => setEditing({ row, list }) },
    ];
  };
  const make = <MakeButton label={t("keys.make")} done={t("keys.made")} />;
  return (
    <>
      <ResourceList
        resource={ACCESS_KEYS}
        label={t("routes:accessKeys")}
        columns={columns}
        create={null}
        toolbar={{
          extra: make,
          exports: false,
          imports: false,
        }}
        bulk={{ delete: false }}
        rows={{ builtIns: DELETE_ONLY, extras: actions }}
        emptyHint={t("keys.none")}
        emptyAction={make}
      />
      {editing === undefined ? null : (
        <Suspense fallback={null}>
          <AddressesDialog {...editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** A person's access keys, and their private token where the server has such. */
export default function AccessKeyList() {
  const { t } = useCredentialTexts();
  const privateToken = usePrivateToken();
  const keys = { key: "AccessKeys", label: t("keys.tab"), content: <AccessKeys /> };
  const token = {
    key: "PrivateToken",
    label: t("private.tab"),
    content: <PrivateTokenCard token={privateToken} />,
  };
  return (
    <Page title={t("routes:accessKeys")} help={t("keys.help")}>
      <TabPage tabs={privateToken.exists ? [keys, token] : [keys]} />
    </Page>
  );
}
