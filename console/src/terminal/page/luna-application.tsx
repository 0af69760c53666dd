import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ConfigProvider } from "antd";
import { useLayoutEffect, useMemo } from "react";
import { ApiError } from "../../kit/api/api-error.ts";
import { BUTTONS } from "../../kit/buttons.tsx";
import { FeedbackGate } from "../../kit/feedback-gate.tsx";
import { applyThemeVariables, buildTheme, contentSecurityNonce } from "../../kit/theme.ts";
import { REDUCED_MOTION, useMedia } from "../../kit/use-media.ts";
import { parseAddress } from "../startup/page-address.ts";
import { AppearanceContext, useColorMode } from "./color-mode.ts";
import type { ComponentLocale } from "./component-locale.ts";
import { LunaPage } from "./luna-page.tsx";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      staleTime: 30_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
    },
  },
});

/** The whole connect page with its providers: look, language of the components, data, messages. */
export function LunaApplication({ locale }: { locale: ComponentLocale }) {
  const appearance = useColorMode();
  const nonce = useMemo(contentSecurityNonce, []);
  const { dark, colors } = appearance;
  const still = useMedia(REDUCED_MOTION);
  const theme = useMemo(() => buildTheme(dark, colors, { still }), [dark, colors, still]);
  useLayoutEffect(() => applyThemeVariables(dark, colors), [dark, colors]);
  const address = useMemo(() => parseAddress(location.pathname, location.search), []);
  return (
    <AppearanceContext value={appearance}>
      <ConfigProvider
        theme={theme}
        locale={locale}
        {...(nonce === undefined ? {} : { csp: { nonce } })}
        button={BUTTONS}
      >
        <FeedbackGate />
        <QueryClientProvider client={queries}>
          <LunaPage address={address} />
        </QueryClientProvider>
      </ConfigProvider>
    </AppearanceContext>
  );
}
