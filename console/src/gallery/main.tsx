import { createRoot } from "react-dom/client";
import { setUpTranslations } from "../i18n/setup.ts";
import { setStyleNonce } from "../kit/style-nonce.ts";
import { applyThemeVariables, isDark, storedColorMode } from "../kit/theme.ts";
import "../kit/look/fonts.css";
import "../kit/look/tokens.css";
import "../kit/look/components.css";
import "../shell/shell.css";
import "../kit/kit.css";
import "../kit/pages.css";
import { componentLocale } from "../app/component-locale.ts";
import { LAZY_TEXTS, START_TEXTS } from "../app/texts.ts";
import { installFakeApi } from "./fake-api.ts";
import { GalleryFrame } from "./gallery-frame.tsx";
import { GalleryPage } from "./gallery-page.tsx";

async function start(): Promise<void> {
  setStyleNonce();
  installFakeApi();
  const dark = isDark(storedColorMode());
  applyThemeVariables(dark);
  const locale = await componentLocale(await setUpTranslations(START_TEXTS, LAZY_TEXTS));
  const root = document.getElementById("root");
  if (root === null) return;
  createRoot(root).render(
    <GalleryFrame dark={dark} locale={locale}>
      <GalleryPage />
    </GalleryFrame>,
  );
}

void start();
