import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ConfigProvider } from "antd";
import type { Locale } from "antd/es/locale";
import { type ReactNode, useMemo } from "react";
import { BUTTONS } from "../kit/buttons.tsx";
import { type Session, SessionContext } from "../kit/session.ts";
import { buildTheme, contentSecurityNonce } from "../kit/theme.ts";

const SESSION: Session = {
  profile: { id: "me", name: "Ada", username: "ada", perms: [] },
  settings: {
    PASSWORD_RULE: {
      SECURITY_PASSWORD_MIN_LENGTH: 8,
      SECURITY_PASSWORD_UPPER_CASE: true,
      SECURITY_PASSWORD_NUMBER: true,
    },
  },
  organization: { id: "00000000-0000-0000-0000-000000000002", name: "Default" },
  organizations: [],
  organizationChoice: "free",
  permissions: new Set(
    ["view", "add", "change", "delete"].flatMap((action) => [
      `gallery.${action}_thing`,
      `gallery.${action}_person`,
    ]),
  ),
};

interface GalleryFrameProps {
  readonly dark?: boolean;
  /** Nothing moves: for tests without a real browser. */
  readonly still?: boolean;
  readonly locale?: Locale;
  readonly children: ReactNode;
}

/** What widgets find around them in the console: theme, language, data, session. */
export function GalleryFrame({ dark = false, still = false, locale, children }: GalleryFrameProps) {
  const theme = useMemo(() => buildTheme(dark, undefined, { still }), [dark, still]);
  const client = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }), []);
  const nonce = contentSecurityNonce();
  return (
    <ConfigProvider
      theme={theme}
      {...(locale === undefined ? {} : { locale })}
      {...(nonce === undefined ? {} : { csp: { nonce } })}
      button={BUTTONS}
    >
      <QueryClientProvider client={client}>
        <SessionContext value={SESSION}>{children}</SessionContext>
      </QueryClientProvider>
    </ConfigProvider>
  );
}
