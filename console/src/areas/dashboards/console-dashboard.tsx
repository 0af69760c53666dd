import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ShareBar } from "../../kit/charts/share-bar.tsx";
import { Notice } from "../../kit/list/list-states.tsx";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { beginningOfDay, beginningOfWeek } from "./dashboard-days.ts";
import { FigureCard } from "./figure-card.tsx";
import { GettingStarted } from "./getting-started/getting-started.tsx";
import { listIn, useFigures } from "./index-figures.ts";
import { LiveCard } from "./live-card.tsx";
import { RankingCard } from "./ranking-card.tsx";
import { RecentSessions } from "./recent-sessions.tsx";
import { RingCard } from "./ring-card.tsx";
import { TrendCard } from "./trend-card.tsx";
import "./dashboards.css";

const USERS = ["total_count_users", "total_count_users_this_week", "total_count_login_users"] as const;
const ASSETS = [
  "total_count_assets",
  "total_count_assets_this_week",
  "total_count_today_active_assets",
] as const;
const TYPES = "total_count_type_to_assets_amount";

/** One session of each person or asset of a day: also of those that are gone since. */
const latestSessions = (of: "user" | "asset") => ({
  path: "/audit/sessions/sessions",
  more: { activeTab: "AllList", latest_of: of },
  permission: ["terminal.view_session", "rbac.view_audit"],
});

/** The administrator's start page: what happens now, how much there is, who works with what. */
export default function ConsoleDashboard() {
  const { t } = useTranslation(["dashboards", "routes"]);
  const { can } = useSession();
  return (
    <Page title={t("routes:consoleDashboard")}>
      <GettingStarted>
        <div className="dashboard-grid">
          <LiveCard />
          <div className="dashboard-pair">
            <UserData />
            <AssetData />
          </div>
          <TrendCard
            title={t("activity.title")}
            group="dates_metrics"
            days={7}
            kind="line"
            emptyHint={t("noSessionsHint")}
            series={[
              {
                key: "dates_metrics_total_count_active_users",
                name: t("activity.users"),
                list: latestSessions("user"),
              },
              {
                key: "dates_metrics_total_count_active_assets",
                name: t("activity.assets"),
                list: latestSessions("asset"),
              },
            ]}
          />
          <AssetTypes />
          <RankingCard of="users" />
          <RankingCard of="assets" />
          {can("terminal.view_session") ? (
            <RecentSessions url="/api/v1/terminal/sessions/" title={t("recentSessions")} />
          ) : null}
        </div>
      </GettingStarted>
    </Page>
  );
}

function UserData() {
  const { t } = useTranslation("dashboards");
  const figures = useFigures(USERS);
  return (
    <RingCard
      title={t("users.title")}
      figures={figures}
      whole="total_count_users"
      part="total_count_login_users"
      partLabel={t("users.today")}
      beside={[
        {
          name: "total_count_users",
          label: t("users.total"),
          link: { to: "/console/users", permission: "users.view_user" },
        },
        {
          name: "total_count_users_this_week",
          label: t("thisWeek"),
          link: {
            to: `/console/users?${new URLSearchParams({ joined_from: beginningOfWeek() }).toString()}`,
            permission: "users.view_user",
          },
        },
        {
          name: "total_count_login_users",
          label: t("users.today"),
          link: {
            to: `/console/users?${new URLSearchParams({ sign_in_from: beginningOfDay() }).toString()}`,
            permission: "users.view_user",
          },
        },
      ]}
    />
  );
}

function AssetData() {
  const { t } = useTranslation("dashboards");
  const figures = useFigures(ASSETS);
  return (
    <RingCard
      title={t("assets.title")}
      figures={figures}
      whole="total_count_assets"
      part="total_count_today_active_assets"
      partLabel={t("assets.today")}
      tone={2}
      beside={[
        {
          name: "total_count_assets",
          label: t("assets.total"),
          link: { to: "/console/assets/assets", permission: "assets.view_asset" },
        },
        {
          name: "total_count_assets_this_week",
          label: t("thisWeek"),
          link: {
            to: `/console/assets/assets?${new URLSearchParams({ created_from: beginningOfWeek() }).toString()}`,
            permission: "assets.view_asset",
          },
        },
        {
          name: "total_count_today_active_assets",
          label: t("assets.today"),
          link: {
            to: `/console/assets/assets?${new URLSearchParams({ used_from: beginningOfDay() }).toString()}`,
            permission: "assets.view_asset",
          },
        },
      ]}
    />
  );
}

interface TypeAmount {
  readonly type: string;
  readonly total: number;
  readonly label: string;
}

function AssetTypes() {
  const { t } = useTranslation("dashboards");
  const { can } = useSession();
  const figures = useFigures([TYPES]);
  return (
    <FigureCard title={t("assets.types")} figures={figures}>
      {(found) => {
        const types = listIn<TypeAmount>(found, TYPES);
        if (found === undefined) return <div className="card-loading" />;
        if (types.length === 0) {
          return (
            <Notice title={t("assets.none")}>
              {can("assets.add_asset") ? <Link to="/console/assets/assets">{t("assets.add")}</Link> : null}
            </Notice>
          );
        }
        return (
          <ShareBar
            label={t("assets.types")}
            shares={types.map(({ type, total, label }) => ({
              key: type,
              name: label,
              value: total,
              ...(can("assets.view_asset")
                ? { to: `/console/assets/assets?${new URLSearchParams({ type }).toString()}` }
                : {}),
            }))}
          />
        );
      }}
    </FigureCard>
  );
}
