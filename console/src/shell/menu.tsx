import {
  CodeOutlined,
  ControlOutlined,
  DesktopOutlined,
  DoubleLeftOutlined,
  DoubleRightOutlined,
  DownOutlined,
  EyeOutlined,
} from "@ant-design/icons";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "../kit/session.ts";
import { foldedGroups, toggleGroup } from "./folded-groups.ts";
import { MENU_ICONS } from "./menu-icons.tsx";
import type { MenuGroup, RouteEntry } from "./routes/route-entry.ts";
import type { View } from "./views.ts";

/** Icons of the work areas people switch between. */
const VIEW_ICONS: Readonly<Partial<Record<View, ReactNode>>> = {
  console: <ControlOutlined />,
  audit: <EyeOutlined />,
  workbench: <DesktopOutlined />,
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
        {entry.menu === undefined ? null : MENU_ICONS[entry.menu.icon]}
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

/** The work areas side by side, the one that is open marked; below it the name of a part that is none of them. */
function ViewSwitch({ area, views }: Pick<MenuProps, "area" | "views">) {
  const { t } = useTranslation("shell");
  const isOneOfThem = views.some((view) => view === area);
  return (
    <>
      {views.length > 1 ? (
        <ul className="view-switch" aria-label={t("view.switch")}>
          {views.map((view) => (
            <li key={view}>
              <Link
                to={`/${view}`}
                className="view-choice"
                title={t(`view.${view}`)}
                {...(view === area ? { "aria-current": "true" as const } : {})}
              >
                <span className="view-icon" aria-hidden="true">
                  {VIEW_ICONS[view]}
                </span>
                <span className="view-name">{t(`view.${view}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {isOneOfThem && views.length > 1 ? null : <div className="menu-area">{t(`view.${area}`)}</div>}
    </>
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
