import { CloseOutlined } from "@ant-design/icons";
import { Button, Input, Pagination } from "antd";
import { useState } from "react";
import { Dialog } from "../dialog/dialog.tsx";
import type { RelatedSource } from "../field-kinds/field-kind.ts";
import { useOptionLabels } from "../field-kinds/option-labels.ts";
import type { Option } from "../field-kinds/related-option.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import { PickTable } from "./pick-table.tsx";
import "./widgets.css";

interface TransferDialogProps {
  readonly title: string;
  readonly related: RelatedSource;
  readonly chosen: readonly Option[];
  readonly onConfirm: (options: Option[]) => void;
  readonly onCancel: () => void;
}

const PAGE_SIZE = 10;

/** Two panels: everything there is on the left, what is chosen on the right; both with search and pages of ten. */
export default function TransferDialog({ title, related, chosen, onConfirm, onCancel }: TransferDialogProps) {
  const { t } = useFormTexts();
  const [options, setOptions] = useState<ReadonlyMap<unknown, Option>>(
    () => new Map(chosen.map((option) => [option.value, option])),
  );
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const named = useOptionLabels([...options.values()], related);
  const label = (row: Row) => related.label?.(row) ?? valueText({ ...row, id: undefined });
  const found = named.filter((option) => option.label.toLowerCase().includes(search.trim().toLowerCase()));
  const last = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const shown = found.slice((Math.min(page, last) - 1) * PAGE_SIZE, Math.min(page, last) * PAGE_SIZE);
  const select = (rows: readonly Row[], on: boolean) => {
    const next = new Map(options);
    for (const row of rows) {
      if (on) next.set(row.id, { value: row.id as string | number, label: label(row) });
      else next.delete(row.id);
    }
    setOptions(next);
  };
  return (
    <Dialog title={title} modal answer={{ run: () => onConfirm([...options.values()]) }} onClose={onCancel}>
      <div className="transfer">
        <div>
          <h3>{t("pick.available")}</h3>
          <PickTable
            label={t("pick.available")}
            url={related.url}
            {...(related.query === undefined ? {} : { query: related.query })}
            columns={[{ name: "name", title: title, render: label }]}
            rowLabel={label}
            selected={new Set(options.keys())}
            onSelect={select}
          />
        </div>
        <section className="pick-table" aria-label={t("pick.chosenTitle")}>
          <h3>{t("pick.chosen", { count: options.size })}</h3>
          <Input.Search
            size="small"
            allowClear
            aria-label={t("pick.search", { label: t("pick.chosenTitle") })}
            placeholder={t("common:search")}
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setPage(1);
            }}
          />
          <ul className="transfer-chosen">
            {shown.map((option) => (
              <li key={option.value}>
                <span>{option.label}</span>
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={t("pick.remove", { name: option.label })}
                  onClick={() => {
                    const next = new Map(options);
                    next.delete(option.value);
                    setOptions(next);
                  }}
                />
              </li>
            ))}
          </ul>
          <Pagination
            size="small"
            hideOnSinglePage
            showSizeChanger={false}
            pageSize={PAGE_SIZE}
            current={Math.min(page, last)}
            total={found.length}
            onChange={setPage}
          />
        </section>
      </div>
    </Dialog>
  );
}
