import { createRoot } from "react-dom/client";
import { setUpTranslations } from "../i18n/setup.ts";
import { giveStylesTheNonce } from "../kit/style-nonce.ts";
import { applyThemeVariables, isDark, storedColorMode } from "../kit/theme.ts";
import "../shell/shell.css";
import "../kit/kit.css";
import "../kit/pages.css";
import { componentLocale } from "../app/component-locale.ts";
import { installFakeApi } from "./fake-api.ts";
import { GalleryFrame } from "./gallery-frame.tsx";
import { GalleryPage } from "./gallery-page.tsx";

async function start(): Promise<void> {
  giveStylesTheNonce();
  installFakeApi();
  const dark = isDark(storedColorMode());
  applyThemeVariables(dark);
  const locale = await componentLocale(await setUpTranslations());
  const root = document.getElementById("root");
  if (root === null) return;
  createRoot(root).render(
    <GalleryFrame dark={dark} locale={locale}>
      <GalleryPage />
    </GalleryFrame>,
  );
}

void start();
