import { useQuery } from "@tanstack/react-query";
import { Button, Spin } from "antd";
import { useState } from "react";
import { fetchPage } from "../api/resources.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { failureText } from "../feedback.ts";
import type { AttributeFilter } from "../field-kinds/attribute-filter.tsx";
import type { RelatedSource } from "../field-kinds/field-kind.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { valueText } from "../metadata/value-text.ts";
import { useDebounced } from "../use-debounced.ts";
import { ruleParameter } from "./attribute-rules.ts";
import { type PickColumn, PickTable } from "./pick-table.tsx";

/** How many objects the rules fit at present, and which. */
export function MatchCount({ filter, related }: { filter: AttributeFilter; related: RelatedSource }) {
  const { t } = useFormTexts();
  const [open, setOpen] = useState(false);
  const inTable = related.attributes?.filter((attribute) => attribute.inTable === true) ?? [];
  const columns: readonly PickColumn[] =
    inTable.length > 0
      ? inTable.map(({ name, label }) => ({ name, title: label }))
      : [
          {
            name: "name",
            title: t("attributes.name"),
            render: (row) => related.label?.(row) ?? valueText({ ...row, id: undefined }),
          },
        ];
  const rules = useDebounced(ruleParameter(filter));
  const query = { ...related.query, fields_size: undefined, attr_rules: rules };
  const count = useQuery({
    queryKey: ["list", related.url, "matches", rules],
    queryFn: ({ signal }) => fetchPage(related.url, { ...query, limit: 1 }, signal),
  });
  if (count.error !== null) return <span className="input-problem">{failureText(count.error)}</span>;
  return (
    <span className="match-count" aria-live="polite">
      {count.data === undefined ? (
        <Spin size="small" />
      ) : (
        <Button type="link" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("attributes.count", { count: count.data.count })}
        </Button>
      )}
      {open ? (
        <Dialog title={t("attributes.results")} onClose={() => setOpen(false)}>
          <PickTable label={t("attributes.results")} url={related.url} query={query} columns={columns} />
        </Dialog>
      ) : null}
    </span>
  );
}
