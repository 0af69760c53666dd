import { Button } from "antd";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { isRecord } from "../../kit/api/api-error.ts";
import { TabPage } from "../../kit/detail/tab-page.tsx";
import { toastFailure } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { useList } from "../../kit/list/list-context.ts";
import { DetailLink, type ListHandle, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { TreeTable } from "../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../kit/tree/use-tree-choice.ts";
import { ASSETS, AssetTrees } from "../assets/index.ts";
import { askToClearSecrets, isPushable, isTestable, pushAccounts, testAccounts } from "./account-actions.ts";
import type { BulkSource } from "./bulk-dialog.tsx";
import { ACCOUNTS, PUSH_ACCOUNT, VIEW_SECRET } from "./resources.ts";
import { useAccountTexts } from "./use-account-texts.ts";
import { VirtualList } from "./virtual/virtual-list.tsx";

const SecretView = lazy(() => import("./secret-view.tsx"));
const BulkDialog = lazy(() => import("./bulk-dialog.tsx"));

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "asset", "secret_type", "privileged", "is_active", "date_updated"],
  always: ["name", "username"],
  exclude: ["spec_info", "params"],
  overrides: {
    asset: {
      render: (row) => (isRecord(row.asset) ? <DetailLink resource={ASSETS} row={row.asset} /> : ""),
    },
  },
};

const EXCLUDED_FILTERS = ["id", "asset", "asset_id", "node_id"];
const BUILT_INS = ["update", "delete"] as const;

/** Where one account is put on many assets: as entered, or from a template. */
function OnManyAssets({ asset }: { readonly asset: string | undefined }) {
  const { t } = useAccountTexts();
  const { can } = useSession();
  const list = useList();
  const [source, setSource] = useState<BulkSource>();
  if (!list.may.add) return null;
  return (
    <>
      {can("accounts.view_accounttemplate") ? (
        <Button onClick={() => setSource("template")}>{t("bulk.byTemplate")}</Button>
      ) : null}
      <Button onClick={() => setSource("entered")}>{t("bulk.title")}</Button>
      {source === undefined ? null : (
        <Suspense fallback={null}>
          <BulkDialog
            source={source}
            asset={asset}
            onDone={() => list.reload()}
            onClose={() => setSource(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function useAccountActions(view: (account: Row) => void) {
  const { t } = useAccountTexts();
  const { can, inRoot } = useSession();
  const [maySee, mayChange] = [can(VIEW_SECRET), can("accounts.change_account")];
  const mayTest = can("accounts.verify_account") && !inRoot;
  const mayPush = can(PUSH_ACCOUNT) && !inRoot;
  return useMemo(() => {
    const clear = (rows: readonly Row[], list: ListHandle) =>
      mayChange
        ? [
            {
              key: "clear",
              label: t("accounts:clearSecret"),
              danger: true,
              run: () => askToClearSecrets(rows, () => list.reload()),
            },
          ]
        : [];
    const test = (rows: readonly Row[]) =>
      mayTest && rows.every(isTestable)
        ? [
            {
              key: "test",
              label: t("test"),
              run: () => void testAccounts(rows).catch(toastFailure),
            },
          ]
        : [];
    const push = (rows: readonly Row[]) =>
      mayPush && rows.every(isPushable)
        ? [{ key: "push", label: t("accounts:push"), run: () => void pushAccounts(rows).catch(toastFailure) }]
        : [];
    const row = (account: Row, list: ListHandle) => [
      ...(maySee && account.has_secret !== false
        ? [{ key: "secret", label: t("accounts:viewSecret"), run: () => view(account) }]
        : []),
      ...test([account]),
      ...push([account]),
      ...clear([account], list),
    ];
    return {
      row,
      bulk: (rows: readonly Row[], list: ListHandle) => [...test(rows), ...push(rows), ...clear(rows, list)],
    };
  }, [maySee, mayChange, mayTest, mayPush, t, view]);
}

/** Accounts beside the tree of nodes and assets. */
function StoredAccounts() {
  const { t } = useAccountTexts();
  const { can } = useSession();
  const tree = useTreeChoice();
  const [viewed, setViewed] = useState<Row>();
  const close = useCallback(() => setViewed(undefined), []);
  const actions = useAccountActions(setViewed);
  return (
    <TreeTable
      tree={
        can("assets.view_node|assets.view_asset") ? (
          <AssetTrees counts="account" assets choice={tree} />
        ) : null
      }
    >
      <ResourceList
        resource={ACCOUNTS}
        label={t("routes:accounts")}
        columns={COLUMNS}
        query={tree.query}
        defaultOrder="-date_updated"
        emptyHint={t("accounts:empty")}
        filters={{ exclude: EXCLUDED_FILTERS }}
        bulk={{ activation: true, extras: actions.bulk }}
        create={{
          label: t("routes:accountCreate"),
          query: tree.asset === undefined ? "" : `?asset=${tree.asset}`,
        }}
        toolbar={{
          extra: <OnManyAssets asset={tree.asset} />,
          exports: can(VIEW_SECRET) ? { url: SECRETS_URL, hint: t("exportHint") } : false,
        }}
        rows={{ builtIns: BUILT_INS, extras: actions.row }}
      />
      {viewed === undefined ? null : (
        <Suspense fallback={null}>
          <SecretView account={viewed} onClose={close} />
        </Suspense>
      )}
    </TreeTable>
  );
}

const SECRETS_URL = "/api/v1/accounts/account-secrets/";

/** The accounts of assets, and what stands for those that are not stored. */
export default function AccountList() {
  const { t } = useAccountTexts();
  const { can } = useSession();
  return (
    <Page title={t("routes:accounts")}>
      <TabPage
        lists
        tabs={[
          { key: "AccountList", label: t("stored"), content: <StoredAccounts /> },
          ...(can("accounts.view_virtualaccount")
            ? [{ key: "VirtualAccountList", label: t("virtual.title"), content: <VirtualList /> }]
            : []),
        ]}
      />
    </Page>
  );
}
