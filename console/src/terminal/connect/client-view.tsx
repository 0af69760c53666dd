import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Checkbox, Skeleton, Switch } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText, toast } from "../../kit/feedback.ts";
import { exchangeToken, reuseToken } from "../api/luna-api.ts";
import type { ConnectionToken } from "../api/types.ts";
import { useLuna } from "../page/luna-context.ts";
import { ClientGuides } from "./client-guides.tsx";
import {
  type ClientLaunch,
  clientCommand,
  fetchClientLaunch,
  hasClientProgram,
  noteClientProgram,
  openLink,
  withCommand,
} from "./client-launch.ts";
import { Line } from "./client-line.tsx";
import "./client-view.css";

/** What a program of the person's own connects with. */
export interface ClientConnection {
  readonly token: ConnectionToken;
  /** User name that needs no token: `user#account#asset`. */
  readonly direct: string;
  /** Name of the asset. */
  readonly asset: string;
  /** Connect method, e.g. `ssh_client`. */
  readonly method: string;
}

/** How to connect with a program of one's own: with the token, and at any time with one's own sign-in. */
export default function ClientView({ token: first, direct, asset, method }: ClientConnection) {
  const { t } = useTranslation(["terminal", "common"]);
  const [token, setToken] = useState(first);
  const [renewing, setRenewing] = useState(false);
  const launch = useQuery({
    queryKey: ["client-launch", token.id],
    queryFn: () => fetchClientLaunch(token.id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const left = useSecondsLeft(token);
  const renew = () => {
    setRenewing(true);
    exchangeToken(token.id)
      .then(setToken, (error: unknown) => toast("error", failureText(error)))
      .finally(() => setRenewing(false));
  };
  if (launch.isPending) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  if (launch.data === null || launch.data === undefined) {
    const title = launch.error === null ? t("client.failed") : failureText(launch.error);
    return <Alert type="error" showIcon title={title} />;
  }
  const program = method === "sftp_client" ? "sftp" : "ssh";
  const { host, port, username, password } = launch.data;
  return (
    <div className="luna-client">
      {left > 0 ? (
        <>
          <p>
            {t(token.is_reusable === true ? "client.often" : "client.once")}{" "}
            <span className="luna-client-left">{t("client.left", { time: clock(left) })}</span>
          </p>
          <dl>
            <Line name={t("client.command")} value={clientCommand(program, launch.data, username)} />
            <Secret value={password} />
          </dl>
          <Reuse token={token} onChange={setToken} />
          <Program launch={launch.data} program={program} tries={method !== "ssh_guide"} />
          <details>
            <summary>{t("client.form")}</summary>
            <dl className="luna-client-form">
              <Line name={t("client.host")} value={host} />
              <Line name={t("client.port")} value={String(port)} />
              <Line name={t("client.username")} value={username} />
            </dl>
          </details>
        </>
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
      <p>{t("client.always")}</p>
      <dl>
        <Line name={t("client.command")} value={clientCommand(program, launch.data, direct)} />
      </dl>
      <ClientGuides program={program} server={launch.data} username={direct} asset={asset} />
    </div>
  );
}

/** Hands the connection to a program that opens `jms://` links: by a button, or at once where the person said so. */
function Program({
  launch,
  program,
  tries,
}: {
  readonly launch: ClientLaunch;
  readonly program: "ssh" | "sftp";
  /** Whether the method asks for the program at once. */
  readonly tries: boolean;
}) {
  const { t } = useTranslation("terminal");
  const [known, setKnown] = useState(hasClientProgram);
  const [opened, setOpened] = useState<boolean>();
  const link = withCommand(launch.link, clientCommand(program, launch, launch.username));
  const open = () => void openLink(link).then(setOpened);
  const first = useRef(tries && known ? open : undefined);
  useEffect(() => {
    first.current?.();
    first.current = undefined;
  }, []);
  return (
    <div className="luna-client-program">
      <Button onClick={open}>{t("client.open")}</Button>
      <Checkbox
        checked={known}
        onChange={({ target }) => {
          noteClientProgram(target.checked);
          setKnown(target.checked);
        }}
      >
        {t("client.known")}
      </Checkbox>
      {opened === false && <Alert type="warning" showIcon title={t("client.nothingOpened")} />}
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

function Secret({ value }: { readonly value: string }) {
  const { t } = useTranslation("terminal");
  const [shown, setShown] = useState(false);
  return (
    <Line name={t("client.password")} value={value} shown={shown ? value : "••••••••••••••••"}>
      <Button size="small" onClick={() => setShown(!shown)}>
        {t(shown ? "client.hide" : "client.show")}
      </Button>
    </Line>
  );
}
