import { MoreOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

/** Something that can be done with a row, or with the selected rows. */
export interface Action {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  /** Shown, but cannot be used. */
  readonly disabled?: boolean;
  /** Lower stands first; update 10, delete 20, duplicate 30, others 100. */
  readonly order?: number;
  /** A page of the console to open. */
  readonly to?: string;
  /** An address to open in a new tab. */
  readonly href?: string;
  readonly run?: () => void;
}

/** Actions in their order; up to two stand as links, of more the first does and the rest are in a menu. */
export function RowActions({
  actions,
  name,
}: {
  readonly actions: readonly Action[];
  readonly name: string;
}) {
  const { t } = useTranslation(["kit", "common"]);
  const navigate = useNavigate();
  const sorted = [...actions].sort((a, b) => (a.order ?? 100) - (b.order ?? 100));
  const direct = sorted.length <= 2 ? sorted : sorted.slice(0, 1);
  const rest = sorted.slice(direct.length);
  const perform = (action: Action) => {
    if (action.href !== undefined) window.open(action.href, "_blank", "noopener");
    else if (action.to !== undefined) void navigate(action.to);
    else action.run?.();
  };
  return (
    <span className="row-actions">
      {direct.map((action) => (
        <Button
          key={action.key}
          type="link"
          size="small"
          danger={action.danger === true}
          disabled={action.disabled === true}
          onClick={() => perform(action)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length === 0 ? null : (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: rest.map((action) => ({
              key: action.key,
              label: action.label,
              danger: action.danger === true,
              disabled: action.disabled === true,
            })),
            onClick: ({ key }) => {
              const action = rest.find((item) => item.key === key);
              if (action !== undefined) perform(action);
            },
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-label={t("list.rowActions", { name })}
          />
        </Dropdown>
      )}
    </span>
  );
}
