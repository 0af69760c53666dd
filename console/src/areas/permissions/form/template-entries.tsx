import { Button, Tag } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { screenExists } from "../../../kit/screens.ts";
import { useSession } from "../../../kit/session.ts";
import { TemplatePickerDialog } from "../../accounts/index.ts";

interface TemplateEntriesProps {
  readonly disabled: boolean;
  /** `%id` of each template. */
  readonly value: readonly string[];
  readonly onChange: (entries: string[]) => void;
}

/** Templates whose accounts saving makes and grants, for those who may see templates and add accounts. */
export function TemplateEntries({ disabled, value, onChange }: TemplateEntriesProps) {
  const { t } = useTranslation("accountPages");
  const { can, inRoot } = useSession();
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [choosing, setChoosing] = useState(false);
  const isOffered =
    !inRoot &&
    can("accounts.view_accounttemplate") &&
    can("accounts.add_account") &&
    screenExists("/console/accounts/account-template");
  if (!isOffered) return null;
  const nameOf = (entry: string) => names[entry] ?? entry.slice(1);
  return (
    <div className="template-entries">
      <Button disabled={disabled} onClick={() => setChoosing(true)}>
        {t("templates.add")}
      </Button>
      {value.length === 0 ? null : (
        <>
          <ul aria-label={t("templates.chosen")}>
            {value.map((entry) => (
              <li key={entry}>
                <Tag
                  color="processing"
                  closable={
                    disabled ? false : { "aria-label": t("templates.remove", { name: nameOf(entry) }) }
                  }
                  onClose={(event) => {
                    event.preventDefault();
                    onChange(value.filter((other) => other !== entry));
                  }}
                >
                  {nameOf(entry)}
                </Tag>
              </li>
            ))}
          </ul>
          <p className="hint">{t("templates.hint")}</p>
        </>
      )}
      {choosing ? (
        <Suspense fallback={null}>
          <TemplatePickerDialog
            taken={new Set(value.map((entry) => entry.slice(1)))}
            onClose={() => setChoosing(false)}
            onConfirm={(templates) => {
              const chosen = templates.map((template) => [
                `%${String(template.id)}`,
                `${valueText(template.name)} (${valueText(template.username)})`,
              ]);
              setNames({ ...names, ...Object.fromEntries(chosen) });
              onChange([...value, ...chosen.map(([entry = ""]) => entry)]);
              setChoosing(false);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
