import { CodeOutlined } from "@ant-design/icons";
import { Button, Drawer, Grid } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AssetPanel } from "../tree/asset-panel.tsx";
import { PageHeader } from "./page-header.tsx";
import { SignedOutDialog } from "./signed-out-dialog.tsx";
import { useTabs } from "./tabs-context.ts";
import { TabsProvider } from "./tabs-provider.tsx";
import { Workspace } from "./workspace.tsx";

/** Props of the main page. */
export interface MainPageProps {
  /** Whether this is a window for one connection, without the assets on the left. */
  single: boolean;
  /** Asset to connect to at once. */
  assetId: string | undefined;
  /** Account to preselect for it. */
  accountId: string | undefined;
}

/** The connect page: assets on the left, terminals on the right. */
export default function MainPage(props: MainPageProps) {
  return (
    <TabsProvider>
      <ConnectAtOnce assetId={props.assetId} accountId={props.accountId} />
      <Layout single={props.single} assetId={props.assetId} />
      <SignedOutDialog />
    </TabsProvider>
  );
}

function ConnectAtOnce({
  assetId,
  accountId,
}: {
  assetId: string | undefined;
  accountId: string | undefined;
}) {
  const { connect } = useTabs();
  const done = useRef(false);
  useEffect(() => {
    if (assetId === undefined || done.current) return;
    done.current = true;
    connect({ id: assetId, name: "", address: "" }, { accountId, dialog: accountId !== undefined });
  }, [assetId, accountId, connect]);
  return null;
}

function Layout({ single, assetId }: { single: boolean; assetId: string | undefined }) {
  const { t } = useTranslation("terminal");
  const { connect } = useTabs();
  const wide = Grid.useBreakpoint().md !== false;
  const [shown, setShown] = useState(true);
  const [drawer, setDrawer] = useState(false);
  const showAssets = () => (wide ? setShown(!shown) : setDrawer(true));
  const empty = (
    <div className="luna-welcome">
      <CodeOutlined className="luna-welcome-icon" aria-hidden="true" />
      <h1>{t("tab.welcome")}</h1>
      {!single && wide && <p>{t("tab.welcomeHint")}</p>}
      {!single && !wide && (
        <Button type="primary" size="large" onClick={() => setDrawer(true)}>
          {t("header.showAssets")}
        </Button>
      )}
      {single && assetId !== undefined && (
        <Button
          type="primary"
          onClick={() => connect({ id: assetId, name: "", address: "" }, { dialog: true })}
        >
          {t("connect.submit")}
        </Button>
      )}
    </div>
  );
  return (
    <div className="luna-page">
      <PageHeader {...(single ? {} : { assetsShown: wide && shown, onToggleAssets: showAssets })} />
      <main className="luna-body">
        {!single && wide && (
          <aside className="luna-side" hidden={!shown}>
            <AssetPanel />
          </aside>
        )}
        {!single && !wide && (
          <Drawer
            open={drawer}
            onClose={() => setDrawer(false)}
            placement="left"
            size={320}
            title={t("header.assets")}
            styles={{ body: { padding: 0 } }}
          >
            <AssetPanel onConnect={() => setDrawer(false)} />
          </Drawer>
        )}
        <Workspace empty={empty} />
      </main>
    </div>
  );
}
