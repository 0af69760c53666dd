import { FolderOpenOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type AddressSecret, useAddressSecret } from "../page/address-secret.ts";
import FileManager from "./file-manager.tsx";
import type { ConnectionState } from "./use-files-connection.ts";

/** The token in the address: it holds once. */
function readToken(): AddressSecret {
  const query = new URLSearchParams(location.search);
  const secret = query.get("token") ?? undefined;
  query.delete("token");
  query.delete("asset");
  const search = query.toString();
  return { secret, address: location.pathname + (search === "" ? "" : `?${search}`) };
}

/** The file manager as a page of its own, also within a frame. docs/contract/file-manager.md, section 4. */
export default function FilesPage() {
  const { t } = useTranslation("files");
  const token = useAddressSecret(readToken);
  const isFramed = window.parent !== window;
  useFrameAnswers(isFramed);
  const tell = ({ phase, message }: ConnectionState) => {
    if (!isFramed || phase === "opening") return;
    const name = phase === "open" ? "CONNECTED" : "CLOSE";
    window.parent.postMessage({ name, data: message ?? "" }, location.origin);
  };
  return (
    <div className="luna-page">
      {!isFramed && (
        <header className="luna-header">
          <h1 className="luna-files-title">
            <FolderOpenOutlined aria-hidden /> {t("title")}
          </h1>
          <Button href="/luna/">{t("terminals")}</Button>
        </header>
      )}
      <main className="luna-body" aria-label={t("title")}>
        <FileManager token={token} onPhase={tell} />
      </main>
    </div>
  );
}

/** Answers the page around that this one is there. */
function useFrameAnswers(isFramed: boolean): void {
  useEffect(() => {
    if (!isFramed) return;
    const answer = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== window.parent || data?.name !== "PING") return;
      window.parent.postMessage({ name: "PONG", id: data.id }, location.origin);
    };
    addEventListener("message", answer);
    return () => removeEventListener("message", answer);
  }, [isFramed]);
}
