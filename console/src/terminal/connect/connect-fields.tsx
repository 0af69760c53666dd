import { AutoComplete, Checkbox, Collapse, Form, Input, Radio, Segmented, Select } from "antd";
import { useTranslation } from "react-i18next";
import type { GrantedAccount, GrantedAsset } from "../api/types.ts";
import { useLuna } from "../page/luna-context.ts";
import { rememberedUsernames } from "../settings/remembered-secrets.ts";
import { ANONYMOUS_ALIAS, MANUAL_ALIAS, SAME_USER_ALIAS } from "./account-groups.ts";
import { offeredProtocols, takesBackspace, takesCharset } from "./connect-state.ts";
import type { ConnectState } from "./use-connect-choice.ts";

interface FieldProps {
  readonly state: ConnectState;
}

interface AssetFieldProps extends FieldProps {
  readonly asset: GrantedAsset;
}

/** The protocol, where there is a choice. */
export function ProtocolField({ asset, state }: AssetFieldProps) {
  const { t } = useTranslation("terminal");
  const protocols = offeredProtocols(asset);
  if (protocols.length <= 1) return null;
  return (
    <Form.Item label={t("connect.protocol")}>
      <Segmented
        value={state.choice.protocol}
        onChange={state.chooseProtocol}
        options={protocols.map(({ name }) => ({ value: name, label: name.toUpperCase() }))}
      />
    </Form.Item>
  );
}

/** The account, and the user name where the account has none of its own. */
export function AccountFields({ asset, state }: AssetFieldProps) {
  const { t } = useTranslation("terminal");
  const { profile } = useLuna();
  const { choice, account, change } = state;
  return (
    <>
      <Form.Item label={t("connect.account")} htmlFor="luna-account">
        <Select
          id="luna-account"
          showSearch={{ optionFilterProp: "search" }}
          {...(choice.accountAlias === undefined ? {} : { value: choice.accountAlias })}
          onChange={(accountAlias) => change({ accountAlias, remember: false })}
          options={state.groups.map((group) => ({
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
    </>
  );
}

/** The secret, and whether this browser remembers it. */
export function SecretFields({ state, mayRemember }: FieldProps & { readonly mayRemember: boolean }) {
  const { t } = useTranslation("terminal");
  return (
    <>
      <Form.Item label={t("connect.password")} htmlFor="luna-secret" required>
        <Input.Password
          id="luna-secret"
          value={state.secret}
          onChange={(event) => state.setSecret(event.target.value)}
          autoComplete="new-password"
          maxLength={40960}
        />
      </Form.Item>
      {mayRemember && (
        <Form.Item>
          <Checkbox
            checked={state.choice.remember}
            onChange={(event) => state.change({ remember: event.target.checked })}
          >
            {t("connect.remember")}
          </Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** How to connect, where there is a choice. */
export function MethodField({ state }: FieldProps) {
  const { t } = useTranslation("terminal");
  if (state.offered.length === 0) return <p className="luna-hint">{t("connect.noMethod")}</p>;
  if (state.offered.length === 1) return null;
  return (
    <Form.Item label={t("connect.method")}>
      <Radio.Group
        value={state.choice.method}
        onChange={(event) => state.change({ method: String(event.target.value) })}
        options={state.offered.map(({ value, label, disabled }) => ({
          value,
          label,
          disabled: disabled === true,
        }))}
      />
    </Form.Item>
  );
}

/** Options of the method, folded away: character set and what Backspace sends. */
export function AdvancedFields({ state }: FieldProps) {
  const { t } = useTranslation("terminal");
  const { choice, method, change } = state;
  const fields = [
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
  if (fields.length === 0) return null;
  return (
    <Collapse
      ghost
      size="small"
      className="luna-advanced"
      styles={{ header: { paddingInline: 0 }, body: { paddingInline: 0 } }}
      items={[{ key: "options", label: t("connect.advanced"), children: fields }]}
    />
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
