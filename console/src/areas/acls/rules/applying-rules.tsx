import { useMemo } from "react";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../../kit/list/resource-list.tsx";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import type { RouteTitle } from "../../../shell/routes/route-entry.ts";
import { useRuleTexts } from "../use-rule-texts.ts";

/** A kind of rule, listed for somebody or something. */
export interface ApplyingKind {
  readonly resource: ResourceDescriptor;
  readonly title: RouteTitle;
}

interface ApplyingRulesProps {
  readonly kinds: readonly ApplyingKind[];
  /** Narrows to the rules that fit one user or asset. */
  readonly query: { readonly users: string } | { readonly assets: string };
}

const UPDATE_ONLY = ["update"] as const;

function KindOfRule({
  kind,
  query,
}: {
  readonly kind: ApplyingKind;
  readonly query: ApplyingRulesProps["query"];
}) {
  const { t } = useRuleTexts();
  const { resource, title } = kind;
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["name", "action", "priority", "is_active", "comment"],
      overrides: { name: { render: (row) => <DetailLink resource={resource} row={row} /> } },
    }),
    [resource],
  );
  return (
    <section className="card">
      <h2>{t(`routes:${title}`)}</h2>
      <ResourceList
        resource={resource}
        label={t(`routes:${title}`)}
        query={query}
        columns={columns}
        inAddress={false}
        create={null}
        toolbar={{ exports: false }}
        bulk={{ delete: false }}
        rows={{ builtIns: UPDATE_ONLY }}
        emptyHint={t("acls:empty.here")}
      />
    </section>
  );
}

/** The rules of each kind that fit a user or an asset, in the order in which they are gone through. */
export default function ApplyingRules({ kinds, query }: ApplyingRulesProps) {
  return (
    <div className="detail-stack">
      {kinds.map((kind) => (
        <KindOfRule key={kind.title} kind={kind} query={query} />
      ))}
    </div>
  );
}
