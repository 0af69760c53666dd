import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "../../kit/metadata/labelled.ts";
import { useCopy } from "../../kit/use-copy.ts";

interface LineProps {
  readonly name: string;
  /** What is copied. */
  readonly value: string;
  /** What is there, where that is something else. */
  readonly shown?: string;
  readonly children?: ReactNode;
}

/** A value to copy into a program of one's own. */
export function Line({ name, value, shown = value, children }: LineProps) {
  const { t } = useTranslation("common");
  const copy = useCopy();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{shown}</code>
        {children}
        <Button size="small" aria-label={labelled(t("copy"), name)} onClick={() => void copy(value)}>
          {t("copy")}
        </Button>
      </dd>
    </div>
  );
}
