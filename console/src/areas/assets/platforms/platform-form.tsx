import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { isRecord } from "../../../kit/api/api-error.ts";
import { objectQuery } from "../../../kit/api/resources.ts";
import type { FieldGroup, FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { FailureNotice, Notice } from "../../../kit/list/list-states.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import { useCategories } from "../categories.ts";
import { PLATFORMS } from "../resources.ts";
import { initialAutomation } from "./automation-override.ts";
import { type Constraints, useConstraints } from "./constraints.ts";
import { ConstraintsContext } from "./constraints-scope.ts";
import { platformOverrides } from "./platform-overrides.ts";

/** What the form of a platform is for. */
interface PlatformKind {
  readonly category: string;
  readonly type: string;
}

/** The kind in the address, of a new platform; of an existing or copied one its own where the address names none. */
function useKind() {
  const { id } = useParams();
  const [address] = useSearchParams();
  const sourceId = id ?? address.get("clone_from");
  const source = useQuery({
    ...objectQuery<Row>(`${PLATFORMS.url}${sourceId ?? ""}/`),
    enabled: sourceId !== null,
  });
  const named =
    id === undefined ? { category: address.get("category"), type: address.get("type") } : undefined;
  const category = named?.category ?? plainValue(source.data?.category);
  const type = named?.type ?? plainValue(source.data?.type);
  const kind = useMemo<PlatformKind | undefined>(
    () => (typeof category === "string" && typeof type === "string" ? { category, type } : undefined),
    [category, type],
  );
  return {
    kind,
    error: source.error,
    retry: () => void source.refetch(),
    isInternal: id !== undefined && source.data?.internal === true,
    isMissing: kind === undefined && sourceId === null,
  };
}

/** A copy has protocols and an automation of its own. */
function withoutIds(source: Row): Row {
  const rows = Array.isArray(source.protocols) ? source.protocols.filter(isRecord) : [];
  return {
    ...source,
    protocols: rows.map(({ id: _id, ...protocol }) => protocol),
    automation: isRecord(source.automation) ? { ...source.automation, id: undefined } : undefined,
  };
}

interface KindFormProps {
  readonly kind: PlatformKind;
  readonly constraints: Constraints;
}

function KindForm({ kind, constraints }: KindFormProps) {
  const { t } = useTranslation(["assetForms", "kit"]);
  const categories = useCategories();
  const overrides = useMemo<FieldOverrides>(
    () => platformOverrides(kind, constraints, categories.data ?? [], t),
    [kind, constraints, categories.data, t],
  );
  const groups = useMemo<FieldGroup[]>(
    () => [
      { title: t("group.basic"), fields: ["name", "category_type", "charset", "domain_enabled"] },
      { title: t("group.config"), fields: ["protocols", "su_enabled", "su_method"] },
      { title: t("group.automation"), fields: ["automation"] },
      ...(kind.category === "custom" ? [{ title: t("group.custom"), fields: ["custom_fields"] }] : []),
      { title: t("group.other"), fields: ["comment"] },
    ],
    [kind, t],
  );
  const initial = useMemo<Row>(
    () => ({
      charset: "utf-8",
      domain_enabled: constraints.domain,
      su_enabled: constraints.su,
      su_method: constraints.suMethods[0],
      automation: initialAutomation(constraints),
    }),
    [constraints],
  );
  return (
    <ConstraintsContext value={constraints}>
      <ResourceForm
        resource={PLATFORMS}
        groups={groups}
        overrides={overrides}
        initial={initial}
        prepareClone={withoutIds}
        prepare={(body) => ({ ...body, ...kind })}
        next={() => `${PLATFORMS.routes.list}?activeTab=${kind.category}`}
      />
    </ConstraintsContext>
  );
}

/** Creates or changes a platform. Its type decides what there is to enter. */
export default function PlatformForm() {
  const { t } = useTranslation(["assetForms", "routes", "kit"]);
  const { id } = useParams();
  const { kind, error, retry, isInternal, isMissing } = useKind();
  const known = useConstraints(kind?.category, kind?.type);
  return (
    <Page title={t(id === undefined ? "routes:platformCreate" : "routes:platformUpdate")}>
      {(error ?? known.error) !== null ? (
        <FailureNotice
          error={error ?? known.error}
          title={t("kit:detail.loadFailed")}
          onRetry={error === null ? known.retry : retry}
        />
      ) : isInternal ? (
        <Notice title={t("internalPlatform")} body={t("internalPlatformHelp")} />
      ) : isMissing ? (
        <Notice title={t("noPlatformType")} body={t("noPlatformTypeHelp")} />
      ) : kind === undefined || known.constraints === undefined ? (
        <div className="form-skeleton" role="status" />
      ) : (
        <KindForm key={`${kind.category}/${kind.type}`} kind={kind} constraints={known.constraints} />
      )}
    </Page>
  );
}
