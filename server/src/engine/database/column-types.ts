import pg from "pg";

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;

/**
 * How column values become JavaScript values. Per pool instead of globally, so that no other library in the
 * process is affected.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (format === "binary") return pg.types.getTypeParser(oid, "binary");
    if (oid === INT8) return Number;
    if (oid === INT8_ARRAY) return parseNumberArray;
    // A calendar day has no time zone; a Date would shift it by the server's.
    if (oid === DATE) return (value: string) => value;
    return pg.types.getTypeParser(oid, "text");
  }) as pg.CustomTypesConfig["getTypeParser"],
};

const arrayParser = (pg.types.getTypeParser as (oid: number, format: "text") => (value: string) => unknown)(
  INT8_ARRAY,
  "text",
);

function parseNumberArray(value: string): unknown {
  const items: unknown = arrayParser(value);
  return Array.isArray(items) ? items.map((item) => (item === null ? null : Number(item))) : items;
}
