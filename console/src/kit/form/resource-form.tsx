import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { fieldsOf, refreshData } from "../api/resources.ts";
import { toast } from "../feedback.ts";
import "../field-kinds/inputs.ts";
import { closeTabState } from "../close-tab-state.ts";
import type { Metadata, Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import { permissionCode, type ResourceDescriptor } from "../resource.ts";
import { useSession } from "../session.ts";
import { FormBody, type FormBodyOptions, type SavedForm } from "./form-body.tsx";
import { FormLoader } from "./form-loader.tsx";

export type { SubmitContext } from "./form-body.tsx";

/** Props of {@link ResourceForm}: only what is particular to one form. */
export interface ResourceFormProps extends FormBodyOptions {
  readonly resource: ResourceDescriptor;
  /** Where to go after saving; the list, newest change first, unless given. */
  readonly next?: (saved: Row, editing: boolean) => string;
  /** Called after saving, before the way on. */
  readonly onSaved?: () => void;
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

/** Says what was saved, with the way to it, and continues. */
function useAfterSave({ resource, next, onSaved }: ResourceFormProps, editing: boolean) {
  const { t } = useTranslation(["kit", "form"]);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const client = useQueryClient();
  const { can } = useSession();
  return ({ saved, values, mode }: SavedForm) => {
    void refreshData(client);
    onSaved?.();
    const text = mode === "continue" ? "form.createdContinue" : editing ? "form.updated" : "form.created";
    const name = valueText(saved?.name ?? values.name ?? values.hostname ?? values.username);
    const id = saved?.id;
    const path =
      typeof id === "string" || typeof id === "number" ? resource.routes.detail?.(String(id)) : undefined;
    const link =
      path === undefined || !can(permissionCode(resource, "view"))
        ? undefined
        : { text: t("form:show"), href: `/ui${path}`, follow: () => void navigate(path) };
    toast("success", t(text, { name }), link);
    if (mode === "save") {
      const to = next?.(saved ?? {}, editing) ?? `${resource.routes.list}?order=-date_updated`;
      void navigate(to, { state: closeTabState(pathname) });
    }
  };
}

interface LoadedFormProps extends ResourceFormProps {
  readonly metadata: Metadata;
  readonly source: Row | undefined;
  readonly url: string;
  readonly editing: boolean;
  readonly cloneFrom: string | null;
}

function LoadedForm(props: LoadedFormProps) {
  const { metadata, source, editing, prepareClone } = props;
  const { t } = useTranslation("kit");
  const afterSave = useAfterSave(props, editing);
  const object = useMemo(() => {
    if (source === undefined || editing) return source;
    const clone = cloneOf(source, (name) => t("form.duplicateOf", { name }));
    return prepareClone?.(clone) ?? clone;
  }, [source, editing, prepareClone, t]);
  const method = editing ? (props.updateMethod ?? "PUT") : "POST";
  return <FormBody {...props} fields={fieldsOf(metadata, method)} object={object} afterSave={afterSave} />;
}

/**
 * Create, update and duplicate, from the metadata of the resource (docs/contract/console.md, "Forms"). The route's `id`
 * names the object to change, `?clone_from=` one to start a new object from.
 */
export function ResourceForm(props: ResourceFormProps) {
  const { id } = useParams();
  const [address] = useSearchParams();
  const cloneFrom = id === undefined ? address.get("clone_from") : null;
  const editing = id !== undefined;
  const sourceId = id ?? cloneFrom ?? undefined;
  const { resource, metadataSuffix = "" } = props;
  const objectUrl = props.objectUrl ?? ((key: string) => `${resource.url}${key}/`);
  const url = editing ? objectUrl(id) : resource.url;
  return (
    <FormLoader
      metadataUrl={`${url}${metadataSuffix}`}
      objectUrl={sourceId === undefined ? undefined : objectUrl(sourceId)}
    >
      {(metadata, source) => (
        <LoadedForm
          {...props}
          key={`${sourceId ?? "new"}${metadataSuffix}`}
          metadata={metadata}
          source={source}
          url={url}
          editing={editing}
          cloneFrom={cloneFrom}
        />
      )}
    </FormLoader>
  );
}
