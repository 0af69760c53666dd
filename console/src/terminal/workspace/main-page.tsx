import { Drawer, Grid } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AssetPanel } from "../tree/asset-panel.tsx";
import { useAssetTree } from "../tree/use-asset-tree.ts";
import { FirstHints } from "./first-hints.tsx";
import { NothingGranted } from "./nothing-granted.tsx";
import { PageHeader } from "./page-header.tsx";
import { SignedOutDialog } from "./signed-out-dialog.tsx";
import { useTabs } from "./tabs-context.ts";
import { TabsProvider } from "./tabs-provider.tsx";
import { useVisibleHeight } from "./use-visible-height.ts";
import { Welcome } from "./welcome.tsx";
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
  const { state } = useTabs();
  const isWide = Grid.useBreakpoint().md !== false;
  const [isShown, setShown] = useState(true);
  const [isDrawn, setDrawn] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const tree = useAssetTree(!single);
  useVisibleHeight(page);
  /** Where there is no room for both, the assets have the page to themselves until something is open. */
  const isChoosing = !single && !isWide && state.tabs.length === 0;
  const toggle = () => (isWide ? setShown(!isShown) : setDrawn(true));
  return (
    <div ref={page} className="luna-page">
      <PageHeader
        {...(single || isChoosing ? {} : { assetsShown: isWide && isShown, onToggleAssets: toggle })}
      />
      <main className="luna-body">
        {!single && isWide && (
          <aside className="luna-side" hidden={!isShown}>
            <AssetPanel tree={tree} />
          </aside>
        )}
        {isChoosing && (
          <div className="luna-choose">
            {tree.isNothingGranted ? (
              <NothingGranted onLookAgain={() => tree.refresh(true)} />
            ) : (
              <>
                <FirstHints />
                <AssetPanel tree={tree} />
              </>
            )}
          </div>
        )}
        {!single && !isWide && !isChoosing && (
          <Drawer
            open={isDrawn}
            onClose={() => setDrawn(false)}
            placement="left"
            size={320}
            title={t("header.assets")}
            styles={{ body: { padding: 0 } }}
          >
            <AssetPanel tree={tree} onConnect={() => setDrawn(false)} />
          </Drawer>
        )}
        {!isChoosing && (
          <Workspace
            empty={
              tree.isNothingGranted ? (
                <NothingGranted onLookAgain={() => tree.refresh(true)} />
              ) : (
                (single || !tree.starting) && <Welcome assetId={single ? assetId : undefined} />
              )
            }
          />
        )}
      </main>
    </div>
  );
}
