import { StyleProvider } from "@ant-design/cssinjs";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ConfigProvider } from "antd";
import type { Locale } from "antd/es/locale";
import i18next from "i18next";
import { useEffect, useMemo, useState } from "react";
import { ApiError } from "../kit/api/api-error.ts";
import { configureApi } from "../kit/api/client.ts";
import { refreshData } from "../kit/api/resources.ts";
import { BUTTONS } from "../kit/buttons.tsx";
import { ConfirmationHost } from "../kit/confirm/confirmation-host.tsx";
import { confirm } from "../kit/dialogs.tsx";
import { FeedbackGate } from "../kit/feedback-gate.tsx";
import type { PublicSettings } from "../kit/session.ts";
import { connectShownData } from "../kit/shown-data.ts";
import {
  applyThemeVariables,
  buildTheme,
  type ColorMode,
  contentSecurityNonce,
  type InstallationColors,
  isDark,
  storeColorMode,
  storedColorMode,
} from "../kit/theme.ts";
import { REDUCED_MOTION, useMedia } from "../kit/use-media.ts";
import { AppearanceContext } from "../shell/appearance.ts";
import { goToSignIn } from "./browser-ports.ts";
import { connection } from "./connection/browser-connection.ts";
import { refreshOnForbidden } from "./refresh-on-forbidden.ts";
import { hasStarted, StartUpGate } from "./start-up-gate.tsx";
import { StatusStack } from "./status-stack.tsx";
import { lastingStyleCache } from "./style-cache.ts";

const styleCache = lastingStyleCache();

const client = new QueryClient({
  queryCache: new QueryCache({ onError: refreshOnForbidden }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      // A failure is reported at once, and nothing waits in secret for the network: the connection has a bar of its own.
      networkMode: "always",
      retry: (failures, error) => (error instanceof ApiError && error.status === 409 ? failures < 20 : false),
      retryDelay: 5000,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

connectShownData(() => refreshData(client));

/** Tells the API layer whether the server answers, and asks to sign in again when the session has ended. */
function useApiPorts(): void {
  useEffect(() => {
    let asked = false;
    configureApi({
      reached: connection.reached,
      unauthorized: () => {
        // While the console starts, the start-up sequence itself leads to the sign-in page.
        if (asked || !hasStarted()) return;
        asked = true;
        confirm({
          title: i18next.t("shell:start.signedOutTitle"),
          content: i18next.t("startup:signIn.expiredBody"),
          confirmText: i18next.t("shell:start.signIn"),
          onConfirm: () => goToSignIn(),
          onCancel: () => {
            asked = false;
          },
        });
      },
    });
  }, []);
}

/** Follows the system's preference while the mode is `auto`. */
function useDark(mode: ColorMode): boolean {
  const [system, setSystem] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const preference = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => setSystem(preference.matches);
    preference.addEventListener("change", follow);
    return () => preference.removeEventListener("change", follow);
  }, []);
  return isDark(mode, system);
}

interface ConsoleAppProps {
  readonly locale: Locale;
  readonly onSettings: (settings: PublicSettings) => void;
}

/** The whole application: theme, language, data, and the start-up sequence that leads to the screens. */
export function ConsoleApp({ locale, onSettings }: ConsoleAppProps) {
  const [mode, setMode] = useState(storedColorMode);
  const [colors, setColors] = useState<InstallationColors>();
  const dark = useDark(mode);
  const still = useMedia(REDUCED_MOTION);
  const theme = useMemo(() => buildTheme(dark, colors, { still }), [dark, colors, still]);
  useEffect(() => applyThemeVariables(dark, colors), [dark, colors]);
  const appearance = useMemo(
    () => ({
      mode,
      setMode: (next: ColorMode) => {
        storeColorMode(next);
        setMode(next);
      },
      showColors: setColors,
    }),
    [mode],
  );
  useApiPorts();
  const nonce = contentSecurityNonce();
  return (
    <AppearanceContext value={appearance}>
      <StyleProvider cache={styleCache}>
        <ConfigProvider
          theme={theme}
          locale={locale}
          {...(nonce === undefined ? {} : { csp: { nonce } })}
          button={BUTTONS}
        >
          <FeedbackGate />
          <QueryClientProvider client={client}>
            <StartUpGate
              onLook={(settings) => {
                onSettings(settings);
                setColors(settings.INTERFACE?.theme_info?.colors);
              }}
            />
            <StatusStack />
            <ConfirmationHost />
          </QueryClientProvider>
        </ConfigProvider>
      </StyleProvider>
    </AppearanceContext>
  );
}
