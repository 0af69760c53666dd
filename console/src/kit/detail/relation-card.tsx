import { CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { confirm } from "../dialogs.tsx";
import { toastFailure } from "../feedback.ts";
import type { RelatedSource } from "../field-kinds/field-kind.ts";
import type { Option } from "../field-kinds/related-option.ts";
import { RemoteSelect } from "../field-kinds/remote-select.tsx";
import { useFormTexts } from "../form/use-form-texts.ts";
import "./relation-card.css";

/** An object this one is related to. */
export interface RelationItem {
  readonly id: string;
  readonly label: string;
  /** Its page, where the viewer may follow it. */
  readonly path?: string | undefined;
  /** Why it cannot be taken away; it can unless given. */
  readonly kept?: string;
}

/** Props of {@link RelationCard}. */
export interface RelationCardProps {
  readonly title: string;
  readonly hint?: ReactNode;
  /** The related objects; without them the card only adds, because a list beside it shows them. */
  readonly items?: readonly RelationItem[];
  /** What can be related. */
  readonly options: RelatedSource;
  /** Relates further objects; left out where the viewer may not. */
  readonly onAdd?: ((ids: readonly string[]) => Promise<unknown>) | undefined;
  /** Takes one away; left out where the viewer may not. */
  readonly onRemove?: ((item: RelationItem) => Promise<unknown>) | undefined;
  /** `onRemove` asks by itself. */
  readonly asksToRemove?: boolean;
}

/** Objects shown before the rest is asked for. */
const SHOWN = 10;

interface ItemsProps extends Pick<RelationCardProps, "onRemove" | "asksToRemove"> {
  readonly items: readonly RelationItem[];
}

function Items({ items, onRemove, asksToRemove }: ItemsProps) {
  const { t } = useFormTexts();
  const [all, setAll] = useState(false);
  const { length } = items;
  if (length === 0) return <p className="hint">{t("relation.none")}</p>;
  const ask = (item: RelationItem) => {
    if (asksToRemove === true) {
      onRemove?.(item).catch(toastFailure);
      return;
    }
    confirm({
      title: t("relation.removeTitle", { name: item.label }),
      content: t("relation.removeBody"),
      confirmText: t("relation.remove"),
      danger: true,
      onConfirm: () => onRemove?.(item),
    });
  };
  return (
    <>
      <ul className="relation-items">
        {(all ? items : items.slice(0, SHOWN)).map((item) => (
          <li key={item.id}>
            {item.path === undefined ? <span>{item.label}</span> : <Link to={item.path}>{item.label}</Link>}
            {onRemove === undefined ? null : (
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                aria-label={t("pick.remove", { name: item.label })}
                disabled={item.kept !== undefined}
                title={item.kept ?? t("pick.remove", { name: item.label })}
                onClick={() => ask(item)}
              />
            )}
          </li>
        ))}
      </ul>
      {length > SHOWN && !all ? (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t("relation.showAll", { count: length })}
        </Button>
      ) : null}
    </>
  );
}

/** What an object is related to: links to each, a way to take one away, and a select to add further ones. */
export function RelationCard(props: RelationCardProps) {
  const { title, hint, items, options, onAdd, onRemove, asksToRemove = false } = props;
  const { t } = useFormTexts();
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [busy, setBusy] = useState(false);
  const present = new Set(items?.map(({ id }) => id));
  const source: RelatedSource = {
    ...options,
    accept: (row) => !present.has(String(row.id)) && (options.accept?.(row) ?? true),
  };
  const add = async () => {
    setBusy(true);
    try {
      await onAdd?.(chosen.map(({ value }) => String(value)));
      setChosen([]);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card relation-card">
      <h2>
        {title}
        {items === undefined ? null : <span className="relation-count numeric">{items.length}</span>}
      </h2>
      {hint === undefined ? null : <p className="hint">{hint}</p>}
      {items === undefined ? null : <Items items={items} onRemove={onRemove} asksToRemove={asksToRemove} />}
      {onAdd === undefined ? null : (
        <div className="relation-add">
          <RemoteSelect
            multiple
            label={t("relation.choose", { title })}
            related={source}
            value={chosen}
            disabled={busy}
            onChange={(next) => setChosen(next as readonly Option[])}
          />
          <Button loading={busy} disabled={chosen.length === 0} onClick={() => void add()}>
            {t("relation.add")}
          </Button>
        </div>
      )}
    </section>
  );
}
