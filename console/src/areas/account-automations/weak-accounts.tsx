import { Button, Tag } from "antd";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { confirm } from "../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, type ListHandle, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { openTaskLog } from "../../kit/task-window.ts";
import { ACCOUNTS } from "../accounts/index.ts";
import { ASSETS } from "../assets/index.ts";
import { useOpenChangeActions } from "./open-changes.ts";
import { CHANGE_SECRET } from "./resources.ts";
import { usePlanTexts } from "./use-plan-texts.ts";

const URL = "/api/v1/sallyport/weak-accounts/";

/** What can be weak, in the order in which it is to be looked after. */
const KINDS = ["unsettled", "shared", "old", "unmanaged", "missing", "unused"] as const;

/** What a rotation plan puts right. */
const BY_ROTATION: ReadonlySet<string> = new Set(["shared", "old", "unmanaged"]);
const SECRET_TYPES: ReadonlySet<string> = new Set(["password", "ssh_key"]);

const NO_ACTIONS: readonly [] = [];

const weaknessesOf = (row: Row): readonly { readonly value: string; readonly label: string }[] =>
  Array.isArray(row.weaknesses) ? row.weaknesses : [];

/** Where a plan begins that rotates the secret of an account. */
function rotationPath(row: Row): string {
  const query = new URLSearchParams({
    username: String(row.username ?? ""),
    asset: isRecord(row.asset) ? String(row.asset.id) : "",
    secret_type: String(plainValue(row.secret_type)),
  });
  return `${CHANGE_SECRET.plans.routes.create}?${query.toString()}`;
}

/** Compares the secrets of all accounts now; otherwise that is done every night. */
function Compare() {
  const { t } = usePlanTexts();
  const { can } = useSession();
  const [busy, setBusy] = useState(false);
  if (!can("accounts.verify_account")) return null;
  const compare = async () => {
    setBusy(true);
    try {
      openTaskLog((await api<{ task: string }>(`${URL}compare/`, { method: "POST", body: {} })).task);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void compare()}>
      {t("weak.compare")}
    </Button>
  );
}

function useNextActions() {
  const { t } = usePlanTexts();
  const { can, inRoot, licensed } = useSession();
  const navigate = useNavigate();
  const openChangeActions = useOpenChangeActions();
  const mayRotate = can("accounts.add_changesecretautomation") && licensed && !inRoot;
  const mayDisable = can("accounts.change_account") && !inRoot;
  return useMemo(() => {
    const disable = (row: Row, list: ListHandle) =>
      confirm({
        title: t("weak.disableTitle", { name: valueText(row.name) }),
        content: t("weak.disableBody"),
        confirmText: t("weak.disable"),
        danger: true,
        onConfirm: async () => {
          const body = { is_active: false, name: row.name };
          await api(`${ACCOUNTS.url}${encodeURIComponent(String(row.id))}/`, { method: "PATCH", body });
          toast("success", t("weak.disabled", { name: valueText(row.name) }));
          await list.reload();
        },
      });
    return (row: Row, list: ListHandle): readonly Action[] => {
      const kinds = weaknessesOf(row).map(({ value }) => value);
      const rotates =
        kinds.some((kind) => BY_ROTATION.has(kind)) && SECRET_TYPES.has(String(plainValue(row.secret_type)));
      return [
        ...(mayRotate && rotates
          ? [
              {
                key: "rotate",
                label: t("weak.rotate"),
                order: 1,
                run: () => void navigate(rotationPath(row)),
              },
            ]
          : []),
        ...(mayDisable && kinds.some((kind) => kind === "missing" || kind === "unused")
          ? [
              {
                key: "disable",
                label: t("weak.disable"),
                order: 2,
                danger: true,
                run: () => disable(row, list),
              },
            ]
          : []),
        ...(typeof row.open_change === "string"
          ? openChangeActions({ id: row.open_change, account: valueText(row.name) }, list)
          : []),
      ];
    };
  }, [mayDisable, mayRotate, navigate, openChangeActions, t]);
}

const WEAK = { ...ACCOUNTS, url: URL };

/** Accounts that somebody has to look after, and what to do next about each. */
export default function WeakAccounts() {
  const { t } = usePlanTexts();
  const extras = useNextActions();
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["name", "asset", "weaknesses", "privileged", "date_secret"],
      always: ["name", "weaknesses"],
      exclude: ["open_change"],
      overrides: {
        asset: {
          sortable: false,
          render: (row) => (isRecord(row.asset) ? <DetailLink resource={ASSETS} row={row.asset} /> : ""),
        },
        weaknesses: {
          sortable: false,
          render: (row) => (
            <span className="tags">
              {weaknessesOf(row).map(({ value, label }) => (
                <Tag key={value}>{label}</Tag>
              ))}
            </span>
          ),
        },
      },
    }),
    [],
  );
  const filters = useMemo(
    () => ({
      exclude: ["id"],
      more: {
        weakness: {
          label: t("weak.kind"),
          choices: KINDS.map((value) => ({ value, label: t(`weak.kinds.${value}`) })),
        },
        days: {
          label: t("weak.days"),
          choices: [30, 90, 180, 365].map((value) => ({ value, label: String(value) })),
        },
      },
    }),
    [t],
  );
  return (
    <Page title={t("routes:weakAccounts")} help={t("weak.help")}>
      <ResourceList
        resource={WEAK}
        label={t("routes:weakAccounts")}
        columns={columns}
        filters={filters}
        create={null}
        bulk={{ delete: false }}
        toolbar={{ imports: false, exports: false, extra: <Compare /> }}
        rows={{ builtIns: NO_ACTIONS, extras }}
        emptyHint={t("weak.emptyHint")}
      />
    </Page>
  );
}
