import { useMemo } from "react";
import { useParams } from "react-router";
import type { FieldGroup, FieldOverride, FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import type { RouteTitle } from "../../../shell/routes/route-entry.ts";
import { AccountsInput, readAccountRule, writeAccountRule } from "../../permissions/index.ts";
import { USER_OPTIONS } from "../../users/index.ts";
import type { Foreseen } from "../preview/foresight.ts";
import { foreseen } from "../preview/rule-preview.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { useAssetSubject, useUserSubject } from "./subjects.ts";

/** What sets the form of one kind of rule apart from the others. */
interface RuleFormProps {
  readonly resource: ResourceDescriptor;
  readonly titles: { readonly create: RouteTitle; readonly update: RouteTitle };
  /** What the rule is about beside people, between the people and the action. */
  readonly groups: readonly FieldGroup[];
  readonly overrides?: FieldOverrides;
  readonly initial?: Row;
  /** Whether it holds in every organization. */
  readonly everywhere?: boolean;
  /** What it would have decided about. */
  readonly foresees: Foreseen;
  /** Whether somebody is asked or told at all; they are unless told. */
  readonly reviewed?: boolean;
  /** Further fields of the action. */
  readonly actionFields?: readonly string[];
}

/** The actions of which somebody has to be asked or told. */
const REVIEWED: ReadonlySet<unknown> = new Set(["review", "warning"]);

const isReviewed = (values: FormValues): boolean => REVIEWED.has(plainValue(values.action));

const RULE_ALIASES = ["@ALL", "@SPEC", "@INPUT", "@ANON"] as const;

const ACCOUNTS: FieldOverride = {
  input: (props) => <AccountsInput {...props} templates={false} aliases={RULE_ALIASES} />,
  toForm: (value) => writeAccountRule(readAccountRule(value)),
};

/** Creates or changes a rule of any kind: a name and place in the order, whom it is about, and what it does. */
export function RuleForm({ resource, titles, groups, everywhere = false, ...more }: RuleFormProps) {
  const { t } = useRuleTexts();
  const { id } = useParams();
  const users = useUserSubject(everywhere);
  const assets = useAssetSubject();
  const { overrides: own, reviewed = true, actionFields = [] } = more;
  const overrides = useMemo<FieldOverrides>(
    () => ({
      users: { related: users, label: t("acls:field.users"), required: true },
      assets: { related: assets, label: t("acls:field.assets"), required: true },
      accounts: ACCOUNTS,
      reviewers: {
        related: everywhere ? { ...USER_OPTIONS, query: { ...USER_OPTIONS.query, all: true } } : USER_OPTIONS,
        required: true,
        help: t("acls:help.reviewers"),
        hidden: (values) => !isReviewed(values),
      },
      ...own,
    }),
    [t, users, assets, everywhere, own],
  );
  const initial = useMemo<Row>(
    () => ({ action: "reject", is_active: true, accounts: ["@ALL"], ...more.initial }),
    [more.initial],
  );
  return (
    <Page title={t(`routes:${id === undefined ? titles.create : titles.update}`)}>
      <ResourceForm
        resource={resource}
        groups={[
          { title: t("acls:group.basic"), fields: ["name", "priority"] },
          { title: t("acls:group.users"), fields: ["users"] },
          ...groups,
          {
            title: t("acls:group.action"),
            fields: [...(reviewed ? ["action", "reviewers"] : ["action"]), ...actionFields],
          },
          { title: t("acls:group.other"), fields: ["is_active", "comment"] },
        ]}
        overrides={overrides}
        initial={initial}
        review={(body) => foreseen(resource, more.foresees, body, id)}
        prepare={(body) => (isReviewed(body) ? body : { ...body, reviewers: [] })}
      />
    </Page>
  );
}
