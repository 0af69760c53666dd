import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { api } from "../../../../kit/api/client.ts";
import { fieldsOf, objectQuery, refreshData } from "../../../../kit/api/resources.ts";
import { Dialog } from "../../../../kit/dialog/dialog.tsx";
import { toast, toastFailure } from "../../../../kit/feedback.ts";
import "../../../../kit/field-kinds/inputs.ts";
import { DialogForm } from "../../../../kit/form/dialog-form.tsx";
import { FormLoader } from "../../../../kit/form/form-loader.tsx";
import type { FieldOverride, FieldOverrides } from "../../../../kit/form/form-model.ts";
import { openTaskLog } from "../../../../kit/task-window.ts";
import { SETTINGS_URL } from "../../form/setting-source.ts";
import { useSettingsTexts } from "../../settings-texts.ts";
import { GROUPS, ORGANIZATIONS, SYNC_URL } from "./ldap-directory.ts";

const URL = `${SETTINGS_URL}?category=ldap`;

const FIELDS = [
  {
    title: "",
    fields: [
      "AUTH_LDAP_SYNC_ORG_IDS",
      "AUTH_LDAP_SYNC_GROUP_IDS",
      "AUTH_LDAP_SYNC_IS_PERIODIC",
      "AUTH_LDAP_SYNC_CRONTAB",
      "AUTH_LDAP_SYNC_INTERVAL",
      "AUTH_LDAP_STRICT_SYNC",
      "AUTH_LDAP_SYNC_DISABLE_LEFT",
    ],
  },
] as const;

/** A list of ids, chosen by name. */
const ids = (related: typeof ORGANIZATIONS): FieldOverride => ({
  kind: "related-many",
  related,
  toWire: (value) =>
    Array.isArray(value) ? value.map((option: { readonly value?: unknown }) => option.value) : [],
});

const OVERRIDES: FieldOverrides = {
  AUTH_LDAP_SYNC_ORG_IDS: { ...ids(ORGANIZATIONS), required: true },
  AUTH_LDAP_SYNC_GROUP_IDS: ids(GROUPS),
  AUTH_LDAP_SYNC_CRONTAB: { kind: "cron" },
};

interface SyncState {
  readonly next_runs: readonly string[];
}

/** When the next imports are, and one that is asked for now. */
function NextImports() {
  const { t } = useSettingsTexts();
  const { data } = useQuery({ ...objectQuery<SyncState>(SYNC_URL), retry: false });
  const [busy, setBusy] = useState(false);
  if (data === undefined) return null;
  const run = async () => {
    setBusy(true);
    try {
      const { task } = await api<{ readonly task: string }>(`${SYNC_URL}run/`, { method: "POST", body: {} });
      openTaskLog(task);
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ldap-next">
      <p className="hint">
        {data.next_runs.length === 0
          ? t("ldap:notScheduled")
          : t("ldap:nextRuns", { runs: data.next_runs.join(" · ") })}
      </p>
      <Button size="small" loading={busy} onClick={() => void run()}>
        {t("ldap:runNow")}
      </Button>
    </div>
  );
}

/** When everybody of the directory is imported by itself, where to, and what becomes of those who left. */
export function LdapSyncDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useSettingsTexts();
  const client = useQueryClient();
  const save = async (body: Record<string, unknown>) => {
    await api(URL, { method: "PATCH", body });
    toast("success", t("settings:saved"));
    await refreshData(client);
    onClose();
  };
  return (
    <Dialog title={t("ldap:syncSettings")} size="medium" modal onClose={onClose}>
      <FormLoader metadataUrl={URL} objectUrl={URL}>
        {(metadata, object) => (
          <DialogForm
            fields={fieldsOf(metadata, "PATCH")}
            groups={FIELDS}
            overrides={OVERRIDES}
            object={object ?? {}}
            intro={<NextImports />}
            confirmText={t("common:save")}
            onConfirm={save}
            onCancel={onClose}
          />
        )}
      </FormLoader>
    </Dialog>
  );
}
