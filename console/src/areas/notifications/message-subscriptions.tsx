import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { api } from "../../kit/api/client.ts";
import { orIfNotFound } from "../../kit/api/not-found.ts";
import { toast, toastFailure } from "../../kit/feedback.ts";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import { MessageReceiversDialog } from "./message-receivers-dialog.tsx";
import type { Channel, Subscription, SystemMessageChannels } from "./subscription.ts";
import "./message-subscriptions.css";
import { useTranslation } from "react-i18next";
import { labelled, listed } from "../../kit/metadata/labelled.ts";

const SUBSCRIPTIONS_URL = "/api/v1/notifications/system-msg-subscription/";
const BACKENDS_URL = "/api/v1/notifications/backends/";
const CHANNELS_URL = "/api/v1/sallyport/system-message-channels/";

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

/** Channels of Slack and the like; a server of the contract alone has none. */
const readChannels = (signal: AbortSignal): Promise<readonly SystemMessageChannels[]> =>
  orIfNotFound(api<readonly SystemMessageChannels[]>(CHANNELS_URL, { signal }), []);

/** Names told before the rest is a number. */
const MOST_NAMED = 3;

interface RowProps {
  readonly row: Subscription;
  readonly backends: readonly Backend[];
  /** Those that are on. */
  readonly rooms: readonly Backend[];
  readonly chosenRooms: readonly string[];
  /** What the server says of the channels; a server of the contract says nothing. */
  readonly channels: readonly Channel[];
  readonly change: (row: Subscription, changes: Partial<Subscription>) => Promise<boolean>;
  readonly changeRooms: (row: Subscription, rooms: readonly string[]) => Promise<boolean>;
}

interface TickProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly isFixed?: boolean;
  /** Why it cannot be chosen. What is chosen can always be given up. */
  readonly reason?: string;
  readonly save: (isWanted: boolean) => Promise<boolean>;
}

/** What was ticked shows at once, and goes back when it could not be saved. */
function Tick({ label, isChosen, isFixed = false, reason = "", save }: TickProps) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const tick = async (isWanted: boolean) => {
    setWanted(isWanted);
    await save(isWanted);
    setWanted(null);
  };
  return (
    <>
      <Checkbox
        aria-label={label}
        checked={wanted ?? isChosen}
        disabled={isFixed || wanted !== null || (reason !== "" && !isChosen)}
        onChange={({ target }) => void tick(target.checked)}
      />
      {reason === "" ? null : <p className="hint">{reason}</p>}
    </>
  );
}

/** Names with one more, or one less. */
const withOrWithout = (names: readonly string[], name: string, isWanted: boolean): readonly string[] => {
  const others = names.filter((one) => one !== name);
  return isWanted ? [...others, name] : others;
};

function SubscriptionRow({ row, backends, rooms, chosenRooms, channels, change, changeRooms }: RowProps) {
  const { t } = useTranslation(["settings", "common"]);
  const [choosing, setChoosing] = useState(false);
  const reasonOf = (name: string) => channels.find((channel) => channel.name === name)?.reason ?? "";
  const partly = channels.filter(
    ({ is_chosen, is_offered, unreached }) => is_chosen && is_offered && unreached.length > 0,
  );
  const named = row.receivers.slice(0, MOST_NAMED).map(({ name }) => name);
  const rest = row.receivers.length - named.length;
  return (
    <tr>
      <th scope="row">{row.message_type_label}</th>
      {backends.map(({ name, name_display }) => (
        <td key={name} data-label={name_display}>
          <Tick
            label={labelled(row.message_type_label, name_display)}
            isChosen={name === SITE_MESSAGE || row.receive_backends.includes(name)}
            isFixed={name === SITE_MESSAGE}
            reason={reasonOf(name)}
            save={(isWanted) =>
              change(row, { receive_backends: withOrWithout(row.receive_backends, name, isWanted) })
            }
          />
        </td>
      ))}
      {rooms.map(({ name, name_display }) => (
        <td key={name} data-label={name_display}>
          <Tick
            label={labelled(row.message_type_label, name_display)}
            isChosen={chosenRooms.includes(name)}
            save={(isWanted) => changeRooms(row, withOrWithout(chosenRooms, name, isWanted))}
          />
        </td>
      ))}
      <td data-label={t("settings:subscribe.receivers")}>
        {named.length === 0
          ? t("settings:subscribe.nobody")
          : rest > 0
            ? t("settings:subscribe.andOthers", { names: listed(named), count: rest })
            : listed(named)}
        {partly.map(({ name, name_display, unreached }) => (
          <p className="hint" key={name}>
            {t("settings:subscribe.unreached", { channel: name_display, names: listed(unreached) })}
          </p>
        ))}
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
  const channels = useQuery({
    queryKey: [CHANNELS_URL],
    queryFn: ({ signal }) => readChannels(signal),
  });
  const error = tree.error ?? backends.error ?? channels.error;
  if (error !== null) {
    return (
      <FailureNotice
        error={error}
        title={t("settings:subscribe.failed")}
        onRetry={() => void Promise.all([tree.refetch(), backends.refetch(), channels.refetch()])}
      />
    );
  }
  if (tree.data === undefined || backends.data === undefined || channels.data === undefined) {
    return <div className="form-skeleton" role="status" aria-label={t("common:loading")} />;
  }
  const shown = backends.data;
  // Every kind has the same.
  const every = channels.data[0]?.channels ?? [];
  const rooms = every.filter(({ kind, is_on }) => kind === "room" && is_on);
  const off = every.filter(({ is_on }) => !is_on);
  const save = async (address: string, body: Record<string, unknown>): Promise<boolean> => {
    try {
      await api(address, { method: "PATCH", body });
      await Promise.all(
        [SUBSCRIPTIONS_URL, CHANNELS_URL].map((url) => queries.invalidateQueries({ queryKey: [url] })),
      );
      toast("success", t("settings:saved"));
      return true;
    } catch (failure) {
      toastFailure(failure);
      return false;
    }
  };
  const change = (row: Subscription, changes: Partial<Subscription>) =>
    save(`${SUBSCRIPTIONS_URL}${row.message_type}/`, changes);
  const changeRooms = (row: Subscription, names: readonly string[]) =>
    save(`${CHANNELS_URL}${row.message_type}/`, { rooms: names });
  const channelsOf = (type: string) => channels.data.find(({ message_type }) => message_type === type);
  return (
    <div className="subscriptions">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("settings:subscribe.type")}</th>
            {[...shown, ...rooms].map(({ name, name_display }) => (
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
              <th scope="rowgroup" colSpan={shown.length + rooms.length + 3}>
                {category_label}
              </th>
            </tr>
            {children.map((row) => (
              <SubscriptionRow
                key={row.message_type}
                row={row}
                backends={shown}
                rooms={rooms}
                chosenRooms={channelsOf(row.message_type)?.rooms ?? []}
                channels={channelsOf(row.message_type)?.channels ?? []}
                change={change}
                changeRooms={changeRooms}
              />
            ))}
          </tbody>
        ))}
      </table>
      {off.length === 0 ? null : (
        <ul className="hint" aria-label={t("settings:subscribe.notOffered")}>
          {off.map(({ name, name_display, reason }) => (
            <li key={name}>{labelled(name_display, reason)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
