import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Notice } from "../../../kit/list/list-states.tsx";
import type { CategoryName } from "../categories.ts";

const PlatformDialog = lazy(() => import("../list/platform-dialog.tsx"));

/** In place of a form that does not know its platform yet. */
export function ChoosePlatform({ category }: { readonly category: CategoryName }) {
  const { t } = useTranslation("assetForms");
  const [address] = useSearchParams();
  const [choosing, setChoosing] = useState(false);
  return (
    <Notice title={t("choosePlatform")} body={t("platformHelp")}>
      <Button type="primary" onClick={() => setChoosing(true)}>
        {t("browsePlatforms")}
      </Button>
      {choosing ? (
        <Suspense fallback={null}>
          <PlatformDialog
            category={category}
            node={address.get("node") ?? undefined}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </Notice>
  );
}
