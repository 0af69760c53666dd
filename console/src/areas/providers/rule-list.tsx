import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useMemo, useState } from "react";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { useList } from "../../kit/list/list-context.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { useSession } from "../../kit/session.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { RULES, type Source } from "./sources.ts";
import { useSourceTexts } from "./use-source-texts.ts";

const COLUMNS: ColumnPlan = { defaults: ["attribute", "value", "role", "organization", "group", "comment"] };

/** The create button, which knows the list it adds to. */
function CreateButton({ source }: { readonly source: Source }) {
  const { t } = useSourceTexts();
  const list = useList();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t("sources:rules.create")}
      </Button>
      {open ? <RuleDialog source={source} list={list} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Which roles and groups people of a source get by what it says of them. */
export function RuleList({ source }: { readonly source: Source }) {
  const { t } = useSourceTexts();
  // A rule may assign any role: no permission short of all of them lets anyone write it.
  const mayWrite = useSession().profile.is_superuser === true;
  const [edited, setEdited] = useState<{ readonly row: Row; readonly list: ListHandle }>();
  const query = useMemo(() => ({ source: source.name }), [source]);
  const rows = useMemo(
    () => ({
      builtIns: mayWrite ? (["delete"] as const) : [],
      extras: (row: Row, list: ListHandle): readonly Action[] =>
        mayWrite
          ? [{ key: "edit", order: 10, label: t("common:edit"), run: () => setEdited({ row, list }) }]
          : [],
    }),
    [mayWrite, t],
  );
  return (
    <>
      <p className="hint">{t("sources:rules.hint")}</p>
      <ResourceList
        resource={RULES}
        label={t("sources:tab.rules")}
        columns={COLUMNS}
        query={query}
        filters={{ exclude: ["source"] }}
        create={null}
        toolbar={{
          exports: false,
          imports: false,
          ...(mayWrite ? { extra: <CreateButton source={source} /> } : {}),
        }}
        bulk={{ delete: mayWrite ? "each" : false }}
        rows={rows}
        emptyHint={t("sources:rules.none", { source: source.label })}
        {...(mayWrite ? { emptyAction: <CreateButton source={source} /> } : {})}
      />
      {edited === undefined ? null : (
        <RuleDialog source={source} {...edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
