import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Skeleton } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import { useCopy } from "../../kit/use-copy.ts";
import { fetchSshLaunch, sshCommand } from "./ssh-guide.ts";
import "./ssh-guide.css";

interface SshGuideProps {
  readonly tokenId: string;
  /** User name that needs no token: `user#account#asset`. */
  readonly direct: string;
}

/** How to connect with an SSH client: for once with the token, and at any time with one's own sign-in. */
export default function SshGuide({ tokenId, direct }: SshGuideProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const [shown, setShown] = useState(false);
  const launch = useQuery({
    queryKey: ["ssh-launch", tokenId],
    queryFn: () => fetchSshLaunch(tokenId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (launch.isPending) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  if (launch.data === null || launch.data === undefined) {
    const title = launch.error === null ? t("guide.failed") : failureText(launch.error);
    return <Alert type="error" showIcon title={title} />;
  }
  const { username, password } = launch.data;
  return (
    <div className="luna-guide">
      <p>{t("guide.once")}</p>
      <dl>
        <Line name={t("guide.command")} value={sshCommand(launch.data, username)} />
        <Line name={t("guide.password")} value={password} shown={shown ? password : "••••••••••••••••"}>
          <Button size="small" onClick={() => setShown(!shown)}>
            {t(shown ? "guide.hide" : "guide.show")}
          </Button>
        </Line>
      </dl>
      <p>{t("guide.always")}</p>
      <dl>
        <Line name={t("guide.command")} value={sshCommand(launch.data, direct)} />
      </dl>
    </div>
  );
}

interface LineProps {
  readonly name: string;
  /** What is copied. */
  readonly value: string;
  /** What stands there, where that is something else. */
  readonly shown?: string;
  readonly children?: ReactNode;
}

function Line({ name, value, shown = value, children }: LineProps) {
  const { t } = useTranslation("common");
  const copy = useCopy();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{shown}</code>
        {children}
        <Button size="small" aria-label={`${t("copy")}: ${name}`} onClick={() => void copy(value)}>
          {t("copy")}
        </Button>
      </dd>
    </div>
  );
}
