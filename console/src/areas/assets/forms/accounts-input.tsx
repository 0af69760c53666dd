import { DeleteOutlined, EditOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { groupProps } from "../../../kit/field-kinds/control.ts";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { useServerErrors } from "../../../kit/form/form-context.ts";
import { flattenMessages } from "../../../kit/metadata/form-errors.ts";
import type { Choice } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { type InlineAccount, inlineAccount, secretTypesOf, withAccount } from "./inline-account.ts";
import { usePlatformScope } from "./platform-scope.ts";
import { useTemplates } from "./templates.ts";
import "./forms.css";

const AccountDialog = lazy(() => import("./account-dialog.tsx"));
const TemplateDialog = lazy(() => import("./template-dialog.tsx"));

interface AccountRowProps {
  readonly account: InlineAccount;
  readonly types: readonly Choice[];
  /** What the server refused about it. */
  readonly refused: unknown;
  readonly disabled: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function AccountRow({ account, types, refused, disabled, onEdit, onRemove }: AccountRowProps) {
  const { t } = useTranslation(["assetForms", "common"]);
  const name = valueText(account.name ?? account.username);
  const type = plainValue(account.secret_type);
  const isFromTemplate = account.template !== undefined;
  const isRefused = flattenMessages(refused).length > 0;
  return (
    <tr className={isRefused ? "is-refused" : ""}>
      <td>{name}</td>
      <td>{valueText(account.username)}</td>
      <td>{types.find(({ value }) => value === type)?.label ?? valueText(account.secret_type)}</td>
      <td>{t(account.privileged === true ? "common:yes" : "common:no")}</td>
      <td>{t(isFromTemplate ? "common:yes" : "common:no")}</td>
      <td className="inline-account-tools">
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden />}
          aria-label={t("editAccountNamed", { name })}
          disabled={disabled || isFromTemplate}
          onClick={onEdit}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t("removeAccount", { name })}
          disabled={disabled}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

/** Accounts of a new asset, entered one by one or taken from templates. */
export function AccountsInput(props: FieldInputProps) {
  const { value, onChange, field, name, disabled = false } = props;
  const { t } = useTranslation(["assetForms", "accounts"]);
  const { platform } = usePlatformScope();
  const refused = useServerErrors(name);
  const hasTemplates = useTemplates();
  const [edited, setEdited] = useState<InlineAccount | "new">();
  const [choosing, setChoosing] = useState(false);
  const rows = Array.isArray(value) ? (value as readonly InlineAccount[]) : [];
  const fields = field.child?.children ?? {};
  const types = fields.secret_type?.choices ?? [];
  const taken = useMemo(() => secretTypesOf(platform), [platform]);
  const offered = useMemo(
    () => types.filter((type) => taken === undefined || taken.has(String(type.value))),
    [types, taken],
  );
  return (
    <div className="inline-accounts" {...groupProps(props)}>
      {rows.length === 0 ? null : (
        <div className="inline-account-scroll">
          <table className="inline-account-table">
            <thead>
              <tr>
                <th scope="col">{t("name")}</th>
                <th scope="col">{t("accounts:username")}</th>
                <th scope="col">{t("accounts:secretType")}</th>
                <th scope="col">{t("accounts:privileged")}</th>
                <th scope="col">{t("fromTemplate")}</th>
                <th aria-label={t("tools")} />
              </tr>
            </thead>
            <tbody>
              {rows.map((account, index) => (
                <AccountRow
                  key={account.key}
                  account={account}
                  types={types}
                  refused={Array.isArray(refused) ? refused[index] : undefined}
                  disabled={disabled}
                  onEdit={() => setEdited(account)}
                  onRemove={() => onChange?.(rows.filter(({ key }) => key !== account.key))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <span className="inline-account-buttons">
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled}
          onClick={() => setEdited("new")}
        >
          {t("addAccount")}
        </Button>
        {hasTemplates ? (
          <Button size="small" disabled={disabled} onClick={() => setChoosing(true)}>
            {t("chooseTemplates")}
          </Button>
        ) : null}
      </span>
      <Suspense fallback={null}>
        {edited === undefined ? null : (
          <AccountDialog
            fields={fields}
            secretTypes={offered}
            account={edited === "new" ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onConfirm={(account) => {
              const row = edited === "new" ? inlineAccount(account) : { ...account, key: edited.key };
              onChange?.(withAccount(rows, row));
              setEdited(undefined);
            }}
          />
        )}
        {choosing ? (
          <TemplateDialog
            protocols={Array.isArray(platform.protocols) ? platform.protocols.map(valueText) : []}
            accounts={rows}
            onClose={() => setChoosing(false)}
            onConfirm={(accounts) => {
              onChange?.([...rows, ...accounts]);
              setChoosing(false);
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
