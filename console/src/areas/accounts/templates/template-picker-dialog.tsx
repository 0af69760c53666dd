import { useState } from "react";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { useFormTexts } from "../../../kit/form/use-form-texts.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { TimeText } from "../../../kit/time-text.tsx";
import { PickTable } from "../../../kit/widgets/pick-table.tsx";
import { ACCOUNT_TEMPLATES } from "../resources.ts";
import { useAccountTexts } from "../use-account-texts.ts";

interface TemplatePickerProps {
  /** Ids of the templates that are chosen already. */
  readonly taken: ReadonlySet<string>;
  readonly onConfirm: (templates: readonly Row[]) => void;
  readonly onClose: () => void;
}

/** Chooses templates that accounts are to be made from. */
export default function TemplatePickerDialog({ taken, onConfirm, onClose }: TemplatePickerProps) {
  const { t } = useAccountTexts();
  const { t: form } = useFormTexts();
  const [chosen, setChosen] = useState<readonly Row[]>([]);
  const select = (rows: readonly Row[], on: boolean) => {
    const ids = new Set(rows.map(({ id }) => id));
    const others = chosen.filter(({ id }) => !ids.has(id));
    setChosen(on ? [...others, ...rows] : others);
  };
  return (
    <Dialog
      title={t("templates.title")}
      size="page"
      modal
      answer={{
        text: form("pick.take", { count: chosen.length }),
        disabled: chosen.length === 0,
        run: () => onConfirm(chosen),
      }}
      onClose={onClose}
    >
      <PickTable
        label={t("templates.label")}
        url={ACCOUNT_TEMPLATES.url}
        columns={[
          { name: "name", title: t("templates.columns.name") },
          { name: "username", title: t("templates.columns.username") },
          { name: "secret_type", title: t("accounts:secretType") },
          { name: "comment", title: t("templates.columns.comment") },
          {
            name: "date_created",
            title: t("templates.columns.created"),
            render: (row) => <TimeText value={row.date_created} />,
          },
          {
            name: "date_updated",
            title: t("templates.columns.updated"),
            render: (row) => <TimeText value={row.date_updated} />,
          },
        ]}
        rowLabel={(row) => valueText(row.name)}
        selectable={(row) => !taken.has(String(row.id))}
        selected={new Set([...taken, ...chosen.map(({ id }) => id)])}
        onSelect={select}
      />
    </Dialog>
  );
}
