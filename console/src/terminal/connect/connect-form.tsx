import { Button, Checkbox, Form } from "antd";
import { useTranslation } from "react-i18next";
import { useLuna } from "../page/luna-context.ts";
import { canRememberSecrets } from "../settings/remembered-secrets.ts";
import { needsSecret } from "./account-groups.ts";
import {
  AccountFields,
  AdvancedFields,
  MethodField,
  ProtocolField,
  SecretFields,
} from "./connect-fields.tsx";
import type { ConnectSubmission } from "./connect-state.ts";
import { type ConnectOptions, useConnectChoice } from "./use-connect-choice.ts";

/** Props of the form. */
export interface ConnectFormProps extends ConnectOptions {
  busy: boolean;
  onSubmit(submission: ConnectSubmission): void;
}

/** The fields of the connect dialog: protocol, account, secret, method, options. */
export function ConnectForm(props: ConnectFormProps) {
  const { t } = useTranslation("terminal");
  const { settings } = useLuna();
  const state = useConnectChoice(props);
  const { choice, account, method, secret, obstacle } = state;
  const mayRemember = settings.SECURITY_LUNA_REMEMBER_AUTH !== false && canRememberSecrets();
  const submit = () => {
    if (obstacle !== undefined || account === undefined || method === undefined) return;
    props.onSubmit({
      choice: { ...choice, remember: choice.remember && mayRemember },
      account,
      method,
      secret,
    });
  };
  return (
    <Form layout="vertical" className="luna-connect-form" onFinish={submit}>
      <ProtocolField asset={props.asset} state={state} />
      <AccountFields asset={props.asset} state={state} />
      {account && needsSecret(account, choice.protocol) && (
        <SecretFields state={state} mayRemember={mayRemember} />
      )}
      <MethodField state={state} />
      <AdvancedFields state={state} />
      <Form.Item>
        <Checkbox
          checked={choice.autoLogin}
          onChange={(event) => state.change({ autoLogin: event.target.checked })}
        >
          {t("connect.autoLogin")}
        </Checkbox>
      </Form.Item>
      <Button
        type="primary"
        htmlType="submit"
        block
        loading={props.busy}
        disabled={obstacle !== undefined}
        autoFocus
      >
        {t("connect.submit")}
      </Button>
    </Form>
  );
}
