import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { orIfNotFound } from "../../kit/api/not-found.ts";
import { QuickActions } from "../../kit/detail/quick-actions.tsx";
import { toast } from "../../kit/feedback.ts";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import { labelled } from "../../kit/metadata/labelled.ts";
import { useSession } from "../../kit/session.ts";
import { refreshSession } from "../../kit/session-refresh.ts";

/** A delivery channel of messages (docs/contract/notifications.md, section 4). */
interface Backend {
  readonly name: string;
  readonly name_display: string;
  /** Why it is not offered; absent where the server is one of the contract, which lists only what is offered. */
  readonly reason?: string;
}

const BACKENDS_URL = "/api/v1/notifications/backends/";

const CHANNELS_URL = "/api/v1/sallyport/own-message-channels/";

/** All channels with why one is not offered, or those that are offered where the server tells no more. */
const readBackends = (signal: AbortSignal): Promise<readonly Backend[]> =>
  orIfNotFound(api<readonly Backend[]>(CHANNELS_URL, { signal }), () =>
    api<readonly Backend[]>(BACKENDS_URL, { signal }),
  );

/** The way nobody is without. */
const SITE_MESSAGE = "site_msg";

/** How the person wants to be told things; a way that does not reach them says why. */
export function MessageSubscription() {
  const { t } = useTranslation(["subscription", "common", "kit"]);
  const { profile } = useSession();
  const queries = useQueryClient();
  const backends = useQuery({
    queryKey: [BACKENDS_URL],
    queryFn: ({ signal }) => readBackends(signal),
  });
  const chosen = (profile.receive_backends as readonly string[] | undefined) ?? [];
  const choose = async (name: string, isWanted: boolean) => {
    const receive_backends = isWanted ? [...chosen, name] : chosen.filter((one) => one !== name);
    await api(`/api/v1/notifications/user-msg-subscription/${profile.id}/`, {
      method: "PATCH",
      body: { receive_backends },
    });
    await Promise.all([refreshSession(), queries.invalidateQueries({ queryKey: [BACKENDS_URL] })]);
    toast("success", t("subscription:saved"));
  };
  if (backends.error !== null && backends.data === undefined) {
    return (
      <FailureNotice
        error={backends.error}
        title={t("kit:detail.loadFailed")}
        onRetry={() => void backends.refetch()}
      />
    );
  }
  return (
    <QuickActions
      title={t("subscription:title")}
      actions={(backends.data ?? []).map(({ name, name_display, reason = "" }) => ({
        key: name,
        title: reason === "" ? name_display : labelled(name_display, reason),
        checked: name === SITE_MESSAGE || chosen.includes(name),
        // What is chosen can always be given up.
        disabled: name === SITE_MESSAGE || (reason !== "" && !chosen.includes(name)),
        run: (isWanted: boolean) => choose(name, isWanted),
      }))}
    />
  );
}
