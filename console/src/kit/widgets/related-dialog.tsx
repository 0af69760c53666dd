import { type ComponentType, useState } from "react";
import type { Query } from "../api/client.ts";
import { Dialog } from "../dialog/dialog.tsx";
import type { RelatedSource } from "../field-kinds/field-kind.ts";
import type { Option } from "../field-kinds/related-option.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";
import { type PickColumn, PickTable } from "./pick-table.tsx";
import "./widgets.css";

/** What a tree in the dialog is given: whom to tell which part of the list to show. */
export interface PickTreeProps {
  /** Called with the query of the chosen branch; undefined shows everything. */
  readonly onNarrow: (query: Query | undefined) => void;
}

interface RelatedDialogProps {
  readonly title: string;
  readonly related: RelatedSource;
  readonly multiple: boolean;
  readonly columns: readonly PickColumn[];
  readonly chosen: readonly Option[];
  readonly tree?: ComponentType<PickTreeProps>;
  readonly onConfirm: (options: Option[]) => void;
  readonly onCancel: () => void;
}

/** Chooses related objects from a tree and a list. */
export default function RelatedDialog(props: RelatedDialogProps) {
  const { title, related, multiple, columns, tree: PickTree, onConfirm, onCancel } = props;
  const { t } = useFormTexts();
  const [options, setOptions] = useState<ReadonlyMap<unknown, Option>>(
    () => new Map(props.chosen.map((option) => [option.value, option])),
  );
  const [narrowed, setNarrowed] = useState<Query>();
  const label = (row: Row) => related.label?.(row) ?? valueText({ ...row, id: undefined });
  const select = (rows: readonly Row[], on: boolean) => {
    const next = new Map(multiple ? options : []);
    for (const row of multiple ? rows : rows.slice(0, 1)) {
      if (on) next.set(row.id, { value: row.id as string | number, label: label(row) });
      else next.delete(row.id);
    }
    setOptions(next);
  };
  return (
    <Dialog
      title={title}
      size="page"
      modal
      answer={{ text: t("pick.take", { count: options.size }), run: () => onConfirm([...options.values()]) }}
      onClose={onCancel}
    >
      <div className={PickTree === undefined ? "" : "pick-columns"}>
        {PickTree === undefined ? null : (
          <div className="pick-tree">
            <PickTree onNarrow={setNarrowed} />
          </div>
        )}
        <PickTable
          key={JSON.stringify(narrowed)}
          label={title}
          url={related.url}
          query={{ ...related.query, fields_size: undefined, ...narrowed }}
          columns={columns}
          rowLabel={label}
          selectable={related.accept}
          selected={new Set(options.keys())}
          onSelect={select}
        />
      </div>
    </Dialog>
  );
}
