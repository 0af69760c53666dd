import {
  CodeOutlined,
  EllipsisOutlined,
  FolderOpenOutlined,
  FontSizeOutlined,
  ReloadOutlined,
  SearchOutlined,
  ShareAltOutlined,
  TeamOutlined,
} from "@ant-design/icons";
import { Button, Dropdown, Popover, Spin } from "antd";
import { lazy, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LoadBoundary } from "../page/load-boundary.tsx";
import { mayReconnect, type SessionState } from "../session/session-state.ts";
import { BAR_KEYS, COMMANDS_KEYS, FIND_KEYS } from "../session/shortcuts.ts";
import { isTerminalTab, type TerminalTab } from "../session/tabs-state.ts";
import { useTabs } from "./tabs-context.ts";
import { useOpenFiles, useShare, useTabMenu } from "./use-tab-menu.ts";

const LookPanel = lazy(() => import("../settings/look-panel.tsx"));

/** Props of the toolbar. */
export interface SessionToolbarProps {
  readonly tab: TerminalTab;
  readonly isFinding: boolean;
  onFind(isFinding: boolean): void;
  readonly isBarShown: boolean;
  /** Undefined where there is no command bar. */
  readonly onToggleBar: (() => void) | undefined;
  /** Shows the quick commands; undefined for who may have none. */
  readonly onCommands: (() => void) | undefined;
  onHelp(): void;
}

/** What can be done with the session in front, and whether it is recorded. */
export function SessionToolbar(props: SessionToolbarProps) {
  const { tab, isFinding, onFind, isBarShown, onToggleBar, onCommands, onHelp } = props;
  const { t } = useTranslation("terminal");
  const { reconnect } = useTabs();
  const items = useTabMenu(tab);
  const openFiles = useOpenFiles(tab);
  const share = useShare(tab);
  // A page of a component has what it needs itself.
  const isTerminal = isTerminalTab(tab);
  const guests = tab.session.guests ?? 0;
  const { accountName, address, assetName } = tab.target;
  return (
    <div role="toolbar" aria-label={t("toolbar.name")} className="luna-tools">
      <span className="luna-tools-target">{`${accountName}@${address || assetName}`}</span>
      <RecordState session={tab.session} />
      {isTerminal && (
        <Tool
          name={t("toolbar.find")}
          keys={FIND_KEYS}
          icon={<SearchOutlined />}
          isPressed={isFinding}
          onClick={() => onFind(!isFinding)}
        />
      )}
      {isTerminal && onToggleBar && (
        <Tool
          name={t("bar.open")}
          keys={BAR_KEYS}
          icon={<CodeOutlined />}
          isPressed={isBarShown}
          onClick={onToggleBar}
        />
      )}
      {share && (
        <Tool
          className="luna-wide-only"
          name={guests === 0 ? t("toolbar.share") : t("toolbar.shared", { count: guests })}
          icon={guests === 0 ? <ShareAltOutlined /> : <TeamOutlined />}
          isPressed={guests > 0}
          onClick={share}
        />
      )}
      {openFiles && (
        <Tool
          className="luna-wide-only"
          name={t("toolbar.files")}
          icon={<FolderOpenOutlined />}
          onClick={openFiles}
        />
      )}
      {isTerminal && <LookButton />}
      <Tool
        className="luna-wide-only"
        name={t("tab.reconnect")}
        icon={<ReloadOutlined />}
        isDisabled={!mayReconnect(tab.session.phase)}
        onClick={() => reconnect(tab.key)}
      />
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            ...items,
            { type: "divider" },
            ...(onCommands === undefined || !isTerminal
              ? []
              : [{ key: "commands", label: t("quick.open"), extra: COMMANDS_KEYS, onClick: onCommands }]),
            { key: "help", label: t("map.title"), onClick: onHelp },
          ],
        }}
        placement="bottomRight"
      >
        <Button type="text" icon={<EllipsisOutlined />} aria-label={t("toolbar.more")} />
      </Dropdown>
    </div>
  );
}

/** Opens what terminals look like. */
function LookButton() {
  const { t } = useTranslation("terminal");
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = t("toolbar.look");
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <LoadBoundary wait={<Spin className="luna-look" />} failed={t("session.failedToLoad")}>
          <LookPanel onClose={close} />
        </LoadBoundary>
      }
    >
      <Button
        ref={button}
        type="text"
        icon={<FontSizeOutlined />}
        aria-label={label}
        aria-expanded={isOpen}
        title={isOpen ? "" : label}
      />
    </Popover>
  );
}

/** Tells whether what happens is recorded; nothing where the server does not say, or no session is open. */
function RecordState({ session }: { readonly session: SessionState }) {
  const { t } = useTranslation("terminal");
  const state = recordState(session);
  if (state === undefined) return null;
  const name = t(`record.${state}`);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={<p className="luna-record-text">{t(`record.${state}Hint`)}</p>}
    >
      <Button type="text" className={`luna-record luna-record-${state}`} title={t(`record.${state}Hint`)}>
        <span className="luna-record-mark" aria-hidden="true" />
        <span className="luna-record-name">{name}</span>
      </Button>
    </Popover>
  );
}

/** What is said of the recording. */
function recordState({ phase, recorded }: SessionState): "on" | "off" | "paused" | undefined {
  if (phase === "paused") return "paused";
  if (phase !== "live" || recorded === undefined) return undefined;
  return recorded ? "on" : "off";
}

interface ToolProps {
  readonly name: string;
  /** Keys that do the same. */
  readonly keys?: string;
  readonly icon: ReactNode;
  readonly className?: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  onClick(): void;
}

function Tool({ name, keys, icon, className, isPressed, isDisabled = false, onClick }: ToolProps) {
  return (
    <Button
      type="text"
      icon={icon}
      aria-label={name}
      title={keys === undefined ? name : `${name} (${keys})`}
      disabled={isDisabled}
      {...(className === undefined ? {} : { className })}
      {...(isPressed === undefined ? {} : { "aria-pressed": isPressed })}
      onClick={onClick}
    />
  );
}
