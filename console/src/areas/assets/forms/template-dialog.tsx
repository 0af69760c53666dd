import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import { useFormTexts } from "../../../kit/form/use-form-texts.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { PickTable } from "../../../kit/widgets/pick-table.tsx";
import { hasAccount, type InlineAccount, inlineAccount } from "./inline-account.ts";
import { TEMPLATES_URL } from "./templates.ts";

interface TemplateDialogProps {
  /** Names of the protocols accounts are for. */
  readonly protocols: readonly string[];
  /** The accounts that are chosen already. */
  readonly accounts: readonly InlineAccount[];
  readonly onConfirm: (accounts: readonly InlineAccount[]) => void;
  readonly onClose: () => void;
}

function fromTemplate(template: Row): InlineAccount {
  return inlineAccount({
    template: template.id,
    name: template.name,
    username: template.username,
    secret_type: plainValue(template.secret_type),
    privileged: template.privileged,
  });
}

/** Chooses templates of accounts; of one username and kind of secret there can be only one. */
export default function TemplateDialog({ protocols, accounts, onConfirm, onClose }: TemplateDialogProps) {
  const { t } = useTranslation(["assetForms", "accounts"]);
  const { t: common } = useFormTexts();
  const [chosen, setChosen] = useState<readonly Row[]>([]);
  const select = (rows: readonly Row[], on: boolean) => {
    const ids = new Set(rows.map(({ id }) => id));
    const next = chosen.filter(({ id }) => !ids.has(id));
    for (const row of on ? rows : []) {
      if (hasAccount([...accounts, ...next.map(fromTemplate)], row)) {
        toast("info", t("templateTaken", { username: valueText(row.username) }));
      } else next.push(row);
    }
    setChosen(next);
  };
  return (
    <Dialog
      title={t("chooseTemplates")}
      size="page"
      modal
      answer={{
        text: common("pick.take", { count: chosen.length }),
        disabled: chosen.length === 0,
        run: () => onConfirm(chosen.map(fromTemplate)),
      }}
      onClose={onClose}
    >
      <PickTable
        label={t("templates")}
        url={TEMPLATES_URL}
        query={{ protocols: protocols.join(",") }}
        columns={[
          { name: "name", title: t("name") },
          { name: "username", title: t("accounts:username") },
          { name: "secret_type", title: t("accounts:secretType") },
          {
            name: "privileged",
            title: t("accounts:privileged"),
            render: (row) => (row.privileged === true ? "✓" : ""),
          },
        ]}
        rowLabel={(row) => valueText(row.name)}
        selected={new Set(chosen.map(({ id }) => id))}
        onSelect={select}
      />
    </Dialog>
  );
}
