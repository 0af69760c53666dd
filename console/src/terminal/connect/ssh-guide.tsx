import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import type { GuideProps } from "./client-connection.ts";
import { ClientGuides } from "./client-guides.tsx";
import { clientCommand, sshUsername, withCommand } from "./client-launch.ts";
import { Line, SecretLine } from "./client-line.tsx";
import { ClientProgram } from "./client-program.tsx";
import { Launched } from "./launched.tsx";

/** How to connect by SSH: with the token, and at any time with one's own sign-in. */
export function SshGuide({ connection, token, isValid, reuse }: GuideProps) {
  const { t } = useTranslation("terminal");
  const { kind, direct, asset, opensAtOnce } = connection;
  const program = kind === "sftp" ? "sftp" : "ssh";
  const username = sshUsername(token.id);
  return (
    <Launched tokenId={token.id}>
      {({ server, password, link }) => {
        if (server === null) return <Alert type="error" showIcon title={t("client.failed")} />;
        const command = clientCommand(program, server, username);
        return (
          <>
            {isValid && (
              <>
                <dl>
                  <Line name={t("client.command")} value={command} />
                  <SecretLine name={t("client.password")} value={password} />
                </dl>
                {reuse}
                <ClientProgram
                  link={withCommand(link, command)}
                  opensAtOnce={opensAtOnce}
                  otherwise={t("client.useCommand")}
                />
                <details>
                  <summary>{t("client.form")}</summary>
                  <dl className="luna-client-form">
                    <Line name={t("client.host")} value={server.host} />
                    <Line name={t("client.port")} value={String(server.port)} />
                    <Line name={t("client.username")} value={username} />
                  </dl>
                </details>
              </>
            )}
            <p>{t("client.always")}</p>
            <dl>
              <Line name={t("client.command")} value={clientCommand(program, server, direct)} />
            </dl>
            <ClientGuides program={program} server={server} username={direct} asset={asset} />
          </>
        );
      }}
    </Launched>
  );
}
