import { CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import { RelationCard } from "../../../kit/detail/relation-card.tsx";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { toastFailure } from "../../../kit/feedback.ts";
import type { RelatedSource } from "../../../kit/field-kinds/field-kind.ts";
import { useFormTexts } from "../../../kit/form/use-form-texts.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { PickTable } from "../../../kit/widgets/pick-table.tsx";
import { useGrantingTexts } from "../use-granting-texts.ts";
import { type LinkKind, namedIds } from "./permission-relations.ts";
import { useLinks } from "./use-links.ts";
import "../granting.css";

/** What is on one side of a permission: single objects, and the groups or nodes that bring more of them. */
export interface CoveredSide {
  /** The links to single objects, and to what holds many. */
  readonly single: LinkKind;
  readonly many: LinkKind;
  readonly path: "users" | "assets";
  /** Field of a row with its text. */
  readonly display: "user_display" | "asset_display";
  readonly singleOptions: RelatedSource;
  readonly manyOptions: RelatedSource;
  readonly pageOf: (id: string) => string;
  readonly manyPageOf?: (id: string) => string;
  readonly viewMany: string;
  readonly texts: {
    readonly list: string;
    readonly column: string;
    readonly through: string;
    readonly empty: string;
    readonly addSingle: string;
    readonly hint: string;
    readonly many: string;
  };
  /** Page of the explanation for one row; absent where the viewer may not ask. */
  readonly explain?: ((id: string) => string) | undefined;
}

interface CoveredTabProps {
  readonly context: DetailContext;
  readonly side: CoveredSide;
}

/** Everybody, or everything, a permission reaches, and the ways to add and take away. */
export function CoveredTab({ context, side }: CoveredTabProps) {
  const { t } = useGrantingTexts();
  const { t: tForm } = useFormTexts();
  const { can } = useSession();
  const { row: permission } = context;
  const single = useLinks(context, side.single);
  const many = useLinks(context, side.many);
  const own = useMemo(
    () => new Set(namedIds(permission, side.single.field)),
    [permission, side.single.field],
  );
  const { texts, display, path } = side;
  const member = side.single.member;
  const nameOf = (row: Row) => valueText(row[display]);
  const keyOf = (row: Row) => String(row[member]);
  const removal = (row: Row): ReactNode => {
    const id = keyOf(row);
    if (!own.has(id)) return <span className="hint">{texts.through}</span>;
    const { remove } = single;
    if (remove === undefined) return null;
    const label = tForm("form:pick.remove", { name: nameOf(row) });
    return (
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={label}
        title={label}
        onClick={() => void remove(id, nameOf(row)).catch(toastFailure)}
      />
    );
  };
  const items = (
    Array.isArray(permission[side.many.field]) ? (permission[side.many.field] as Row[]) : []
  ).map((item) => ({
    id: String(item.id),
    label: valueText(item.full_value ?? item.name),
    ...(side.manyPageOf === undefined || !can(side.viewMany)
      ? {}
      : { path: side.manyPageOf(String(item.id)) }),
  }));
  const { remove: removeMany } = many;
  return (
    <div className="detail-columns">
      <section className="card covered-list">
        <h2>{texts.list}</h2>
        <PickTable
          // Anew after every change of the permission, which its rows follow from.
          key={`${own.size} ${items.length}`}
          label={texts.list}
          url={`/api/v1/perms/asset-permissions/${String(permission.id)}/${path}/all/`}
          rowKey={keyOf}
          rowLabel={nameOf}
          emptyHint={texts.empty}
          columns={[
            {
              name: display,
              title: texts.column,
              render: (row) => <Link to={side.pageOf(keyOf(row))}>{nameOf(row)}</Link>,
            },
            ...(side.explain === undefined
              ? []
              : [
                  {
                    name: "explain",
                    title: "",
                    render: (row: Row) => (
                      <Link to={side.explain?.(keyOf(row)) ?? ""}>{t("granting:explain.open")}</Link>
                    ),
                  },
                ]),
            { name: "removal", title: "", render: removal },
          ]}
        />
      </section>
      <div className="detail-stack">
        {single.add === undefined ? null : (
          <RelationCard
            title={texts.addSingle}
            hint={texts.hint}
            options={{ ...side.singleOptions, accept: (row) => !own.has(String(row.id)) }}
            onAdd={single.add}
          />
        )}
        <RelationCard
          title={texts.many}
          items={items}
          options={side.manyOptions}
          onAdd={many.add}
          onRemove={removeMany === undefined ? undefined : ({ id, label }) => removeMany(id, label)}
          asksToRemove
        />
      </div>
    </div>
  );
}
