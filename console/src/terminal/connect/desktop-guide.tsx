import { DownloadOutlined } from "@ant-design/icons";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Query } from "../../kit/api/client.ts";
import { failureText, toast } from "../../kit/feedback.ts";
import { fetchFile, saveFile } from "../../kit/transfer/download.ts";
import type { ConnectionToken } from "../api/types.ts";
import { type DesktopSetting, readDesktopSetting, writeDesktopSetting } from "../settings/desktop-setting.ts";
import type { GuideProps } from "./client-connection.ts";
import { SecretLine } from "./client-line.tsx";
import { ClientProgram } from "./client-program.tsx";
import { Launched } from "./launched.tsx";

/** What a desktop needs before it may reach the drives of a computer: all three (docs/contract/sessions.md). */
const TRANSFER = ["upload", "download", "delete"];

/** Whether the person may offer drives of their computer to the desktop. */
export function mayShareDrives({ actions = [] }: ConnectionToken): boolean {
  const held = actions.map((action) => (typeof action === "string" ? action : action.value));
  return TRANSFER.every((action) => held.includes(action));
}

/**
 * How a desktop is to be shown, as the server takes it (docs/contract/sessions.md, "Client programs").
 *
 * @param resolution width and height in pixels with an `x` between; anything else follows the window
 */
export function desktopQuery(
  { isFullScreen, usesAllMonitors, sharesDrives }: DesktopSetting,
  resolution: string,
): Query {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(resolution) ?? [];
  return {
    width,
    height,
    full_screen: isFullScreen ? 1 : undefined,
    multi_mon: usesAllMonitors ? 1 : undefined,
    drives_redirect: sharesDrives ? 1 : undefined,
  };
}

/** How to connect to a desktop with a client of one's own: by a file, or a link. */
export function DesktopGuide({ connection, token, isValid, reuse }: GuideProps) {
  const { t } = useTranslation("terminal");
  const [setting, setSetting] = useState(readDesktopSetting);
  const [isLoading, setLoading] = useState(false);
  const hasDrives = mayShareDrives(token);
  const query = desktopQuery(
    { ...setting, sharesDrives: setting.sharesDrives && hasDrives },
    connection.resolution,
  );
  if (!isValid) return null;
  const change = (part: Partial<DesktopSetting>) => {
    const changed = { ...setting, ...part };
    setSetting(changed);
    writeDesktopSetting(changed);
  };
  const download = () => {
    const path = `/api/v1/authentication/connection-token/${encodeURIComponent(token.id)}/rdp-file/`;
    setLoading(true);
    fetchFile(path, "connection.rdp", { query })
      .then(
        ({ name, content }) => saveFile(name, content),
        (error: unknown) => toast("error", failureText(error)),
      )
      .finally(() => setLoading(false));
  };
  const option = (name: keyof DesktopSetting, label: string) => (
    <Checkbox checked={setting[name]} onChange={({ target }) => change({ [name]: target.checked })}>
      {label}
    </Checkbox>
  );
  return (
    <Launched tokenId={token.id} query={query}>
      {({ password, link }) => (
        <>
          <p>{t("client.desktopAsks")}</p>
          <dl>
            <SecretLine name={t("client.password")} value={password} />
          </dl>
          {reuse}
          <div className="luna-client-options">
            {option("isFullScreen", t("client.fullScreen"))}
            {option("usesAllMonitors", t("client.allMonitors"))}
            {hasDrives && option("sharesDrives", t("client.drives"))}
          </div>
          <ClientProgram link={link} opensAtOnce={connection.opensAtOnce} otherwise={t("client.useFile")}>
            <Button type="primary" icon={<DownloadOutlined />} loading={isLoading} onClick={download}>
              {t("client.file")}
            </Button>
          </ClientProgram>
        </>
      )}
    </Launched>
  );
}
