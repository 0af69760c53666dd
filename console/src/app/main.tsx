import { createRoot } from "react-dom/client";
import { setUpTranslations } from "../i18n/setup.ts";
import { configureApi } from "../kit/api/client.ts";
import { setStyleNonce } from "../kit/style-nonce.ts";
import { applyThemeVariables, isDark, storedColorMode } from "../kit/theme.ts";
import "../kit/look/fonts.css";
import "../kit/look/tokens.css";
import "../kit/look/components.css";
import "../shell/shell.css";
import "../kit/kit.css";
import "../kit/pages.css";
import { componentLocale } from "./component-locale.ts";
import { watchNetwork } from "./connection/browser-connection.ts";
import { ConsoleApp } from "./console-app.tsx";
import { pathOfHash } from "./guards.ts";
import { watchBuild } from "./new-build.ts";
import { currentOrganization, headerOrganization, saveOrganizationOfTab } from "./organizations.ts";
import { LAZY_TEXTS, START_TEXTS } from "./texts.ts";

/** Public settings decide later whether the extended edition is on; until then the cookie is trusted. */
const edition: { extended: boolean | undefined } = { extended: undefined };

async function start(): Promise<void> {
  setStyleNonce();
  applyThemeVariables(isDark(storedColorMode()));
  const oldPath = pathOfHash(location.hash);
  if (oldPath !== undefined) history.replaceState(null, "", `/ui${oldPath}`);
  configureApi({
    organization: () =>
      headerOrganization(
        new URLSearchParams(location.search).get("oid"),
        currentOrganization(),
        edition.extended,
      ),
  });
  saveOrganizationOfTab();
  watchNetwork();
  watchBuild();
  const language = await setUpTranslations(START_TEXTS, LAZY_TEXTS);
  const locale = await componentLocale(language);
  const root = document.getElementById("root");
  if (root === null) return;
  createRoot(root).render(
    <ConsoleApp
      locale={locale}
      onSettings={(settings) => {
        edition.extended = settings.XPACK_ENABLED;
      }}
    />,
  );
}

void start();
