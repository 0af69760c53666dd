import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import { objectQuery } from "../../../kit/api/resources.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { REPLAY_STORAGES, REPLAY_STORAGES_TAB, STORAGE_TYPES, typeOf } from "./storage-resources.ts";

const ENCRYPTED = ["SECRET_KEY", "ACCOUNT_KEY"] as const;

const toList = () => `${REPLAY_STORAGES.routes.list}?activeTab=${REPLAY_STORAGES_TAB}`;

/** The type of what the form is about: named by the address, or that of the storage that is changed. */
function useType(): string {
  const { id } = useParams();
  const [address] = useSearchParams();
  const { data } = useQuery({
    ...objectQuery<Row>(`${REPLAY_STORAGES.url}${id}/`),
    enabled: id !== undefined,
  });
  if (id !== undefined) return data === undefined ? "" : typeOf(data);
  const asked = address.get("type") ?? "";
  return STORAGE_TYPES.some(([value]) => value === asked) ? asked : "s3";
}

/** Creates or changes a storage of recordings; what is asked depends on its type. */
export default function ReplayStorageForm() {
  const { t } = useSettingsTexts();
  const { id } = useParams();
  const type = useType();
  const isNew = id === undefined;
  const label = STORAGE_TYPES.find(([value]) => value === type)?.[1] ?? "";
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
      is_default: { help: t("storages:defaultHelp") },
      meta: { fields: { SECRET_KEY: kept, ACCOUNT_KEY: kept } },
    };
  }, [t, isNew]);
  const initial = useMemo(() => ({ type: { value: type, label }, is_default: true }), [type, label]);
  return (
    <Page title={t(isNew ? "routes:replayStorageCreate" : "routes:replayStorageUpdate")}>
      <ResourceForm
        resource={REPLAY_STORAGES}
        groups={groups}
        overrides={overrides}
        initial={initial}
        metadataSuffix={isNew ? `?type=${type}` : ""}
        encryptedFields={ENCRYPTED}
        saveAndContinue={false}
        next={toList}
      />
    </Page>
  );
}
