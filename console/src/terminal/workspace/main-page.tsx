import { lazy, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMedia } from "../../kit/use-media.ts";
import { LoadBoundary, LoadFailed } from "../page/load-boundary.tsx";
import { AssetPanel } from "../tree/asset-panel.tsx";
import { useAssetTree } from "../tree/use-asset-tree.ts";
import { FirstHints } from "./first-hints.tsx";
import { NothingGranted } from "./nothing-granted.tsx";
import { PageHeader } from "./page-header.tsx";
import { useTabs } from "./tabs-context.ts";
import { TabsProvider } from "./tabs-provider.tsx";
import { useSignedOutQuestion } from "./use-signed-out-question.ts";
import { useVisibleHeight } from "./use-visible-height.ts";
import { Welcome } from "./welcome.tsx";
import { Workspace } from "./workspace.tsx";

const Drawer = lazy(() => import("./side-drawer.tsx"));

/** There is room for the assets beside the terminals. */
const WIDE = "(min-width: 768px)";

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
  const { state, connect } = useTabs();
  // A page that was loaded anew goes on with what it had.
  const done = useRef(state.tabs.length > 0);
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
  const isWide = useMedia(WIDE);
  useSignedOutQuestion();
  const [isShown, setShown] = useState(true);
  /** Undefined until it was drawn once. */
  const [isDrawn, setDrawn] = useState<boolean>();
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
        {!single && !isWide && !isChoosing && isDrawn !== undefined && (
          <LoadBoundary wait={null} failed={<LoadFailed onClose={() => setDrawn(undefined)} />}>
            <Drawer isOpen={isDrawn} onClose={() => setDrawn(false)} title={t("header.assets")}>
              <AssetPanel tree={tree} onConnect={() => setDrawn(false)} />
            </Drawer>
          </LoadBoundary>
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
