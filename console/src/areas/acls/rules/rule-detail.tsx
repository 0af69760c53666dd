import type { ReactNode } from "react";
import { isRecord } from "../../../kit/api/api-error.ts";
import { DetailCard, type DetailItem, detailItems } from "../../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { permissionCode, type ResourceDescriptor } from "../../../kit/resource.ts";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { accountNames } from "../../permissions/index.ts";
import "../../../kit/widgets/widgets.css";
import { readAttributeFilter } from "../../../kit/field-kinds/attribute-filter.tsx";
import type { RelatedSource } from "../../../kit/field-kinds/field-kind.ts";
import { RuleTable } from "../../../kit/widgets/rule-table.tsx";
import { useRuleTexts } from "../use-rule-texts.ts";
import { About } from "./about.tsx";
import { MatchingAssets, MatchingUsers } from "./matching-tab.tsx";
import { MethodNames } from "./method-names.tsx";
import { useAssetSubject, useUserSubject } from "./subjects.ts";
import { useValidForText } from "./valid-for.tsx";
import { WeekTimes } from "./week-times.tsx";

const CARD = [
  "name",
  "priority",
  "action",
  "reviewers",
  "approval_valid_for",
  "emergency_access",
  "users",
  "assets",
  "accounts",
  "connect_methods",
  "command_groups",
  "only_readable",
  "date_created",
  "created_by",
  "comment",
];

/** What is said of rules alone that have somebody asked. */
const OF_REVIEWS: ReadonlySet<string> = new Set(["approval_valid_for", "emergency_access"]);

const isReview = ({ action }: Row): boolean => plainValue(action) === "review";

/** Whom or what a rule is about, with its conditions where it has some. */
function Described({ filter, subject }: { readonly filter: unknown; readonly subject: RelatedSource }) {
  const read = readAttributeFilter(filter);
  return read.type === "attrs" ? (
    <RuleTable attributes={subject.attributes ?? []} rules={read.attrs} />
  ) : (
    <About filter={filter} />
  );
}

function AboutUsers({ filter }: { readonly filter: unknown }) {
  return <Described filter={filter} subject={useUserSubject(false)} />;
}

function AboutAssets({ filter }: { readonly filter: unknown }) {
  return <Described filter={filter} subject={useAssetSubject()} />;
}

const CELLS: Readonly<Record<string, (row: Row) => ReactNode>> = {
  users: ({ users }) => <AboutUsers filter={users} />,
  assets: ({ assets }) => <AboutAssets filter={assets} />,
  accounts: ({ accounts }) => accountNames(accounts),
  connect_methods: ({ connect_methods }) => <MethodNames methods={connect_methods} />,
};

/** Where from and when, of the rules that ask for it. */
function useConditions({ rules }: Row): readonly DetailItem[] {
  const { t } = useRuleTexts();
  if (!isRecord(rules)) return [];
  return [
    { key: "ip_group", label: t("acls:field.addresses"), value: valueText(rules.ip_group) },
    { key: "time_period", label: t("acls:field.times"), value: <WeekTimes value={rules.time_period} /> },
  ];
}

function Basics({ context, resource }: { context: DetailContext; resource: ResourceDescriptor }) {
  const { t } = useRuleTexts();
  const { can } = useSession();
  const { row, fields, patch } = context;
  const conditions = useConditions(row);
  const validFor = useValidForText();
  const card = CARD.filter((name) => name in row && (isReview(row) || !OF_REVIEWS.has(name)));
  const items = detailItems(fields, row, card, {
    ...CELLS,
    approval_valid_for: (rule) => validFor(Number(rule.approval_valid_for)),
  });
  const dates = items.findIndex(({ key }) => key === "date_created");
  return (
    <div className="detail-columns">
      <DetailCard items={[...items.slice(0, dates), ...conditions, ...items.slice(dates)]} />
      <QuickActions
        actions={[
          {
            key: "active",
            title: t("acls:activate"),
            checked: row.is_active === true,
            disabled: !can(permissionCode(resource, "change")),
            run: (active) => patch({ is_active: active }),
          },
        ]}
      />
    </div>
  );
}

/** One rule of any kind: what it says, and whom and what it is about now. */
export function RuleDetail({ resource, prefix }: { resource: ResourceDescriptor; prefix: string }) {
  const { t } = useRuleTexts();
  const { can } = useSession();
  const tabs = (context: DetailContext): PageTab[] => {
    const { users, assets } = context.row;
    const all: (PageTab & { readonly needs?: string })[] = [
      {
        key: "Basic",
        label: t("kit:detail.basic"),
        content: <Basics context={context} resource={resource} />,
      },
      {
        key: "Users",
        label: t("acls:tab.users"),
        needs: "users.view_user",
        content: <MatchingUsers filter={users} />,
      },
      ...(assets === undefined
        ? []
        : [
            {
              key: "Assets",
              label: t("acls:tab.assets"),
              needs: "assets.view_asset",
              content: <MatchingAssets filter={assets} />,
            },
          ]),
    ];
    return all.filter(({ needs }) => can(needs));
  };
  return (
    <ResourceDetail
      resource={resource}
      prefix={prefix}
      status={(row) => (
        <StatusMark
          calm
          good={row.is_active === true}
          text={t(row.is_active === true ? "acls:active" : "acls:inactive")}
        />
      )}
      tabs={tabs}
    />
  );
}
