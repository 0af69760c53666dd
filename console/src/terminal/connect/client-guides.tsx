import { useTranslation } from "react-i18next";
import { type ClientServer, configEntry, filesAddress, hostAlias } from "./client-launch.ts";
import { Line } from "./client-line.tsx";

/** A connection that holds whenever the person signs in with their own password or key. */
export interface ClientGuidesProps {
  readonly program: "ssh" | "sftp";
  readonly server: ClientServer;
  readonly username: string;
  /** Name of the asset. */
  readonly asset: string;
}

/** How editors, or programs for files, are set up: they connect many times, so not by a password for one connection. */
export function ClientGuides({ program, server, username, asset }: ClientGuidesProps) {
  const { t } = useTranslation("terminal");
  const { host, port } = server;
  const named = { host, port, username };
  if (program === "ssh") {
    const alias = hostAlias(asset);
    return (
      <details>
        <summary>{t("client.editors")}</summary>
        <dl className="luna-client-form">
          <Line name={t("client.config")} value={configEntry(alias, named)} />
        </dl>
        <Guide name="VS Code" text={t("client.vscode", { alias })} />
        <Guide name="JetBrains Gateway" text={t("client.jetbrains", { alias })} />
        <p className="luna-muted">{t("client.editorsNeed")}</p>
      </details>
    );
  }
  return (
    <details>
      <summary>{t("client.filePrograms")}</summary>
      <dl className="luna-client-form">
        <Line name={t("client.address")} value={filesAddress(named)} />
      </dl>
      <Guide name="WinSCP" text={t("client.winscp")} />
      <Guide name="FileZilla" text={t("client.filezilla")} />
      <dl>
        <Line name={t("client.host")} value={host} />
        <Line name={t("client.port")} value={String(port)} />
        <Line name={t("client.username")} value={username} />
      </dl>
    </details>
  );
}

function Guide({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <p>
      <strong>{name}</strong> <span>{text}</span>
    </p>
  );
}
