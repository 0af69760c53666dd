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
import { labelled } from "../../../kit/metadata/labelled.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { useSession } from "../../../kit/session.ts";
import { useSettingsTexts } from "../settings-texts.ts";
import { isOwn, type StorageType } from "./storage-resources.ts";

interface CreateProps {
  readonly resource: ResourceDescriptor;
  readonly types: readonly StorageType[];
  /** What is on the button. */
  readonly createLabel: string;
}

/** Creates a storage of one of the types. */
function CreateMenu({ resource, types, createLabel }: CreateProps) {
  const { may } = useList();
  const navigate = useNavigate();
  if (!may.add) return null;
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: types.map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => void navigate(`${resource.routes.create ?? ""}?type=${key}`),
      }}
    >
      <Button type="primary" icon={<PlusOutlined aria-hidden />}>
        {createLabel}
        <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  );
}

/** Asks a storage whether it works, and says what came of it. */
async function test({ url }: ResourceDescriptor, row: Row): Promise<void> {
  try {
    const { is_valid, msg } = await api<{ readonly is_valid: boolean; readonly msg: string }>(
      `${url}${String(row.id)}/test-connective/`,
    );
    toast(is_valid ? "success" : "error", labelled(rowName(row), msg));
  } catch (failure) {
    toastFailure(failure);
  }
}

interface StorageListProps extends CreateProps {
  /** What the list is called. */
  readonly label: string;
  /** What is said where there is nothing. */
  readonly emptyHint: string;
  readonly columns: ColumnPlan;
}

/** The storages of one kind: tested, and made the default, from the list. */
export function StorageList({ label, emptyHint, columns, ...create }: StorageListProps) {
  const { t } = useSettingsTexts();
  const { can } = useSession();
  const { resource } = create;
  const { app, model } = resource.permission;
  const mayChange = can(`${app}.change_${model}`);
  const rows = useMemo(() => {
    const makeDefault = async (row: Row, list: ListHandle) => {
      try {
        await api(`${resource.url}${String(row.id)}/`, { method: "PATCH", body: { is_default: true } });
        toast("success", t("storages:isDefaultNow", { name: rowName(row) }));
        await list.reload();
      } catch (failure) {
        toastFailure(failure);
      }
    };
    const extras = (row: Row, list: ListHandle): readonly Action[] => [
      { key: "test", label: t("storages:test"), run: () => void test(resource, row) },
      ...(mayChange && row.is_default !== true
        ? [{ key: "default", label: t("storages:makeDefault"), run: () => void makeDefault(row, list) }]
        : []),
    ];
    return { builtIns: ["update", "delete"] as const, canChange: isOwn, extras };
  }, [t, mayChange, resource]);
  return (
    <ResourceList
      resource={resource}
      label={label}
      columns={columns}
      create={null}
      toolbar={{ extra: <CreateMenu {...create} />, exports: false, imports: false }}
      rows={rows}
      bulk={{ delete: false }}
      emptyHint={emptyHint}
      emptyAction={<CreateMenu {...create} />}
    />
  );
}
