import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Where an operation is told with what it changed. */
export const differencePath = ({ url }: ResourceDescriptor, row: Row): string =>
  `${url}${encodeURIComponent(String(row.id))}/?type=action_detail`;

/** An operation as a line: who did what to which. */
export const operationText = (row: Row): string =>
  [row.user, row.action, row.resource_type, row.resource].map(valueText).join(" · ");
