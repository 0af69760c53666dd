import { useQueryClient } from "@tanstack/react-query";
import { Alert, AutoComplete, Button, Checkbox, Collapse, Form, Input, Radio, Segmented, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listed } from "../../kit/metadata/labelled.ts";
import type { GrantedAccount, GrantedAsset } from "../api/types.ts";
import { START_UP, useLuna } from "../page/luna-context.ts";
import { rememberedUsernames } from "../settings/remembered-secrets.ts";
import { ANONYMOUS_ALIAS, lacksCertificate, MANUAL_ALIAS, SAME_USER_ALIAS } from "./account-groups.ts";
import {
  AUTO_RESOLUTION,
  componentsFor,
  domainOf,
  offeredProtocols,
  RESOLUTIONS,
  takesBackspace,
  takesCharset,
  takesCompletion,
  takesResolution,
} from "./connect-state.ts";
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
  const domain = domainOf(asset, choice.protocol);
  const inDomain = domain === undefined ? "" : `@${domain}`;
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
              label: <AccountLabel account={entry} inDomain={inDomain} />,
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
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={128}
              suffix={inDomain}
            />
          </AutoComplete>
        </Form.Item>
      )}
      {account?.alias === SAME_USER_ALIAS && (
        <Form.Item label={t("connect.username")}>
          <Input value={profile.username} readOnly suffix={inDomain} />
        </Form.Item>
      )}
    </>
  );
}

/** The secret, and whether this browser remembers it. */
export function SecretFields({ state, mayRemember }: FieldProps & { readonly mayRemember: boolean }) {
  const { t } = useTranslation("terminal");
  const { account, choice } = state;
  const isUncertified = account !== undefined && lacksCertificate(account, choice.protocol);
  const help = isUncertified
    ? {
        help: (
          <span id="luna-secret-help">
            {t("connect.certificateOnly", { protocol: choice.protocol.toUpperCase() })}
          </span>
        ),
      }
    : {};
  return (
    <>
      <Form.Item label={t("connect.password")} htmlFor="luna-secret" required {...help}>
        <Input.Password
          id="luna-secret"
          aria-describedby={isUncertified ? "luna-secret-help" : undefined}
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

/** Where what is connected with runs. */
const PLACES = ["web", "native"] as const;

/** How to connect, where there is a choice: in the browser, or with a program of the person's own. */
export function MethodField({ state }: FieldProps) {
  const { t } = useTranslation("terminal");
  const { offered, method, choice } = state;
  if (offered.length === 0) return <NoMethod protocol={choice.protocol} />;
  if (offered.length === 1 && method?.type === "web") return null;
  return (
    <Form.Item label={t("connect.method")}>
      <Radio.Group
        className="luna-methods"
        value={method?.value}
        onChange={(event) => state.change({ method: String(event.target.value) })}
      >
        {PLACES.map((place) => ({ place, methods: offered.filter(({ type }) => type === place) }))
          .filter(({ methods }) => methods.length > 0)
          .map(({ place, methods }) => (
            <fieldset key={place} className="luna-methods-place">
              <legend>{t(`connect.${place}`)}</legend>
              {methods.map(({ value, label, disabled }) => (
                <Radio key={value} value={value} disabled={disabled === true}>
                  {label}
                </Radio>
              ))}
            </fieldset>
          ))}
      </Radio.Group>
    </Form.Item>
  );
}

/** Says why a protocol cannot be opened, and what would help. */
function NoMethod({ protocol }: { readonly protocol: string }) {
  const { t } = useTranslation("terminal");
  const queries = useQueryClient();
  const [isLooking, setLooking] = useState(false);
  const types = componentsFor(protocol);
  const named = { protocol: protocol.toUpperCase(), types: listed(types) };
  const lookAgain = () => {
    setLooking(true);
    void queries.refetchQueries({ queryKey: START_UP }).finally(() => setLooking(false));
  };
  return (
    <Alert
      className="luna-dialog-alert"
      type="info"
      showIcon
      title={t(types.length > 0 ? "connect.noMethod" : "connect.unsupported", named)}
      description={types.length > 0 ? t("connect.noMethodHint", named) : undefined}
      action={
        types.length > 0 && (
          <Button size="small" loading={isLooking} onClick={lookAgain}>
            {t("nothing.again")}
          </Button>
        )
      }
    />
  );
}

/** Options of the method, folded away. */
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
    takesCompletion(method, choice.protocol) && (
      <Form.Item key="completion" label={t("connect.completion")}>
        <Radio.Group
          value={choice.isCompletionOff}
          onChange={(event) => change({ isCompletionOff: event.target.value === true })}
          options={[
            { value: false, label: t("connect.completionOn") },
            { value: true, label: t("connect.completionOff") },
          ]}
        />
      </Form.Item>
    ),
    takesResolution(method, choice.protocol) && (
      <Form.Item key="resolution" label={t("connect.resolution")} htmlFor="luna-resolution">
        <Select
          id="luna-resolution"
          value={choice.resolution}
          onChange={(resolution) => change({ resolution })}
          options={RESOLUTIONS.map((value) => ({
            value,
            label: value === AUTO_RESOLUTION ? t("connect.resolutionAuto") : value.replace("x", " × "),
          }))}
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
function AccountLabel({
  account,
  inDomain,
}: {
  readonly account: GrantedAccount;
  readonly inDomain: string;
}) {
  const { t } = useTranslation("terminal");
  const { profile } = useLuna();
  if (account.alias === MANUAL_ALIAS) return t("connect.manualInput");
  if (account.alias === SAME_USER_ALIAS) return `${t("connect.sameUser")} (${profile.username}${inDomain})`;
  if (account.alias === ANONYMOUS_ALIAS) return t("connect.anonymous");
  if (account.name === account.username) return `${account.name}${inDomain}`;
  return `${account.name} (${account.username}${inDomain})`;
}
