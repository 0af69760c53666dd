import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../kit/feedback.ts";
import { StatusBar } from "../status-bar.tsx";
import { connection } from "./browser-connection.ts";

/**
 * Says that the server does not answer, over whatever is on the page. When it answers again, what failed meanwhile is
 * loaded and the bar goes; nothing typed is touched.
 */
export function ConnectionBar() {
  const { t } = useTranslation("startup");
  const client = useQueryClient();
  const state = useSyncExternalStore(connection.subscribe, () => connection.state);
  const [asking, setAsking] = useState(false);
  const wasLost = useRef(false);
  useEffect(() => {
    if (state !== "connected") {
      wasLost.current = true;
    } else if (wasLost.current) {
      wasLost.current = false;
      toast("success", t("connection.back"));
      void client.refetchQueries({
        type: "active",
        predicate: ({ state: { status } }) => status === "error",
      });
    }
  }, [state, client, t]);
  if (state === "connected") return null;
  return (
    <StatusBar
      tone="error"
      text={t(state === "offline" ? "connection.offline" : "connection.lost")}
      action={{
        label: t("connection.retry"),
        disabled: asking,
        onClick: () => {
          setAsking(true);
          void connection.retry().finally(() => setAsking(false));
        },
      }}
    />
  );
}
