import { DownOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { api } from "../../../kit/api/client.ts";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { useList } from "../../../kit/list/list-context.ts";
import type { ListHandle } from "../../../kit/list/list-props.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Action } from "../../../kit/list/row-actions.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import { useSettingsTexts } from "../settings-texts.ts";
import { isOwn, REPLAY_STORAGES, STORAGE_TYPES } from "./storage-resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "type", "comment", "is_default"],
  exclude: ["meta"],
};

/** Creates a storage of one of the types. */
function CreateMenu() {
  const { t } = useSettingsTexts();
  const { may } = useList();
  const navigate = useNavigate();
  if (!may.add) return null;
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: STORAGE_TYPES.map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => void navigate(`${REPLAY_STORAGES.routes.create ?? ""}?type=${key}`),
      }}
    >
      <Button type="primary" icon={<PlusOutlined aria-hidden />}>
        {t("routes:replayStorageCreate")}
        <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  );
}

/** Asks a storage whether it works, and says what came of it. */
async function test(row: Row): Promise<void> {
  try {
    const { is_valid, msg } = await api<{ readonly is_valid: boolean; readonly msg: string }>(
      `${REPLAY_STORAGES.url}${String(row.id)}/test-connective/`,
    );
    toast(is_valid ? "success" : "error", `${rowName(row)}: ${msg}`);
  } catch (failure) {
    toastFailure(failure);
  }
}

/** Where recordings are kept. */
export function ReplayStorageList() {
  const { t } = useSettingsTexts();
  const { can } = useSession();
  const mayChange = can("terminal.change_replaystorage");
  const rows = useMemo(() => {
    const makeDefault = async (row: Row, list: ListHandle) => {
      try {
        await api(`${REPLAY_STORAGES.url}${String(row.id)}/`, {
          method: "PATCH",
          body: { is_default: true },
        });
        toast("success", t("storages:isDefaultNow", { name: rowName(row) }));
        await list.reload();
      } catch (failure) {
        toastFailure(failure);
      }
    };
    const extras = (row: Row, list: ListHandle): readonly Action[] => [
      { key: "test", label: t("storages:test"), run: () => void test(row) },
      ...(mayChange && row.is_default !== true
        ? [{ key: "default", label: t("storages:makeDefault"), run: () => void makeDefault(row, list) }]
        : []),
    ];
    return { builtIns: ["update", "delete"] as const, canChange: isOwn, extras };
  }, [t, mayChange]);
  return (
    <ResourceList
      resource={REPLAY_STORAGES}
      label={t("storages:replayStorages")}
      columns={COLUMNS}
      create={null}
      toolbar={{ extra: <CreateMenu />, exports: false, imports: false }}
      rows={rows}
      bulk={{ delete: false }}
      emptyHint={t("storages:empty")}
      emptyAction={<CreateMenu />}
    />
  );
}
