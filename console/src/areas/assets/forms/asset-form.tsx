import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { objectQuery } from "../../../kit/api/resources.ts";
import type { FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import { ResourceForm, type ResourceFormProps } from "../../../kit/form/resource-form.tsx";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { labelled } from "../../../kit/metadata/labelled.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { useSession } from "../../../kit/session.ts";
import { type CategoryName, collectionOf } from "../categories.ts";
import { PLATFORMS } from "../resources.ts";
import { assetOverrides } from "./asset-overrides.ts";
import { assetGroups, categoryPlan } from "./category-plan.ts";
import { ChoosePlatform } from "./choose-platform.tsx";
import { PlatformScopeContext } from "./platform-scope.ts";
import { switchPlatform } from "./switch-platform.ts";
import { useRootNode, useUsualPlatform } from "./use-form-start.ts";

/** Props of {@link AssetForm}: what is particular to a category, or to assets with a collection of their own. */
export interface AssetFormProps {
  readonly category: CategoryName;
  /** Titles of the page, before the name of the platform. */
  readonly titles: { readonly create: string; readonly update: string };
  /** Where it is sent; the category's collection unless given. */
  readonly resource?: ResourceDescriptor;
  /** Id or name of the platform, where there is only one. */
  readonly platform?: string;
  readonly overrides?: FieldOverrides;
  /** What a new one starts with, besides what every asset does. */
  readonly initial?: Row;
  readonly next?: ResourceFormProps["next"];
}

/** A platform chosen in the form, with what had been entered by then. */
interface Switched {
  readonly id: string;
  readonly entries: FormValues;
  /** The platform it had been entered for. */
  readonly former: Row;
}

/** Which platform the form is for: the only one, the one chosen last, the object's, that of the address, the usual. */
function usePlatform(props: AssetFormProps, resource: ResourceDescriptor, switched: Switched | undefined) {
  const { id } = useParams();
  const [address] = useSearchParams();
  const asked = id === undefined ? address.get("platform") : null;
  const sourceId = id ?? address.get("clone_from");
  const chosen = props.platform ?? switched?.id ?? asked ?? undefined;
  const isOpen = chosen === undefined && sourceId === null;
  const usual = useUsualPlatform(props.category, isOpen);
  const known = chosen ?? (isOpen && usual != null ? String(usual.id) : undefined);
  const source = useQuery({
    ...objectQuery<Row>(`${resource.url}${sourceId ?? ""}/`),
    enabled: sourceId !== null && known === undefined,
  });
  const own = source.data === undefined ? undefined : String(plainValue(source.data.platform));
  const key = known ?? own;
  const platform = useQuery({
    ...objectQuery<Row>(`${PLATFORMS.url}${encodeURIComponent(key ?? "")}/`),
    enabled: key !== undefined,
  });
  return {
    platform: platform.data,
    error: platform.error ?? source.error,
    retry: () => void (platform.error ? platform.refetch() : source.refetch()),
    isMissing: isOpen && usual === null,
  };
}

interface PlatformFormProps extends AssetFormProps {
  /** The platform the form is for. */
  readonly shown: Row;
  readonly resource: ResourceDescriptor;
  /** The node it starts in unless the address names one. */
  readonly root: Row | null;
  readonly switched: Switched | undefined;
  readonly onSwitch: (switched: Switched) => void;
  readonly onSaved: () => void;
}

/** An array of messages is one entry for each account. */
function refusalOf(body: unknown): unknown {
  return Array.isArray(body) ? { accounts: body } : body;
}

function withoutNothing(body: Record<string, unknown>): Record<string, unknown> {
  const { nodes, ...rest } = body;
  return Array.isArray(nodes) && nodes.length > 0 ? body : rest;
}

/** The form for one platform. Another one replaces it when the platform is changed. */
function PlatformForm(props: PlatformFormProps) {
  const { category, resource, shown: platform, root, switched, onSwitch } = props;
  const { t } = useTranslation(["assetForms"]);
  const { can } = useSession();
  const { id } = useParams();
  const [address] = useSearchParams();
  const editing = id !== undefined;
  const maySeeAccounts = can("accounts.view_account");
  const isSettled = props.platform !== undefined;
  const plan = useMemo(() => categoryPlan(category, platform, t), [category, platform, t]);
  const groups = useMemo(() => assetGroups(plan, t), [plan, t]);
  const overrides = useMemo<FieldOverrides>(
    () => ({
      ...assetOverrides({ platform, editing, maySeeAccounts, isSettled }, t),
      ...plan.overrides,
      ...props.overrides,
    }),
    [platform, editing, maySeeAccounts, isSettled, plan, props.overrides, t],
  );
  const node = address.get("node");
  const initial = useMemo<Row>(
    () => ({
      is_active: true,
      platform: { id: platform.id, name: platform.name },
      nodes:
        node !== null ? [node] : root === null ? [] : [{ id: root.id, name: root.full_value ?? root.name }],
      ...plan.initial,
      ...props.initial,
    }),
    [platform, node, root, plan, props.initial],
  );
  const entries = useMemo(
    () => (switched === undefined ? undefined : switchPlatform(switched.entries, switched.former, platform)),
    [switched, platform],
  );
  const scope = useMemo(
    () => ({
      platform,
      dropped: entries?.dropped ?? [],
      change: (next: string, values: FormValues) => onSwitch({ id: next, entries: values, former: platform }),
    }),
    [platform, entries, onSwitch],
  );
  return (
    <PlatformScopeContext value={scope}>
      <ResourceForm
        resource={resource}
        metadataSuffix={editing && switched === undefined ? "" : `?platform=${String(platform.id)}`}
        groups={groups}
        overrides={overrides}
        initial={initial}
        prepare={withoutNothing}
        refusal={refusalOf}
        onSaved={props.onSaved}
        {...(entries === undefined ? {} : { draft: entries.draft })}
        {...(props.next === undefined ? {} : { next: props.next })}
      />
    </PlatformScopeContext>
  );
}

/** Creates or changes an asset of a category. The platform decides what there is to enter. */
export function AssetForm(props: AssetFormProps) {
  const { category, titles } = props;
  const { t } = useTranslation(["assetForms", "kit"]);
  const { id } = useParams();
  const [switched, setSwitched] = useState<Switched>();
  const [saves, setSaves] = useState(0);
  const resource = props.resource ?? collectionOf(category);
  const { platform, error, retry, isMissing } = usePlatform(props, resource, switched);
  const [address, setAddress] = useSearchParams();
  const isNew = id === undefined && !address.has("clone_from");
  const root = useRootNode(isNew && !address.has("node"));
  const title = id === undefined ? titles.create : titles.update;
  const onSwitch = (next: Switched) => {
    setSwitched(next);
    if (id !== undefined) return;
    setAddress(
      (before) => {
        const query = new URLSearchParams(before);
        query.set("platform", next.id);
        return query;
      },
      { replace: true },
    );
  };
  return (
    <Page title={platform === undefined ? title : labelled(title, valueText(platform.name))}>
      {error !== null ? (
        <FailureNotice error={error} title={t("kit:detail.loadFailed")} onRetry={retry} />
      ) : isMissing ? (
        <ChoosePlatform category={category} />
      ) : platform === undefined || root === undefined ? (
        <div className="form-skeleton" role="status" />
      ) : (
        <PlatformForm
          key={saves}
          {...props}
          shown={platform}
          resource={resource}
          root={root}
          switched={switched}
          onSwitch={onSwitch}
          onSaved={() => {
            // The next one begins again, not with what was carried over from another platform.
            if (switched === undefined) return;
            setSwitched(undefined);
            setSaves((count) => count + 1);
          }}
        />
      )}
    </Page>
  );
}
