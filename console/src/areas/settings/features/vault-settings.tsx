import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Flex, Form } from "antd";
import { useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { encryptFields } from "../../../kit/api/encryption.ts";
import { objectQuery } from "../../../kit/api/resources.ts";
import { DetailCard } from "../../../kit/detail/detail-card.tsx";
import { toastFailure } from "../../../kit/feedback.ts";
import type { FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { openTaskLog } from "../../../kit/task-window.ts";
import { SECRET_SETTINGS, SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { SETTINGS_URL } from "../form/setting-source.ts";
import { TestButton } from "../form/test-button.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { isBetween, syncWay, VAULT_STATE_URL, type VaultState } from "./vault-state.ts";

const GROUPS: SettingGroups = [
  [
    "vault",
    ["VAULT_ENABLED", "VAULT_HCP_HOST", "VAULT_HCP_TOKEN", "VAULT_HCP_MOUNT_POINT", "VAULT_HCP_NAMESPACE"],
  ],
  ["vaultTrust", ["VAULT_HCP_CA_CERTIFICATE"]],
];

const OVERRIDES: FieldOverrides = {
  VAULT_ENABLED: { readOnly: true },
  VAULT_HCP_CA_CERTIFICATE: { kind: "text-area" },
};

const TESTING_URL = "/api/v1/settings/vault/testing/";
const SYNC_URL = "/api/v1/settings/vault/sync/";

/** Milliseconds between looks at the numbers while secrets are on their way. */
const MOVING_INTERVAL = 5_000;

/** What the form holds, as texts; what is empty is as it is saved. */
const entered = (values: FormValues): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string" && value !== ""));

/** Asks the vault with what is in the form, saved or not. */
function VaultTest() {
  const { t } = useSettingsTexts();
  const form = Form.useFormInstance();
  const test = async () => {
    const body = encryptFields(entered(form.getFieldsValue()), SECRET_SETTINGS);
    return (await api<{ readonly msg: string }>(TESTING_URL, { method: "POST", body })).msg;
  };
  return <TestButton test={test}>{t("vault:test")}</TestButton>;
}

/** Moves every secret to where it belongs, and opens the log of that. */
function SyncButton({
  enabled,
  state,
}: {
  readonly enabled: boolean;
  readonly state: VaultState | undefined;
}) {
  const { t } = useSettingsTexts();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const way = syncWay(enabled, state);
  const sync = async () => {
    setBusy(true);
    try {
      const { task } = await api<{ readonly task: string }>(SYNC_URL, { method: "POST", body: {} });
      openTaskLog(task);
      await client.invalidateQueries(objectQuery(VAULT_STATE_URL));
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} disabled={way === "none"} onClick={() => void sync()}>
      {t(way === "toDatabase" ? "vault:bringBack" : "vault:sync")}
    </Button>
  );
}

/** Where secrets lie now, and what is to be done about those that lie elsewhere. */
function StateCard({ state }: { readonly state: VaultState }) {
  const { t } = useSettingsTexts();
  return (
    <>
      {isBetween(state) ? (
        <Alert
          type="warning"
          showIcon
          title={t(state.enabled ? "vault:toMove" : "vault:toBringBack", {
            count: state.enabled ? state.in_database : state.in_vault,
          })}
        />
      ) : null}
      <DetailCard
        title={t("vault:state")}
        items={[
          { key: "vault", label: t("vault:inVault"), value: state.in_vault.toLocaleString() },
          { key: "database", label: t("vault:inDatabase"), value: state.in_database.toLocaleString() },
        ]}
      />
    </>
  );
}

/** Where the secrets of accounts are kept: the vault's address, a test of it, and the move there or back. */
export function VaultSettings() {
  const { t } = useSettingsTexts();
  const settings = useQuery(
    objectQuery<{ readonly VAULT_ENABLED?: boolean }>(`${SETTINGS_URL}?category=vault`),
  );
  const { data: state } = useQuery({
    ...objectQuery<VaultState>(VAULT_STATE_URL),
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isBetween(data) ? MOVING_INTERVAL : false,
  });
  const enabled = settings.data?.VAULT_ENABLED === true;
  return (
    <Flex vertical gap={12}>
      {settings.data === undefined || enabled ? null : <Alert type="info" showIcon title={t("vault:off")} />}
      {state === undefined ? null : <StateCard state={state} />}
      <SettingForm
        category="vault"
        groups={GROUPS}
        overrides={OVERRIDES}
        extraButtons={
          <>
            <VaultTest />
            <SyncButton enabled={enabled} state={state} />
          </>
        }
      />
    </Flex>
  );
}
