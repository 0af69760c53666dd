import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cacheSelection } from "../api/resources.ts";
import { toastFailure } from "../feedback.ts";
import { fetchFile, saveFile } from "../transfer/download.ts";
import { type FileFormat, FORMAT_NAMES } from "../transfer/file-format.ts";
import type { ImportMode } from "./import-api.ts";

interface TemplateButtonsProps {
  /** List URL of the resource. */
  readonly url: string;
  readonly mode: ImportMode;
  /** Keys of the selected rows, which the template for changes then holds. */
  readonly selected: readonly (string | number)[];
}

/** Downloads of a file that shows what an import takes. */
export function TemplateButtons({ url, mode, selected }: TemplateButtonsProps) {
  const { t } = useTranslation(["transfer", "common"]);
  const [loading, setLoading] = useState<FileFormat>();
  const withSelected = mode === "update" && selected.length > 0;
  const template = async (format: FileFormat) => {
    setLoading(format);
    try {
      const spm = withSelected ? await cacheSelection(selected) : undefined;
      const query =
        mode === "create"
          ? { format, template: "import", limit: 1 }
          : { format, template: "update", ...(spm === undefined ? { limit: 1 } : { spm }) };
      const file = await fetchFile(url, `template.${format}`, { query });
      saveFile(file.name, file.content);
    } catch (error) {
      toastFailure(error);
    } finally {
      setLoading(undefined);
    }
  };
  return (
    <fieldset className="transfer-choice">
      <legend>
        {t("import.template")}
        {withSelected ? ` (${t("import.templateSelected", { count: selected.length })})` : null}
      </legend>
      <span className="transfer-templates">
        {(["csv", "xlsx"] as const).map((format) => (
          <Button
            key={format}
            icon={<DownloadOutlined />}
            loading={loading === format}
            onClick={() => void template(format)}
          >
            {FORMAT_NAMES[format]}
          </Button>
        ))}
      </span>
      <p className="hint">{t("import.templateHint")}</p>
    </fieldset>
  );
}
