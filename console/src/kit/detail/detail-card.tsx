import { CopyOutlined } from "@ant-design/icons";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { fieldKind } from "../field-kinds/index.ts";
import { kindOf } from "../metadata/kind-of.ts";
import { labelled } from "../metadata/labelled.ts";
import type { FieldMap, Row } from "../metadata/types.ts";
import { useCopy } from "../use-copy.ts";

/** A label and what is beside it. */
export interface DetailItem {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
}

/** Whether a card that names no fields shows this one. */
function isShown(name: string, field: FieldMap[string] | undefined): boolean {
  return name !== "org_id" && field?.write_only !== true;
}

/** A value with a button that copies its text. */
function CopyableValue({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  const { t } = useTranslation("common");
  const element = useRef<HTMLSpanElement>(null);
  const copy = useCopy();
  return (
    <>
      <span ref={element}>{value}</span>
      <button
        type="button"
        className="detail-copy"
        title={t("copy")}
        aria-label={labelled(t("copy"), label)}
        onClick={() => void copy(element.current?.textContent ?? "")}
      >
        <CopyOutlined aria-hidden />
      </button>
    </>
  );
}

/** Items of a detail card from the metadata; an empty list of names means all readable fields. */
export function detailItems(
  fields: FieldMap,
  row: Row,
  names: readonly string[],
  overrides: Readonly<Record<string, (row: Row) => ReactNode>> = {},
): DetailItem[] {
  const wanted = names.length > 0 ? names : Object.keys(fields).filter((name) => isShown(name, fields[name]));
  // What programs call it comes after what people call it.
  const shown = [...wanted.filter((name) => name !== "id"), ...wanted.filter((name) => name === "id")];
  return shown
    .filter((name) => name in row || name in overrides)
    .map((name) => {
      const field = fields[name] ?? { type: "string" };
      const render = overrides[name];
      return {
        key: name,
        label: field.label ?? name,
        value:
          render === undefined ? fieldKind(kindOf(name, field)).cell(row[name], field, name) : render(row),
      };
    });
}

/** A card of labels and values. */
export function DetailCard({
  title,
  items,
}: {
  readonly title?: string;
  readonly items: readonly DetailItem[];
}) {
  const { t } = useTranslation(["kit", "common"]);
  return (
    <section className="card">
      <h2>{title ?? t("detail.basic")}</h2>
      <dl className="detail-list">
        {items.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {value === "" || value === null || value === undefined ? (
                "-"
              ) : (
                <CopyableValue label={label} value={value} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
