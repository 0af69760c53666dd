import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { Catalogue } from "../i18n/catalogue.ts";
import { DetailCard, detailItems } from "./detail/detail-card.tsx";
import { ResourceDetail } from "./detail/resource-detail.tsx";
import { ResourceForm } from "./form/resource-form.tsx";
import { ResourceList } from "./list/resource-list.tsx";
import { Page } from "./page.tsx";
import type { ResourceDescriptor } from "./resource.ts";

type Title = keyof Catalogue["routes"];

/** A resource whose screens follow from its metadata alone. */
export interface PlainResource {
  readonly resource: ResourceDescriptor;
  /** Columns shown at first, in order; the person can choose others. */
  readonly columns: readonly string[];
  /** Fields of the form, in order. */
  readonly form: readonly string[];
  readonly titles: { readonly [Screen in "list" | "create" | "update" | "detail"]: Title };
  /** What its list says while it is empty. */
  readonly empty: Title;
}

/** The list of a plain resource. */
export function PlainList({ resource, columns, titles, empty }: PlainResource) {
  const { t } = useTranslation("routes");
  const plan = useMemo(() => ({ defaults: columns }), [columns]);
  return (
    <Page title={t(titles.list)}>
      <ResourceList
        resource={resource}
        label={t(titles.list)}
        columns={plan}
        create={{ label: t(titles.create) }}
        emptyHint={t(empty)}
      />
    </Page>
  );
}

/** The form of a plain resource: creates, copies and changes. */
export function PlainForm({ resource, form, titles }: PlainResource) {
  const { t } = useTranslation(["routes", "kit"]);
  const { id } = useParams();
  const groups = useMemo(() => [{ title: t("kit:detail.basic"), fields: form }], [t, form]);
  return (
    <Page title={t(id === undefined ? titles.create : titles.update)}>
      <ResourceForm resource={resource} groups={groups} />
    </Page>
  );
}

/** One object of a plain resource: all it tells. */
export function PlainDetail({ resource, titles }: PlainResource) {
  const { t } = useTranslation(["routes", "kit"]);
  return (
    <ResourceDetail
      resource={resource}
      prefix={t(titles.detail)}
      tabs={({ fields, row }) => [
        {
          key: "Basic",
          label: t("kit:detail.basic"),
          content: <DetailCard items={detailItems(fields, row, [])} />,
        },
      ]}
    />
  );
}
