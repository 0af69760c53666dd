import { AutoComplete, Button, Checkbox, Collapse, Form, Input, Radio, Segmented, Select } from "antd";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConnectMethods, GrantedAccount, GrantedAsset } from "../api/types.ts";
import { useLuna } from "../page/luna-context.ts";
import { getTerminalSetting } from "../settings/luna-setting.ts";
import {
  canRememberSecrets,
  readRememberedSecret,
  rememberedUsernames,
} from "../settings/remembered-secrets.ts";
import {
  ANONYMOUS_ALIAS,
  groupAccounts,
  MANUAL_ALIAS,
  needsSecret,
  preselectedAccount,
  SAME_USER_ALIAS,
} from "./account-groups.ts";
import type { ConnectSubmission } from "./connect-dialog.tsx";
import {
  connectObstacle,
  effectiveUsername,
  initialChoice,
  offeredMethods,
  offeredProtocols,
  takesBackspace,
  takesCharset,
  withProtocol,
} from "./connect-state.ts";
import type { RememberedChoice } from "./remembered-choice.ts";

/** Props of the form. */
export interface ConnectFormProps {
  asset: GrantedAsset;
  accounts: readonly GrantedAccount[];
  methods: ConnectMethods;
  remembered: RememberedChoice | undefined;
  accountId: string | undefined;
  busy: boolean;
  onSubmit(submission: ConnectSubmission): void;
}

/** The fields of the connect dialog: protocol, account, secret, method, options. */
export function ConnectForm(props: ConnectFormProps) {
  const { asset, accounts, methods, remembered, accountId, busy, onSubmit } = props;
  const { t } = useTranslation("terminal");
  const { profile, settings } = useLuna();
  const groups = useMemo(
    () => groupAccounts(accounts, remembered?.account.alias, asset.category.value),
    [accounts, remembered, asset],
  );
  const [choice, setChoice] = useState(() =>
    initialChoice({
      asset,
      methods,
      remembered,
      account: preselectedAccount(groups, accountId),
      backspaceAsCtrlH: getTerminalSetting().backspaceAsCtrlH,
    }),
  );
  const [secret, setSecret] = useState("");
  const account = accounts.find(({ alias }) => alias === choice.accountAlias);
  const protocols = offeredProtocols(asset);
  const offered = offeredMethods(methods, choice.protocol);
  const method = offered.find(({ value }) => value === choice.method);
  const obstacle = connectObstacle(choice, account, method, secret !== "");
  const change = (part: Partial<typeof choice>) => setChoice((previous) => ({ ...previous, ...part }));
  const username = account && effectiveUsername(choice, account, profile.username);

  useEffect(() => {
    setSecret("");
    if (account === undefined || !needsSecret(account) || !username) return;
    let current = true;
    void readRememberedSecret(profile.id, asset.id, username).then((found) => {
      if (!current || found === undefined) return;
      setSecret(found);
      setChoice((previous) => ({ ...previous, remember: true }));
    });
    return () => {
      current = false;
    };
  }, [account, username, profile.id, asset.id]);

  const mayRemember = settings.SECURITY_LUNA_REMEMBER_AUTH !== false && canRememberSecrets();
  const optionFields = [
    takesCharset(method, choice.protocol) && (
      <Form.Item key="charset" label={t("connect.charset")}>
        <Select
          value={choice.charset}
          onChange={(charset) => change({ charset })}
          options={[
            { value: "default", label: t("connect.charsetDefault") },
            { value: "utf8", label: "UTF-8" },
            { value: "gbk", label: "GBK" },
          ]}
        />
      </Form.Item>
    ),
    takesBackspace(method) && (
      <Form.Item key="backspace" label={t("connect.backspace")}>
        <Radio.Group
          value={choice.backspaceAsCtrlH}
          onChange={(event) => change({ backspaceAsCtrlH: event.target.value === true })}
          options={[
            { value: false, label: t("connect.backspaceDelete") },
            { value: true, label: t("connect.backspaceControl") },
          ]}
        />
      </Form.Item>
    ),
  ].filter(Boolean);

  return (
    <Form
      layout="vertical"
      className="luna-connect-form"
      onFinish={() => {
        if (obstacle === undefined && account !== undefined && method !== undefined) {
          onSubmit({
            choice: { ...choice, remember: choice.remember && mayRemember },
            account,
            method,
            secret,
          });
        }
      }}
    >
      {protocols.length > 1 && (
        <Form.Item label={t("connect.protocol")}>
          <Segmented
            value={choice.protocol}
            onChange={(protocol) => setChoice((previous) => withProtocol(previous, methods, protocol))}
            options={protocols.map(({ name }) => ({ value: name, label: name.toUpperCase() }))}
          />
        </Form.Item>
      )}
      <Form.Item label={t("connect.account")} htmlFor="luna-account">
        <Select
          id="luna-account"
          showSearch={{ optionFilterProp: "search" }}
          {...(choice.accountAlias === undefined ? {} : { value: choice.accountAlias })}
          onChange={(accountAlias) => change({ accountAlias, remember: false })}
          options={groups.map((group) => ({
            label: t(`connect.${group.name}`),
            title: group.name,
            options: group.accounts.map((entry) => ({
              value: entry.alias,
              label: <AccountLabel account={entry} />,
              search: `${entry.name} ${entry.username}`,
            })),
          }))}
        />
      </Form.Item>
      {account?.alias === MANUAL_ALIAS && (
        <Form.Item label={t("connect.username")} htmlFor="luna-username" required>
          <AutoComplete
            id="luna-username"
            value={choice.username}
            onChange={(value) => change({ username: value })}
            options={rememberedUsernames(profile.id, asset.id).map((value) => ({ value }))}
          >
            <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={128} />
          </AutoComplete>
        </Form.Item>
      )}
      {account?.alias === SAME_USER_ALIAS && (
        <Form.Item label={t("connect.username")}>
          <Input value={profile.username} readOnly />
        </Form.Item>
      )}
      {account && needsSecret(account) && (
        <Form.Item label={t("connect.password")} htmlFor="luna-secret" required>
          <Input.Password
            id="luna-secret"
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
            autoComplete="new-password"
            maxLength={40960}
          />
        </Form.Item>
      )}
      {account && needsSecret(account) && mayRemember && (
        <Form.Item>
          <Checkbox
            checked={choice.remember}
            onChange={(event) => change({ remember: event.target.checked })}
          >
            {t("connect.remember")}
          </Checkbox>
        </Form.Item>
      )}
      {offered.length > 1 && (
        <Form.Item label={t("connect.method")}>
          <Radio.Group
            value={choice.method}
            onChange={(event) => change({ method: String(event.target.value) })}
            options={offered.map(({ value, label, disabled }) => ({
              value,
              label,
              disabled: disabled === true,
            }))}
          />
        </Form.Item>
      )}
      {offered.length === 0 && <p className="luna-hint">{t("connect.noMethod")}</p>}
      {optionFields.length > 0 && (
        <Collapse
          ghost
          size="small"
          className="luna-advanced"
          styles={{ header: { paddingInline: 0 }, body: { paddingInline: 0 } }}
          items={[{ key: "options", label: t("connect.advanced"), children: optionFields }]}
        />
      )}
      <Form.Item>
        <Checkbox
          checked={choice.autoLogin}
          onChange={(event) => change({ autoLogin: event.target.checked })}
        >
          {t("connect.autoLogin")}
        </Checkbox>
      </Form.Item>
      <Button
        type="primary"
        htmlType="submit"
        block
        loading={busy}
        disabled={obstacle !== undefined}
        autoFocus
      >
        {t("connect.submit")}
      </Button>
    </Form>
  );
}

/** An account as the list shows it: virtual ones by what they mean, others by name and user name. */
function AccountLabel({ account }: { account: GrantedAccount }) {
  const { t } = useTranslation("terminal");
  const { profile } = useLuna();
  if (account.alias === MANUAL_ALIAS) return t("connect.manualInput");
  if (account.alias === SAME_USER_ALIAS) return `${t("connect.sameUser")} (${profile.username})`;
  if (account.alias === ANONYMOUS_ALIAS) return t("connect.anonymous");
  return account.name === account.username ? account.name : `${account.name} (${account.username})`;
}
