import { CodeOutlined, DesktopOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLuna } from "../page/luna-context.ts";
import { readRecentAssets } from "../settings/recent-assets.ts";
import { FirstHints } from "./first-hints.tsx";
import { useTabs } from "./tabs-context.ts";

/** Recent assets that are offered at once; the panel has all of them. */
const OFFERED = 6;

/** What stands where terminals will be: the way to the first. `assetId`: the one a window of its own is for. */
export function Welcome({ assetId }: { readonly assetId: string | undefined }) {
  const { t } = useTranslation("terminal");
  const { connect } = useTabs();
  const { profile, organization } = useLuna();
  const recent = useMemo(
    () => readRecentAssets(profile.id, organization?.id ?? "").slice(0, OFFERED),
    [profile.id, organization?.id],
  );
  if (assetId !== undefined) {
    const asset = { id: assetId, name: "", address: "" };
    return (
      <div className="luna-welcome">
        <CodeOutlined className="luna-welcome-icon" aria-hidden="true" />
        <Button type="primary" onClick={() => connect(asset, { dialog: true })}>
          {t("connect.submit")}
        </Button>
      </div>
    );
  }
  return (
    <div className="luna-welcome">
      <CodeOutlined className="luna-welcome-icon" aria-hidden="true" />
      <h1>{t("tab.welcome")}</h1>
      <p>{t("tab.welcomeHint")}</p>
      {recent.length > 0 && (
        <section className="luna-recent" aria-label={t("tree.recent")}>
          <h2>{t("tree.recent")}</h2>
          <ul>
            {recent.map((asset) => (
              <li key={asset.id}>
                <button type="button" onClick={() => connect(asset)}>
                  <DesktopOutlined aria-hidden="true" />
                  <span>{asset.name}</span>
                  <small>{asset.address}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <FirstHints />
    </div>
  );
}
