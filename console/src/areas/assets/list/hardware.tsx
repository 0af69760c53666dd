import { Popover } from "antd";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { useList } from "../../../kit/list/list-context.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { hardwareItems } from "../hardware-items.ts";

/** Processors, memory and disk of a machine as far as they are known, each as a short text. */
export function hardwareSummary(info: Row): { readonly cores?: number; readonly sizes: readonly string[] } {
  const threads = Number(valueText(info.cpu_vcpus));
  const cores = Number(valueText(info.cpu_cores)) * Number(valueText(info.cpu_count));
  const known = threads > 0 ? threads : cores > 0 ? cores : undefined;
  const sizes = [info.memory, info.disk_total]
    .map(valueText)
    .filter((size) => size !== "")
    .map((size) => (/\d$/.test(size) ? `${size}G` : size));
  return { ...(known === undefined ? {} : { cores: known }), sizes };
}

/** What a machine is made of: a short text, all of it on pointing or focus. */
export function Hardware({ row }: { readonly row: Row }) {
  const { t } = useTranslation("assetForms");
  const { fields } = useList();
  const info = isRecord(row.gathered_info) ? row.gathered_info : {};
  const { cores, sizes } = hardwareSummary(info);
  const text = [...(cores === undefined ? [] : [t("cores", { count: cores })]), ...sizes].join(" ");
  if (text === "") return null;
  return (
    <Popover
      trigger={["hover", "focus", "click"]}
      content={
        <dl className="hardware-list">
          {hardwareItems(fields, info).map(({ key, label, value }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      }
    >
      <button type="button" className="value-link">
        {text}
      </button>
    </Popover>
  );
}
