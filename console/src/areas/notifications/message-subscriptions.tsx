import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { api } from "../../kit/api/client.ts";
import { toast, toastFailure } from "../../kit/feedback.ts";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import { MessageReceiversDialog } from "./message-receivers-dialog.tsx";
import type { Subscription } from "./subscription.ts";
import "./message-subscriptions.css";
import { useTranslation } from "react-i18next";
import { labelled, listed } from "../../kit/metadata/labelled.ts";

const SUBSCRIPTIONS_URL = "/api/v1/notifications/system-msg-subscription/";
const BACKENDS_URL = "/api/v1/notifications/backends/";

/** The way nobody is without. */
const SITE_MESSAGE = "site_msg";

interface Backend {
  readonly name: string;
  readonly name_display: string;
}

interface Category {
  readonly category: string;
  readonly category_label: string;
  readonly children: readonly Subscription[];
}

/** Names told before the rest is a number. */
const MOST_NAMED = 3;

interface RowProps {
  readonly row: Subscription;
  readonly backends: readonly Backend[];
  readonly change: (row: Subscription, changes: Partial<Subscription>) => Promise<boolean>;
}

function SubscriptionRow({ row, backends, change }: RowProps) {
  const { t } = useTranslation(["settings", "common"]);
  // What was ticked shows at once, and goes back when it could not be saved.
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const chosen = wanted ?? row.receive_backends;
  const [choosing, setChoosing] = useState(false);
  const tick = async (name: string, isTicked: boolean) => {
    const others = row.receive_backends.filter((one) => one !== name);
    const next = isTicked ? [...others, name] : others;
    setWanted(next);
    await change(row, { receive_backends: next });
    setWanted(null);
  };
  const named = row.receivers.slice(0, MOST_NAMED).map(({ name }) => name);
  const rest = row.receivers.length - named.length;
  return (
    <tr>
      <th scope="row">{row.message_type_label}</th>
      {backends.map(({ name, name_display }) => (
        <td key={name}>
          <Checkbox
            aria-label={labelled(row.message_type_label, name_display)}
            checked={name === SITE_MESSAGE || chosen.includes(name)}
            disabled={wanted !== null || name === SITE_MESSAGE}
            onChange={({ target }) => void tick(name, target.checked)}
          />
        </td>
      ))}
      <td>
        {named.length === 0
          ? t("settings:subscribe.nobody")
          : rest > 0
            ? t("settings:subscribe.andOthers", { names: listed(named), count: rest })
            : listed(named)}
      </td>
      <td>
        <Button size="small" onClick={() => setChoosing(true)}>
          {t("settings:subscribe.change")}
        </Button>
        {choosing ? (
          <MessageReceiversDialog row={row} change={change} onClose={() => setChoosing(false)} />
        ) : null}
      </td>
    </tr>
  );
}

/** Who is notified of what happens to the installation, and how. */
export function MessageSubscriptions() {
  const { t } = useTranslation(["settings", "common"]);
  const queries = useQueryClient();
  const backends = useQuery({
    queryKey: [BACKENDS_URL],
    queryFn: ({ signal }) => api<readonly Backend[]>(BACKENDS_URL, { signal }),
  });
  const tree = useQuery({
    queryKey: [SUBSCRIPTIONS_URL],
    queryFn: ({ signal }) => api<readonly Category[]>(SUBSCRIPTIONS_URL, { signal }),
  });
  const error = tree.error ?? backends.error;
  if (error !== null) {
    return (
      <FailureNotice
        error={error}
        title={t("settings:subscribe.failed")}
        onRetry={() => void Promise.all([tree.refetch(), backends.refetch()])}
      />
    );
  }
  if (tree.data === undefined || backends.data === undefined) {
    return <div className="form-skeleton" role="status" aria-label={t("common:loading")} />;
  }
  const shown = backends.data;
  const change = async (row: Subscription, changes: Partial<Subscription>): Promise<boolean> => {
    try {
      await api(`${SUBSCRIPTIONS_URL}${row.message_type}/`, { method: "PATCH", body: changes });
      await queries.invalidateQueries({ queryKey: [SUBSCRIPTIONS_URL] });
      toast("success", t("settings:saved"));
      return true;
    } catch (failure) {
      toastFailure(failure);
      return false;
    }
  };
  return (
    <div className="subscriptions">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("settings:subscribe.type")}</th>
            {shown.map(({ name, name_display }) => (
              <th scope="col" key={name}>
                {name_display}
              </th>
            ))}
            <th scope="col">{t("settings:subscribe.receivers")}</th>
            <th scope="col" aria-label={t("settings:subscribe.change")} />
          </tr>
        </thead>
        {tree.data.map(({ category, category_label, children }) => (
          <tbody key={category}>
            <tr className="subscriptions-category">
              <th scope="rowgroup" colSpan={shown.length + 3}>
                {category_label}
              </th>
            </tr>
            {children.map((row) => (
              <SubscriptionRow key={row.message_type} row={row} backends={shown} change={change} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
