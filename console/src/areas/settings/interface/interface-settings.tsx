import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { use, useCallback, useEffect, useMemo } from "react";
import { api } from "../../../kit/api/client.ts";
import { objectQuery } from "../../../kit/api/resources.ts";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import type { FieldGroup, FieldOverrides } from "../../../kit/form/form-model.ts";
import { SingleForm } from "../../../kit/form/single-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { AppearanceContext } from "../../../shell/appearance.ts";
import { useSettingsTexts } from "../settings-texts.ts";

const INTERFACE_URL = "/api/v1/xpack/interface/setting/";

/** A theme an installation can choose (docs/contract/settings.md, "Interface"). */
interface Theme {
  readonly name: string;
  readonly colors: Readonly<Record<string, string>>;
}

/** Loads the whole page again: title, icon and logos are all over it. */
const startAgain = () => window.location.reload();

/** Shows a theme while it is only chosen, and what is in force when the page is left. */
function useThemePreview(): (name: unknown) => void {
  const { showColors } = use(AppearanceContext);
  const { settings } = useSession();
  const { data: themes } = useQuery(objectQuery<readonly Theme[]>(`${INTERFACE_URL}themes/`));
  const inForce = settings.INTERFACE?.theme_info?.colors;
  useEffect(() => () => showColors(inForce), [showColors, inForce]);
  return useCallback(
    (name: unknown) => showColors(themes?.find((theme) => theme.name === name)?.colors),
    [showColors, themes],
  );
}

/** What the product is called here, its colours, and its pictures. */
export default function InterfaceSettings() {
  const { t } = useSettingsTexts();
  const preview = useThemePreview();
  const groups = useMemo<readonly FieldGroup[]>(
    () => [
      { title: t("settings:group.look"), fields: ["login_title", "theme"] },
      { title: t("settings:group.logos"), fields: ["logo_index", "logo_logout", "favicon"] },
      { title: t("settings:group.signInPage"), fields: ["login_image"] },
    ],
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({
      theme: {
        onChange: (name) => {
          preview(name);
          return undefined;
        },
      },
    }),
    [preview],
  );
  const restore = () =>
    confirm({
      title: t("settings:look.restoreTitle"),
      content: t("settings:look.restoreBody"),
      confirmText: t("settings:look.restore"),
      danger: true,
      onConfirm: async () => {
        await api(`${INTERFACE_URL}restore/`, { method: "PUT", body: {} });
        startAgain();
      },
    });
  return (
    <Page title={t("routes:interfaceSettings")}>
      <SingleForm
        url={INTERFACE_URL}
        asForm
        groups={groups}
        overrides={overrides}
        extraButtons={<Button onClick={restore}>{t("settings:look.restore")}</Button>}
        onSaved={() => {
          toast("success", t("settings:saved"));
          startAgain();
        }}
      />
    </Page>
  );
}
