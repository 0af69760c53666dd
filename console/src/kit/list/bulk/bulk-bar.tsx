import { DownOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { toastFailure } from "../../feedback.ts";
import { useList } from "../list-context.ts";
import { SELECT_ALL_LIMIT } from "../list-page.ts";
import { type Action, perform } from "../row-actions.tsx";
import { rowKey } from "../rows.ts";

/**
 * What can be done with the selected rows; how many they are; ways to select all matches and to clear the selection.
 */
export function BulkBar({ actions }: { readonly actions: readonly Action[] }) {
  const { t } = useTranslation("list");
  const navigate = useNavigate();
  const { rows, count, selection, selectMatching } = useList();
  const [busy, setBusy] = useState(false);
  const chosen = selection.keys.size;
  const pageChosen = rows?.every((row) => selection.keys.has(rowKey(row))) === true;
  const more = count !== undefined && chosen < count && count <= SELECT_ALL_LIMIT && pageChosen;
  const selectAll = async () => {
    setBusy(true);
    try {
      await selectMatching();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="bulk-bar">
      <Dropdown
        trigger={["click"]}
        menu={{
          items: actions.map(({ key, label, danger, disabled }) => ({
            key,
            label,
            danger: danger === true,
            disabled: disabled === true,
          })),
          onClick: ({ key, domEvent }) => {
            // Chosen by a key, the rest of its press would answer the question that the action may ask.
            domEvent.preventDefault();
            const action = actions.find((item) => item.key === key);
            if (action !== undefined) perform(action, (path) => void navigate(path));
          },
        }}
      >
        <Button icon={<DownOutlined />} iconPlacement="end">
          {t("selection.actions", { count: chosen })}
        </Button>
      </Dropdown>
      {more ? (
        <Button type="link" size="small" loading={busy} onClick={() => void selectAll()}>
          {t("selection.matching", { count })}
        </Button>
      ) : null}
      <Button type="link" size="small" onClick={selection.clear}>
        {t("selection.clear")}
      </Button>
    </div>
  );
}
