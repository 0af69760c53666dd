import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import type { GuideProps } from "./client-connection.ts";
import type { ClientLaunch } from "./client-launch.ts";
import { Line, SecretLine } from "./client-line.tsx";
import { ClientProgram } from "./client-program.tsx";
import { databaseCommand } from "./database-command.ts";
import { Launched } from "./launched.tsx";

/** How to connect to a database with a client of one's own. */
export function DatabaseGuide({ connection, token, isValid, reuse }: GuideProps) {
  if (!isValid) return null;
  return (
    <Launched tokenId={token.id}>
      {(launch) => (
        <>
          <Values launch={launch} tokenId={token.id} protocol={token.protocol} />
          {reuse}
          <Program link={launch.link} opensAtOnce={connection.opensAtOnce} />
        </>
      )}
    </Launched>
  );
}

function Program({ link, opensAtOnce }: { readonly link: string; readonly opensAtOnce: boolean }) {
  const { t } = useTranslation("terminal");
  return <ClientProgram link={link} opensAtOnce={opensAtOnce} otherwise={t("client.useValues")} />;
}

interface ValuesProps {
  readonly launch: ClientLaunch;
  readonly tokenId: string;
  readonly protocol: string;
}

function Values({ launch, tokenId, protocol }: ValuesProps) {
  const { t } = useTranslation("terminal");
  const { server, password, database } = launch;
  if (server === null) return <Alert type="error" showIcon title={t("client.failed")} />;
  const command = databaseCommand(protocol, server, { tokenId, password, database });
  return (
    <dl>
      {command?.includes(password) === true && (
        <SecretLine name={t("client.command")} value={command} secret={password} />
      )}
      {command?.includes(password) === false && <Line name={t("client.command")} value={command} />}
      <Line name={t("client.host")} value={server.host} />
      <Line name={t("client.port")} value={String(server.port)} />
      <Line name={t("client.username")} value={tokenId} />
      <SecretLine name={t("client.password")} value={password} />
      {database !== "" && <Line name={t("client.database")} value={database} />}
    </dl>
  );
}
