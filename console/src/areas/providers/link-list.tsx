import { useMemo } from "react";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { LINKS, type Source } from "./sources.ts";
import { linkedUser, unlink } from "./unlink.ts";
import { useSourceTexts } from "./use-source-texts.ts";

/** Who of a source is which user. */
export function LinkList({ source }: { readonly source: Source }) {
  const { t } = useSourceTexts();
  const query = useMemo(() => ({ source: source.name }), [source]);
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["user", "subject", "issuer", "date_created"],
      overrides: { user: { render: (row) => linkedUser(row), sortable: false }, issuer: { sortable: false } },
    }),
    [],
  );
  const rows = useMemo(
    () => ({
      builtIns: [],
      extras: (row: Row, list: ListHandle) => [
        {
          key: "unlink",
          danger: true,
          label: t("sources:unlink.action"),
          run: () => unlink(row, linkedUser(row), () => list.reload()),
        },
      ],
    }),
    [t],
  );
  return (
    <>
      <p className="hint">{t("sources:links.hint", { source: source.label })}</p>
      <ResourceList
        resource={LINKS}
        label={t("sources:links.label")}
        columns={columns}
        query={query}
        filters={{ exclude: ["source"] }}
        create={null}
        toolbar={{ imports: false }}
        bulk={{ delete: false }}
        rows={rows}
        emptyHint={t("sources:links.none", { source: source.label })}
      />
    </>
  );
}
