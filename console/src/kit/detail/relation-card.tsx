import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { cacheSelection, fetchPage } from "../api/resources.ts";
import { toast, toastFailure } from "../feedback.ts";
import type { RelatedSource } from "../field-kinds/field-kind.ts";
import { type Option, RemoteSelect } from "../field-kinds/remote-select.tsx";
import { FailureNotice } from "../list/list-states.tsx";
import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";

/** Key of a related object. */
type Key = string | number;

/** Related objects shown before "More", and with each use of it. */
const PAGE = 10;

interface RelationCardProps {
  readonly title: string;
  /** Where related objects come from. */
  readonly related: RelatedSource;
  /** Keys of the present ones. */
  readonly keys: readonly Key[];
  /** Nothing can be added or removed. */
  readonly disabled: boolean;
  /** What stands for a related object; its text unless given. */
  readonly render?: (item: Row) => ReactNode;
  readonly onAdd: (keys: readonly Key[]) => Promise<unknown>;
  readonly onRemove: (key: Key, item: Row) => Promise<unknown>;
}

/** Objects related to this one: shown ten at a time, added by a select, removed one by one. */
export function RelationCard(props: RelationCardProps) {
  const { title, related, keys, disabled, render, onAdd, onRemove } = props;
  const { t } = useTranslation(["kit", "common"]);
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Key>();
  const label = (item: Row) => related.label?.(item) ?? valueText({ ...item, id: undefined });
  const pages = useInfiniteQuery({
    queryKey: ["related", related.url, keys],
    enabled: keys.length > 0,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const spm = await cacheSelection(keys.slice(pageParam, pageParam + PAGE));
      return (await fetchPage(related.url, { ...related.query, spm, limit: PAGE }, signal)).results;
    },
    getNextPageParam: (_last, _all, from) => (from + PAGE < keys.length ? from + PAGE : undefined),
  });
  const items = keys.length === 0 ? [] : (pages.data?.pages.flat() ?? []);
  const add = async () => {
    setAdding(true);
    try {
      await onAdd(chosen.map(({ value }) => value));
      setChosen([]);
      toast("success", t("relation.added"));
    } catch (error) {
      toastFailure(error);
    } finally {
      setAdding(false);
    }
  };
  const remove = async (item: Row) => {
    const key = item.id as Key;
    setRemoving(key);
    try {
      await onRemove(key, item);
      toast("success", t("relation.removed", { name: label(item) }));
    } catch (error) {
      toastFailure(error);
    } finally {
      setRemoving(undefined);
    }
  };
  const present = new Set(keys);
  const source: RelatedSource = {
    ...related,
    accept: (item) => !present.has(item.id as Key) && (related.accept?.(item) ?? true),
  };
  return (
    <section className="card">
      <h2>{title}</h2>
      {disabled ? null : (
        <div className="relation-add">
          <RemoteSelect
            multiple
            related={source}
            label={title}
            value={chosen}
            disabled={adding}
            onChange={(value) => setChosen((value ?? []) as readonly Option[])}
          />
          <Button loading={adding} disabled={chosen.length === 0} onClick={() => void add()}>
            {t("relation.add")}
          </Button>
        </div>
      )}
      {pages.error !== null && keys.length > 0 ? (
        <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      ) : keys.length === 0 ? (
        <p className="hint">{t("relation.none")}</p>
      ) : pages.data === undefined ? (
        <div className="card-loading" role="status" aria-label={t("common:loading")} />
      ) : (
        <ul className="relation-list">
          {items.map((item) => (
            <li key={String(item.id)}>
              <span>{render?.(item) ?? label(item)}</span>
              {disabled ? null : (
                <Button
                  type="text"
                  size="small"
                  loading={removing === item.id}
                  disabled={removing !== undefined}
                  aria-label={t("relation.removeOne", { name: label(item) })}
                  onClick={() => void remove(item)}
                >
                  {t("relation.remove")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {pages.hasNextPage && keys.length > 0 ? (
        <Button type="link" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("common:more")} ({keys.length - items.length})
        </Button>
      ) : null}
    </section>
  );
}
