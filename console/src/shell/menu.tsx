import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  CloudServerOutlined,
  ClusterOutlined,
  CodeOutlined,
  DashboardOutlined,
  DesktopOutlined,
  DoubleLeftOutlined,
  DoubleRightOutlined,
  DownOutlined,
  FileProtectOutlined,
  FileTextOutlined,
  IdcardOutlined,
  KeyOutlined,
  LockOutlined,
  MailOutlined,
  SafetyCertificateOutlined,
  SafetyOutlined,
  SettingOutlined,
  SolutionOutlined,
  SwapOutlined,
  TagsOutlined,
  TeamOutlined,
  ThunderboltOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { Dropdown } from "antd";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useSession } from "../kit/session.ts";
import { foldedGroups, toggleGroup } from "./folded-groups.ts";
import type { MenuGroup, MenuIcon, RouteEntry } from "./routes/route-entry.ts";
import type { View } from "./views.ts";

const ICONS: Readonly<Record<MenuIcon, ReactNode>> = {
  dashboard: <DashboardOutlined />,
  users: <UserOutlined />,
  groups: <TeamOutlined />,
  roles: <SafetyOutlined />,
  platforms: <AppstoreOutlined />,
  assets: <CloudServerOutlined />,
  domains: <ClusterOutlined />,
  labels: <TagsOutlined />,
  accounts: <KeyOutlined />,
  permissions: <SafetyCertificateOutlined />,
  sessions: <AuditOutlined />,
  terminal: <CodeOutlined />,
  profile: <IdcardOutlined />,
  "my-assets": <DesktopOutlined />,
  logs: <FileTextOutlined />,
  jobs: <ThunderboltOutlined />,
  tickets: <SolutionOutlined />,
  settings: <SettingOutlined />,
  organizations: <ApartmentOutlined />,
  messages: <MailOutlined />,
  security: <LockOutlined />,
  license: <FileProtectOutlined />,
  tokens: <KeyOutlined />,
};

interface MenuProps {
  readonly area: View | "profile";
  readonly views: readonly View[];
  readonly entries: readonly RouteEntry[];
  readonly activePath: string | undefined;
  readonly collapsed: boolean;
  readonly onToggle: () => void;
}

interface Section {
  readonly group: MenuGroup | undefined;
  readonly entries: readonly RouteEntry[];
}

/** Entries in order, neighbours of one group together; a group with one entry stands as that entry. */
export function menuSections(entries: readonly RouteEntry[]): Section[] {
  const sections: { group: MenuGroup | undefined; entries: RouteEntry[] }[] = [];
  for (const entry of entries) {
    const last = sections.at(-1);
    if (last !== undefined && entry.menu?.group !== undefined && last.group === entry.menu.group) {
      last.entries.push(entry);
    } else {
      sections.push({ group: entry.menu?.group, entries: [entry] });
    }
  }
  return sections.map((section) =>
    section.entries.length === 1 ? { ...section, group: undefined } : section,
  );
}

function MenuLink({ entry, active }: { readonly entry: RouteEntry; readonly active: boolean }) {
  const { t } = useTranslation("routes");
  const title = t(entry.title);
  // Its code is on the way before the click. When it cannot come, the click says why.
  const prepare = () => void entry.load?.().catch(() => undefined);
  return (
    <Link
      to={entry.path}
      onPointerEnter={prepare}
      onFocus={prepare}
      title={title}
      className={active ? "menu-link is-active" : "menu-link"}
      {...(active ? { "aria-current": "page" as const } : {})}
    >
      <span className="menu-icon" aria-hidden="true">
        {entry.menu === undefined ? null : ICONS[entry.menu.icon]}
      </span>
      <span className="menu-text">{title}</span>
    </Link>
  );
}

function MenuSection({
  section: { group, entries },
  activePath,
  collapsed,
}: { readonly section: Section } & Pick<MenuProps, "activePath" | "collapsed">) {
  const { t } = useTranslation("shell");
  const id = useId();
  const [folded, setFolded] = useState(foldedGroups);
  // A collapsed menu has no headings to open a group by.
  const isOpen = group === undefined || collapsed || !folded.has(group);
  return (
    <div className={group === undefined ? "menu-section" : "menu-section has-heading"}>
      {group === undefined ? null : (
        <button
          type="button"
          className="menu-heading"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setFolded(toggleGroup(foldedGroups(), group))}
        >
          {t(`menu.${group}`)}
          <DownOutlined className="menu-heading-arrow" aria-hidden="true" />
        </button>
      )}
      <div id={id} hidden={!isOpen}>
        {entries.map((entry) => (
          <MenuLink key={entry.path} entry={entry} active={entry.path === activePath} />
        ))}
      </div>
    </div>
  );
}

function ViewSwitch({ area, views }: Pick<MenuProps, "area" | "views">) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const head = (
    <>
      <span className="menu-text">{t(`view.${area}`)}</span>
      {views.length > 1 ? <SwapOutlined className="view-switch-icon" /> : null}
    </>
  );
  if (views.length < 2) return <div className="view-switch">{head}</div>;
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        selectedKeys: [area],
        items: views.map((view) => ({ key: view, label: t(`view.${view}`) })),
        onClick: ({ key }) => void navigate(`/${key}`),
      }}
    >
      <button type="button" className="view-switch" aria-label={`${t("view.switch")}: ${t(`view.${area}`)}`}>
        {head}
      </button>
    </Dropdown>
  );
}

/** The left menu: the work area with its switch, the screens the person may open, and the collapse button. */
export function Menu(props: MenuProps) {
  const { t } = useTranslation("shell");
  const { can } = useSession();
  return (
    <nav className="menu" aria-label={t("menu.main")}>
      <ViewSwitch area={props.area} views={props.views} />
      <div className="menu-scroll">
        {menuSections(props.entries).map((section) => (
          <MenuSection key={section.entries[0]?.path} section={section} {...props} />
        ))}
        {props.area === "workbench" && can("rbac.view_webterminal") ? (
          <a className="menu-link" href={`/luna/?_=${Date.now()}`} target="_blank" rel="noreferrer">
            <span className="menu-icon" aria-hidden="true">
              <CodeOutlined />
            </span>
            <span className="menu-text">{t("menu.webTerminal")}</span>
          </a>
        ) : null}
      </div>
      <button
        type="button"
        className="menu-collapse"
        aria-label={t(props.collapsed ? "menu.expand" : "menu.collapse")}
        onClick={props.onToggle}
      >
        {props.collapsed ? <DoubleRightOutlined /> : <DoubleLeftOutlined />}
      </button>
    </nav>
  );
}
