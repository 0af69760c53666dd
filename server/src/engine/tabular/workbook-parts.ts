/** The parts of a workbook around its sheets. Contract: docs/contract/files.md, "Formats". */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";

/** What comes before the sheets. */
export const leadingParts: Readonly<Record<string, string>> = {
  "_rels/.rels": `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/styles.xml": `${declaration}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf xfId="0"/></cellXfs></styleSheet>`,
};

const quoted: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, (sign) => quoted[sign] ?? "");

/** What names the sheets, which are known only when they are written. */
export function closingParts(names: readonly string[]): Record<string, string> {
  const sheets = names.length;
  const numbers = names.map((_name, index) => index + 1);
  const style = `<Relationship Id="rId${sheets + 1}" Type="${relationships}/styles" Target="styles.xml"/>`;
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  return {
    "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${numbers
      .map(
        (number) =>
          `<sheet name="${escapeAttribute(names[number - 1] ?? "")}" sheetId="${number}" r:id="rId${number}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${declaration}<Relationships xmlns="${packaged}/relationships">${numbers
      .map(
        (number) =>
          `<Relationship Id="rId${number}" Type="${relationships}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )
      .join("")}${style}</Relationships>`,
    "[Content_Types].xml": `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override("workbook", "sheet.main")}${numbers
      .map((number) => override(`worksheets/sheet${number}`, "worksheet"))
      .join("")}${override("styles", "styles")}</Types>`,
  };
}

/** The beginning of a sheet whose columns have these widths, in characters. */
export function sheetHead(widths: readonly number[]): string {
  const columns = widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join("");
  return `${declaration}<worksheet xmlns="${main}"><sheetFormatPr defaultRowHeight="20" customHeight="1"/>${columns === "" ? "" : `<cols>${columns}</cols>`}<sheetData>`;
}

/** The end of a sheet. */
export const sheetTail = "</sheetData></worksheet>";
