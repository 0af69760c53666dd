import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { setUpTranslations } from "../i18n/setup.ts";
import { SHARING_TEXTS } from "../kit/sharing/text-source.ts";
import { setStyleNonce } from "../kit/style-nonce.ts";
import { FILES_TEXTS } from "./files/text-source.ts";
import { loadComponentLocale } from "./page/component-locale.ts";
import { LunaApplication } from "./page/luna-application.tsx";
import "../kit/look/fonts.css";
import "../kit/look/tokens.css";
import "../kit/look/components.css";
import "./page/page.css";
import { START_TEXTS } from "./start-texts.ts";

setStyleNonce();
const language = await setUpTranslations(START_TEXTS, [SHARING_TEXTS, FILES_TEXTS]);
const locale = await loadComponentLocale(language);
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root element");
createRoot(root).render(
  <StrictMode>
    <LunaApplication locale={locale} />
  </StrictMode>,
);
