import { ThunderboltOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMayHaveQuickCommands } from "./may-have-quick-commands.ts";
import { QuickCommandChoice } from "./quick-command-choice.tsx";

/** The person's command templates and those their organization shares, to put one where a command is typed; nothing for those who may have none. */
export function QuickCommands({ onInsert }: { onInsert(command: string): void }) {
  const { t } = useTranslation("terminal");
  const [isOpen, setOpen] = useState(false);
  if (!useMayHaveQuickCommands()) return null;
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <QuickCommandChoice
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
