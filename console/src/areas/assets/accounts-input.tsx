import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Checkbox, Input, Select } from "antd";
import { useTranslation } from "react-i18next";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";

/** An account entered together with a new asset. */
export interface InlineAccount {
  readonly key: string;
  readonly username: string;
  readonly secret_type: string;
  readonly secret: string;
  readonly privileged: boolean;
}

const EMPTY: Omit<InlineAccount, "key"> = {
  username: "",
  secret_type: "password",
  secret: "",
  privileged: false,
};

/** Rows as the API takes them; rows without a username are left out. */
export function inlineAccounts(value: unknown): Record<string, unknown>[] | undefined {
  const rows = (Array.isArray(value) ? (value as InlineAccount[]) : []).filter(
    (row) => row.username.trim() !== "",
  );
  if (rows.length === 0) return undefined;
  return rows.map(({ username, secret_type, secret, privileged }) => ({
    name: username.trim(),
    username: username.trim(),
    secret_type,
    privileged,
    is_active: true,
    ...(secret === "" ? {} : { secret }),
  }));
}

/** Accounts of a new asset: username, secret, and whether it is a privileged one. */
export function AccountsInput({ value, onChange, disabled }: FieldInputProps) {
  const { t } = useTranslation(["assets", "accounts", "kit"]);
  const rows = Array.isArray(value) ? (value as InlineAccount[]) : [];
  const change = (key: string, part: Partial<InlineAccount>) =>
    onChange?.(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className="inline-accounts">
      {rows.map((row, index) => (
        <div className="inline-account" key={row.key}>
          <Input
            aria-label={t("accounts:username")}
            placeholder={t("accounts:username")}
            autoComplete="off"
            value={row.username}
            onChange={(event) => {
              const username = event.target.value;
              change(row.key, {
                username,
                privileged: row.privileged || /^(root|administrator)$/i.test(username),
              });
            }}
          />
          <Select
            aria-label={t("accounts:secretType")}
            value={row.secret_type}
            onChange={(secret_type) => change(row.key, { secret_type, secret: "" })}
            options={[
              { value: "password", label: t("accounts:password") },
              { value: "ssh_key", label: t("accounts:sshKey") },
            ]}
          />
          {row.secret_type === "ssh_key" ? (
            <Input.TextArea
              className="code"
              aria-label={t("accounts:sshKey")}
              placeholder={t("accounts:sshKey")}
              autoSize={{ minRows: 1, maxRows: 6 }}
              value={row.secret}
              onChange={(event) => change(row.key, { secret: event.target.value })}
            />
          ) : (
            <Input.Password
              aria-label={t("accounts:password")}
              placeholder={t("accounts:password")}
              autoComplete="new-password"
              value={row.secret}
              onChange={(event) => change(row.key, { secret: event.target.value })}
            />
          )}
          <Checkbox
            checked={row.privileged}
            onChange={(event) => change(row.key, { privileged: event.target.checked })}
          >
            {t("accounts:privileged")}
          </Checkbox>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t("kit:form.removeRow", { index: index + 1 })}
            onClick={() => onChange?.(rows.filter((other) => other.key !== row.key))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={disabled ?? false}
        onClick={() => onChange?.([...rows, { ...EMPTY, key: `${Date.now()}-${rows.length}` }])}
      >
        {t("addAccount")}
      </Button>
    </div>
  );
}
