import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Flex } from "antd";
import { useState } from "react";
import { ApiError } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { metadataQuery, objectQuery } from "../../../kit/api/resources.ts";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { FileButton } from "../../../kit/widgets/file-button.tsx";
import { mayChange, SETTINGS_URL } from "../form/setting-source.ts";
import { useSettingsTexts } from "../settings-texts.ts";
import "./provider-logo.css";

interface ProviderLogoProps {
  readonly category: string;
  /** The setting that is the address of the picture. */
  readonly setting: string;
}

/** What the server says is wrong with a picture; undefined: something else is. */
function problemWith(failure: unknown, setting: string): string | undefined {
  if (!(failure instanceof ApiError) || failure.status !== 400) return undefined;
  const said = (failure.body as Readonly<Record<string, unknown>>)[setting];
  return Array.isArray(said) ? String(said[0]) : undefined;
}

/**
 * The picture on a provider's button. It is sent as soon as it is chosen: the settings around it go as JSON, which
 * carries no file (docs/contract/settings.md).
 */
export function ProviderLogo({ category, setting }: ProviderLogoProps) {
  const { t } = useSettingsTexts();
  const client = useQueryClient();
  const url = `${SETTINGS_URL}?category=${category}`;
  const metadata = useQuery(metadataQuery(url)).data;
  const settings = useQuery(objectQuery<Row>(url)).data;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A server that keeps no picture announces none.
  const field = (metadata?.actions?.PATCH ?? metadata?.actions?.GET)?.[setting];
  if (metadata === undefined || settings === undefined || field === undefined) return null;
  const { label = setting, help_text: help } = field;
  const stored = settings[setting];
  const save = async (body: FormData | Readonly<Record<string, null>>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api(url, { method: "PATCH", body });
      await client.invalidateQueries(objectQuery(url));
      toast("success", t("settings:saved"));
    } catch (failure) {
      const said = problemWith(failure, setting);
      setProblem(said);
      if (said === undefined) toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  const send = (file: File) => {
    const body = new FormData();
    body.set(setting, file);
    return save(body);
  };
  return (
    <section className="card provider-logo" aria-busy={isBusy}>
      <h2>{label}</h2>
      {typeof stored === "string" && stored !== "" ? (
        <img src={stored} alt={t("openId:currentLogo")} />
      ) : null}
      {mayChange(metadata) ? (
        <Flex gap={8} wrap>
          <FileButton
            label={label}
            text={t(stored ? "openId:replaceLogo" : "openId:chooseLogo")}
            accept="image/png,image/jpeg,image/gif"
            disabled={isBusy}
            onFile={(file) => void send(file)}
          />
          {stored ? (
            <Button disabled={isBusy} onClick={() => void save({ [setting]: null })}>
              {t("openId:removeLogo")}
            </Button>
          ) : null}
        </Flex>
      ) : null}
      {help === undefined ? null : <p className="hint">{help}</p>}
      {problem === undefined ? null : <Alert type="error" showIcon title={problem} />}
    </section>
  );
}
