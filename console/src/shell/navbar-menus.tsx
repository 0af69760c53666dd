import {
  BulbOutlined,
  DownOutlined,
  GlobalOutlined,
  QuestionCircleOutlined,
  UserOutlined,
} from "@ant-design/icons";
import type { MenuProps } from "antd";
import { lazy, type ReactNode, Suspense, use, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { LANGUAGE_NAMES, type Language, switchLanguage } from "../i18n/language.ts";
import { GETTING_STARTED_PATH, useGettingStarted } from "../kit/getting-started.ts";
import { helpLinks } from "../kit/help-links.ts";
import { MenuButton } from "../kit/menu/menu-button.tsx";
import { valueText } from "../kit/metadata/value-text.ts";
import { useSession } from "../kit/session.ts";
import type { ColorMode } from "../kit/theme.ts";
import { useMedia } from "../kit/use-media.ts";
import { AppearanceContext } from "./appearance.ts";
import { accountPages } from "./navbar-rules.ts";
import type { RouteEntry } from "./routes/route-entry.ts";

const AboutDialog = lazy(() => import("./about-dialog.tsx"));

/** On a window this narrow the small menus stand inside the account menu. */
const NARROW = "(max-width: 480px)";

type Items = NonNullable<MenuProps["items"]>;

/** A menu of the navigation bar, wherever it is shown. Keys are unique over all of them. */
interface SmallMenu {
  readonly label: string;
  readonly icon: ReactNode;
  readonly items: Items;
  readonly selected: readonly string[];
  readonly choose: NonNullable<MenuProps["onClick"]>;
}

function useLanguageMenu(): SmallMenu {
  const { t, i18n } = useTranslation("shell");
  return {
    label: t("header.language"),
    icon: <GlobalOutlined />,
    items: Object.entries(LANGUAGE_NAMES).map(([key, label]) => ({ key, label })),
    selected: [i18n.language],
    choose: ({ key }) => {
      if (key in LANGUAGE_NAMES) switchLanguage(key as Language);
    },
  };
}

const MODES: readonly ColorMode[] = ["auto", "light", "dark"];

function useAppearanceMenu(): SmallMenu {
  const { t } = useTranslation("shell");
  const { mode, setMode } = use(AppearanceContext);
  return {
    label: t("header.appearance"),
    icon: <BulbOutlined />,
    items: MODES.map((key) => ({ key, label: t(`header.${key}`) })),
    selected: [mode],
    choose: ({ key }) => {
      const chosen = MODES.find((candidate) => candidate === key);
      if (chosen !== undefined) setMode(chosen);
    },
  };
}

function useHelpMenu(onAbout: () => void): SmallMenu {
  const { t } = useTranslation("shell");
  const { settings } = useSession();
  const navigate = useNavigate();
  const hasGuide = useGettingStarted() != null;
  const links = helpLinks(settings);
  return {
    label: t("header.help"),
    icon: <QuestionCircleOutlined />,
    items: [
      ...(hasGuide ? [{ key: "guide", label: t("header.guide") }] : []),
      ...links.map(({ key, url }) => ({
        key,
        label: (
          <a href={url} target="_blank" rel="noreferrer">
            {t(`header.${key}`)}
          </a>
        ),
      })),
      { key: "about", label: t("about.title") },
    ],
    selected: [],
    choose: ({ key, domEvent }) => {
      if (key === "about") onAbout();
      if (key === "guide") void navigate(GETTING_STARTED_PATH);
      const link = links.find((candidate) => candidate.key === key);
      // The pointer follows the link itself.
      if (link !== undefined && domEvent.type === "keydown") window.open(link.url, "_blank", "noopener");
    },
  };
}

interface AccountMenuProps {
  readonly screens: readonly RouteEntry[];
  /** Menus without a button of their own on this window. */
  readonly inside: readonly SmallMenu[];
}

function AccountMenu({ screens, inside }: AccountMenuProps) {
  const { t } = useTranslation("shell");
  const { profile } = useSession();
  const navigate = useNavigate();
  const pages = accountPages(screens);
  const avatar = valueText(profile.avatar_url);
  const [isBroken, setBroken] = useState(false);
  const signOut = () =>
    location.assign(`/core/auth/logout/?next=${encodeURIComponent(location.pathname + location.search)}`);
  return (
    <MenuButton
      type="text"
      className="account-button"
      aria-label={t("header.account", { name: profile.name })}
      placement="bottomRight"
      menu={{
        selectedKeys: inside.flatMap(({ selected }) => selected),
        items: [
          ...pages.map(({ path, label }) => ({ key: path, label: t(`header.${label}`) })),
          ...inside.flatMap(({ label, items }) => [
            { type: "divider" as const },
            { type: "group" as const, label, children: items },
          ]),
          { type: "divider" as const },
          { key: "logout", label: t("header.logout") },
        ],
        onClick: (event) => {
          if (event.key === "logout") signOut();
          else if (pages.some(({ path }) => path === event.key)) void navigate(event.key);
          else for (const menu of inside) menu.choose(event);
        },
      }}
    >
      {avatar === "" || isBroken ? (
        <UserOutlined />
      ) : (
        <img
          className="account-avatar"
          src={avatar}
          alt=""
          width={22}
          height={22}
          onError={() => setBroken(true)}
        />
      )}
      <span className="account-name">{profile.name}</span>
      <DownOutlined className="account-arrow" />
    </MenuButton>
  );
}

/** The menus at the end of the navigation bar: language, appearance, help, account. */
export function NavbarMenus({ screens }: { readonly screens: readonly RouteEntry[] }) {
  const [isAboutOpen, setAboutOpen] = useState(false);
  const small = [useLanguageMenu(), useAppearanceMenu(), useHelpMenu(() => setAboutOpen(true))];
  const isNarrow = useMedia(NARROW);
  return (
    <>
      {isNarrow
        ? null
        : small.map(({ label, icon, items, selected, choose }) => (
            <MenuButton
              key={label}
              type="text"
              className="navbar-button"
              icon={icon}
              aria-label={label}
              title={label}
              menu={{ selectedKeys: [...selected], items, onClick: choose }}
            />
          ))}
      <AccountMenu screens={screens} inside={isNarrow ? small : []} />
      {isAboutOpen ? (
        <Suspense>
          <AboutDialog onClose={() => setAboutOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
