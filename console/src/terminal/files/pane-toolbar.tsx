import {
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EllipsisOutlined,
  FolderAddOutlined,
  ReloadOutlined,
  UploadOutlined,
} from "@ant-design/icons";
import { Button, Dropdown, Input, type MenuProps } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { shownName } from "./names.ts";
import { chosenFiles } from "./upload.ts";
import type { FileActions } from "./use-file-actions.ts";
import type { PaneState } from "./use-pane.ts";

interface PaneToolbarProps {
  readonly pane: PaneState;
  readonly actions: FileActions;
}

/** What can be done on one side, and where it is. */
export function PaneToolbar({ pane, actions }: PaneToolbarProps) {
  const { t } = useTranslation("files");
  const { folder, look, setLook, searched, reload } = pane;
  return (
    <>
      <div className="luna-files-bar" role="toolbar" aria-label={t("title")}>
        <Tool name={t("up")} icon={<ArrowUpOutlined />} run={actions.up} isAlways />
        <Tool name={t("reload")} icon={<ReloadOutlined />} run={reload} />
        <span className="luna-files-path" title={folder?.path}>
          <bdi>
            {folder === undefined
              ? ""
              : folder.rights === null && folder.path === "/"
                ? t("allAssets")
                : shownName(folder.path)}
          </bdi>
        </span>
        <UploadButton actions={actions} />
        <Tool name={t("newFolder")} icon={<FolderAddOutlined />} run={actions.newFolder} />
        <Tool name={t("download")} icon={<DownloadOutlined />} run={actions.download} />
        <Tool name={t("copyOver")} icon={<CopyOutlined />} run={actions.copy} />
        <Tool name={t("rename")} icon={<EditOutlined />} run={actions.rename} />
        <Tool name={t("remove")} icon={<DeleteOutlined />} run={actions.remove} />
        <MoreButton pane={pane} actions={actions} />
      </div>
      <div className="luna-files-bar">
        <Input
          size="small"
          allowClear
          placeholder={t("filter")}
          aria-label={t("filter")}
          value={look.filter}
          onChange={(event) => setLook({ filter: event.target.value })}
        />
        <SearchField pane={pane} />
      </div>
      {searched !== undefined && (
        <div className="luna-files-found">
          {t("results", { text: searched })}
          <Button size="small" type="link" onClick={reload}>
            {t("endSearch")}
          </Button>
        </div>
      )}
    </>
  );
}

function SearchField({ pane }: { readonly pane: PaneState }) {
  const { t } = useTranslation("files");
  const [text, setText] = useState("");
  return (
    <Input.Search
      size="small"
      placeholder={t("search")}
      aria-label={t("search")}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(wanted) => {
        if (wanted.trim() !== "") pane.search(wanted.trim());
      }}
    />
  );
}

interface ToolProps {
  readonly name: string;
  readonly icon: ReactNode;
  readonly run: (() => void) | undefined;
  /** Shown also where it cannot be used. */
  readonly isAlways?: boolean;
}

function Tool({ name, icon, run, isAlways = false }: ToolProps) {
  if (run === undefined && !isAlways) return null;
  return (
    <Button
      type="text"
      icon={icon}
      aria-label={name}
      title={name}
      disabled={run === undefined}
      onClick={run}
    />
  );
}

function UploadButton({ actions: { upload } }: { readonly actions: FileActions }) {
  const { t } = useTranslation("files");
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  if (upload === undefined) return null;
  const take = (input: HTMLInputElement) => {
    if (input.files !== null && input.files.length > 0) upload(chosenFiles(input.files));
    input.value = "";
  };
  const items: MenuProps["items"] = [
    { key: "files", label: t("uploadFiles"), onClick: () => files.current?.click() },
    { key: "folder", label: t("uploadFolder"), onClick: () => folder.current?.click() },
  ];
  return (
    <>
      <Dropdown trigger={["click"]} menu={{ items }}>
        <Button type="text" icon={<UploadOutlined />} aria-label={t("upload")} title={t("upload")} />
      </Dropdown>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t("uploadFiles")}
        onChange={(event) => take(event.target)}
      />
      <input
        ref={folder}
        type="file"
        {...{ webkitdirectory: "" }}
        hidden
        aria-label={t("uploadFolder")}
        onChange={(event) => take(event.target)}
      />
    </>
  );
}

function MoreButton({ pane, actions }: PaneToolbarProps) {
  const { t } = useTranslation("files");
  const { look, setLook } = pane;
  const item = (key: "newFile" | "edit" | "rights", run: (() => void) | undefined) =>
    run === undefined ? [] : [{ key, label: t(key), onClick: run }];
  const items: MenuProps["items"] = [
    ...item("newFile", actions.newFile),
    ...item("edit", actions.edit),
    ...item("rights", actions.rights),
    ...(actions.move === undefined ? [] : [{ key: "move", label: t("moveOver"), onClick: actions.move }]),
    {
      key: "hidden",
      label: `${look.showsHidden ? "✓ " : ""}${t("hidden")}`,
      onClick: () => setLook({ showsHidden: !look.showsHidden }),
    },
  ];
  return (
    <Dropdown trigger={["click"]} menu={{ items }} placement="bottomRight">
      <Button type="text" icon={<EllipsisOutlined />} aria-label={t("more")} title={t("more")} />
    </Dropdown>
  );
}
