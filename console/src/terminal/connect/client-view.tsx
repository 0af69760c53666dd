import { Alert, Button, Switch } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText, toast } from "../../kit/feedback.ts";
import { exchangeToken, reuseToken } from "../api/luna-api.ts";
import type { ConnectionToken } from "../api/types.ts";
import { useLuna } from "../page/luna-context.ts";
import type { ClientConnection, GuideProps } from "./client-connection.ts";
import type { ClientKind } from "./connect-state.ts";
import { DatabaseGuide } from "./database-guide.tsx";
import { DesktopGuide } from "./desktop-guide.tsx";
import { SshGuide } from "./ssh-guide.tsx";
import "./client-view.css";

const GUIDES = {
  ssh: SshGuide,
  sftp: SshGuide,
  database: DatabaseGuide,
  desktop: DesktopGuide,
} as const satisfies Record<ClientKind, (props: GuideProps) => ReactNode>;

/** How to connect with a program of one's own. */
export default function ClientView(connection: ClientConnection) {
  const { t } = useTranslation(["terminal", "common"]);
  const [token, setToken] = useState(connection.token);
  const [renewing, setRenewing] = useState(false);
  const left = useSecondsLeft(token);
  const renew = () => {
    setRenewing(true);
    exchangeToken(token.id)
      .then(setToken, (error: unknown) => toast("error", failureText(error)))
      .finally(() => setRenewing(false));
  };
  const Guide = GUIDES[connection.kind];
  return (
    <div className="luna-client">
      {left > 0 ? (
        <p>
          {t(token.is_reusable === true ? "client.often" : "client.once")}{" "}
          <span className="luna-client-left">{t("client.left", { time: clock(left) })}</span>
        </p>
      ) : (
        <Alert
          type="info"
          showIcon
          title={t("client.over")}
          action={
            <Button size="small" loading={renewing} onClick={renew}>
              {t("client.renew")}
            </Button>
          }
        />
      )}
      <Guide
        connection={connection}
        token={token}
        isValid={left > 0}
        reuse={<Reuse token={token} onChange={setToken} />}
      />
    </div>
  );
}

/** Where it is allowed, lets the token be used more than once. */
function Reuse({
  token,
  onChange,
}: {
  readonly token: ConnectionToken;
  onChange(token: ConnectionToken): void;
}) {
  const { t } = useTranslation("terminal");
  const { settings } = useLuna();
  const [busy, setBusy] = useState(false);
  if (settings.CONNECTION_TOKEN_REUSABLE !== true) return null;
  const change = (isReusable: boolean) => {
    setBusy(true);
    reuseToken(token.id, isReusable)
      .then(
        (seconds) => onChange({ ...token, is_reusable: isReusable, expire_time: seconds }),
        (error: unknown) => toast("error", failureText(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <div className="luna-client-reuse">
      <Switch
        size="small"
        id="luna-client-reuse"
        loading={busy}
        checked={token.is_reusable === true}
        onChange={change}
      />
      <label htmlFor="luna-client-reuse">{t("client.reusable")}</label>
    </div>
  );
}

/** Seconds a token still holds, counted on this page's clock from its answer on. */
function useSecondsLeft(token: ConnectionToken): number {
  const [left, setLeft] = useState(token.expire_time ?? 0);
  useEffect(() => {
    const end = Date.now() + (token.expire_time ?? 0) * 1000;
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [token]);
  return left;
}

/** Seconds as a clock shows them; days where it is that long. */
function clock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const rest = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  return hours === 0 ? rest.join(":") : [hours, ...rest].join(":");
}
