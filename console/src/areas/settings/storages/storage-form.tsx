import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import { objectQuery } from "../../../kit/api/resources.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { useSettingsTexts } from "../settings-texts.ts";
import { type StorageType, typeOf } from "./storage-resources.ts";

interface StorageFormProps {
  readonly resource: ResourceDescriptor;
  readonly types: readonly StorageType[];
  /** Tab of the list it goes back to. */
  readonly tab: string;
  readonly titles: { readonly create: string; readonly update: string };
  /** What making a storage the default means. */
  readonly defaultHelp: string;
  /** Whether a new one begins as the default. */
  readonly isDefaultFirst: boolean;
  readonly encrypted: readonly string[];
  /** How options are entered, where that is not as usual. */
  readonly inputs?: FieldOverrides;
  /** Options a new one begins with. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The type of what the form is about: named by the address, or that of the storage that is changed. */
function useType({ url }: ResourceDescriptor, types: readonly StorageType[]): string {
  const { id } = useParams();
  const [address] = useSearchParams();
  const { data } = useQuery({
    ...objectQuery<Row>(`${url}${id}/`),
    enabled: id !== undefined,
  });
  if (id !== undefined) return data === undefined ? "" : typeOf(data);
  const asked = address.get("type") ?? "";
  return types.some(([value]) => value === asked) ? asked : (types[0]?.[0] ?? "");
}

/** Creates or changes a storage; what is asked depends on its type. */
export function StorageForm(props: StorageFormProps) {
  const { resource, types, tab, titles, defaultHelp, isDefaultFirst, encrypted, inputs, options } = props;
  const { t } = useSettingsTexts();
  const { id } = useParams();
  const type = useType(resource, types);
  const isNew = id === undefined;
  const label = types.find(([value]) => value === type)?.[1] ?? "";
  const groups = useMemo(
    () => [
      { title: t("storages:basic"), fields: ["name", "type"] },
      { title: label, fields: ["meta"] },
      { title: t("storages:other"), fields: ["is_default", "comment"] },
    ],
    [t, label],
  );
  const overrides = useMemo<FieldOverrides>(() => {
    // What is not entered again stays.
    const kept = isNew ? {} : { required: false };
    return {
      type: { disabled: true },
      is_default: { help: defaultHelp },
      meta: {
        fields: Object.fromEntries(encrypted.map((name) => [name, { ...kept, ...inputs?.[name] }])),
      },
    };
  }, [defaultHelp, encrypted, inputs, isNew]);
  const initial = useMemo(
    () => ({
      type: { value: type, label },
      is_default: isDefaultFirst,
      ...(options === undefined ? {} : { meta: options }),
    }),
    [type, label, isDefaultFirst, options],
  );
  return (
    <Page title={isNew ? titles.create : titles.update}>
      <ResourceForm
        resource={resource}
        groups={groups}
        overrides={overrides}
        initial={initial}
        metadataSuffix={isNew ? `?type=${type}` : ""}
        encryptedFields={encrypted}
        saveAndContinue={false}
        next={() => `${resource.routes.list}?activeTab=${tab}`}
      />
    </Page>
  );
}
