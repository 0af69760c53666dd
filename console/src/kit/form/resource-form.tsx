import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { fieldsOf, metadataQuery, objectQuery } from "../api/resources.ts";
import "../field-kinds/inputs.ts";
import { FailureNotice } from "../list/list-states.tsx";
import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import { FormBody, type FormBodyOptions } from "./form-body.tsx";
import "./form.css";

export type { SubmitContext } from "./form-body.tsx";

/** Props of {@link ResourceForm}: only what is particular to one form. */
export interface ResourceFormProps extends FormBodyOptions {
  /** Query of the metadata request, for example the platform. */
  readonly metadataSuffix?: string;
  /** Changes the source of a duplicate before it fills the form. */
  readonly prepareClone?: (source: Row) => Row;
  /** URL of the object; the resource's own unless given. */
  readonly objectUrl?: (id: string) => string;
}

/** A copy of an object: without its id, and with a name that says where it comes from. */
function cloneOf(source: Row, name: (original: string) => string): Row {
  const key = "name" in source ? "name" : "hostname";
  return { ...source, id: undefined, [key]: name(valueText(source[key])) };
}

/**
 * Create, update and duplicate, from the metadata of the resource (docs/contract/console.md, "Forms"). The route's `id`
 * names the object to change, `?clone_from=` one to start a new object from.
 */
export function ResourceForm(props: ResourceFormProps) {
  const { id } = useParams();
  const [address] = useSearchParams();
  const cloneFrom = id === undefined ? address.get("clone_from") : null;
  const { resource, prepareClone } = props;
  const { t } = useTranslation(["kit", "common"]);
  const editing = id !== undefined;
  const sourceId = id ?? cloneFrom ?? undefined;
  const objectUrl = props.objectUrl ?? ((key: string) => `${resource.url}${key}/`);
  const url = editing ? objectUrl(id) : resource.url;

  const metadata = useQuery(metadataQuery(`${url}${props.metadataSuffix ?? ""}`));
  const source = useQuery({
    ...objectQuery<Row>(objectUrl(sourceId ?? "")),
    enabled: sourceId !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const object = useMemo(() => {
    if (source.data === undefined || editing) return source.data;
    const clone = cloneOf(source.data, (name) => t("form.duplicateOf", { name }));
    return prepareClone?.(clone) ?? clone;
  }, [source.data, editing, prepareClone, t]);

  const error = metadata.error ?? source.error;
  if (error !== null) {
    return (
      <FailureNotice
        error={error}
        title={t("detail.loadFailed")}
        onRetry={() => {
          void metadata.refetch();
          if (sourceId !== undefined) void source.refetch();
        }}
      />
    );
  }
  if (metadata.data === undefined || (sourceId !== undefined && object === undefined)) {
    return <div className="form-skeleton" role="status" aria-label={t("common:loading")} />;
  }
  return (
    <FormBody
      {...props}
      key={`${sourceId ?? "new"}${props.metadataSuffix ?? ""}`}
      fields={fieldsOf(metadata.data, editing ? (props.updateMethod ?? "PUT") : "POST")}
      object={object}
      editing={editing}
      url={url}
      cloneFrom={cloneFrom}
    />
  );
}
