import i18next from "i18next";
import type { ReactNode } from "react";
import type { Row } from "../../metadata/types.ts";
import { plainValue } from "../../metadata/value-text.ts";
import type { ResourceDescriptor } from "../../resource.ts";
import { StatusMark } from "../../status-mark.tsx";
import type { ColumnOverride, ColumnPlan } from "../columns.ts";
import { DetailLink } from "./detail-link.tsx";

function state(name: string, good: "active" | "valid", bad: "inactive" | "invalid"): ColumnOverride {
  return {
    width: 90,
    render: (row: Row): ReactNode => {
      const value = plainValue(row[name]);
      return typeof value === "boolean" ? (
        <StatusMark good={value} text={i18next.t(`list:state.${value ? good : bad}`)} />
      ) : (
        ""
      );
    },
  };
}

/**
 * A plan completed by what columns of certain names always are: the name leads to the object, `is_active` and
 * `is_valid` are states in words (docs/contract/console.md, "Lists"). What the area says wins.
 */
export function withStandardColumns(plan: ColumnPlan, resource: ResourceDescriptor): ColumnPlan {
  return {
    ...plan,
    overrides: {
      name: { render: (row) => <DetailLink resource={resource} row={row} /> },
      is_active: state("is_active", "active", "inactive"),
      is_valid: state("is_valid", "valid", "invalid"),
      ...plan.overrides,
    },
  };
}
