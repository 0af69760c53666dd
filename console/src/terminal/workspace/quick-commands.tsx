import { TeamOutlined, ThunderboltOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Popover, Spin } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import { fetchQuickCommands } from "../api/luna-api.ts";
import { useLuna } from "../page/luna-context.ts";

/** The console's page of command templates. */
const TEMPLATES_PAGE = "/ui/workbench/ops/templates";

/** The person's command templates and those their organization shares, to put one where a command is typed; nothing for those who may have none. */
export function QuickCommands({ onInsert }: { onInsert(command: string): void }) {
  const { t } = useTranslation("terminal");
  const { profile } = useLuna();
  const [isOpen, setOpen] = useState(false);
  if (!profile.perms.includes("ops.view_adhoc")) return null;
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <Choice
          onChoose={(command) => {
            setOpen(false);
            onInsert(command);
          }}
        />
      }
    >
      <Button icon={<ThunderboltOutlined />} aria-label={t("quick.open")} title={t("quick.open")} />
    </Popover>
  );
}

function Choice({ onChoose }: { onChoose(command: string): void }) {
  const { t } = useTranslation("terminal");
  const { organization } = useLuna();
  const [text, setText] = useState("");
  const query = useQuery({
    queryKey: ["quick-commands", organization?.id],
    queryFn: ({ signal }) => fetchQuickCommands(signal),
  });
  const wanted = text.trim().toLowerCase();
  const found = (query.data ?? []).filter(({ name, args }) =>
    `${name}\n${args}`.toLowerCase().includes(wanted),
  );
  return (
    <div className="luna-quick">
      <Input
        type="search"
        autoFocus
        allowClear
        aria-label={t("quick.search")}
        placeholder={t("quick.search")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {query.isPending && <Spin />}
      {query.error !== null && (
        <p role="alert">
          {t("quick.failed")} {failureText(query.error)}
        </p>
      )}
      {query.isSuccess && found.length === 0 && (
        <p>{query.data.length === 0 ? t("quick.empty") : t("quick.noMatch", { text })}</p>
      )}
      <ul>
        {found.map(({ id, name, args, is_shared: isShared }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(args)}>
              <span>
                {name} {isShared === true && <TeamOutlined role="img" aria-label={t("quick.shared")} />}
              </span>
              <code>{args}</code>
            </button>
          </li>
        ))}
      </ul>
      <a href={TEMPLATES_PAGE} target="_blank" rel="noopener noreferrer">
        {t("quick.manage")}
      </a>
    </div>
  );
}
