import { catalogue } from "../i18n/messages.ts";

/** Texts about files of rows. */
export const text = catalogue("tabular", {
  parseError: [
    "The file could not be read: {reason}",
    "无法读取文件：{reason}",
    "ファイルを読み取れません：{reason}",
  ],
  notWorkbook: [
    "it is not an Excel workbook (.xlsx)",
    "它不是 Excel 工作簿（.xlsx）",
    "Excel ブック（.xlsx）ではありません",
  ],
  protectedWorkbook: [
    "the workbook is password-protected; save it without a password",
    "工作簿设有密码，请取消密码后另存",
    "ブックがパスワードで保護されています。パスワードなしで保存し直してください",
  ],
  unknownEncoding: [
    "its text encoding is unknown; save it as UTF-8",
    "无法识别其字符编码，请另存为 UTF-8",
    "文字コードを判別できません。UTF-8 で保存し直してください",
  ],
  brokenCsv: [
    "line {line} is not valid CSV, for example because a quotation mark is not closed",
    "第 {line} 行不是有效的 CSV，例如引号没有闭合",
    "{line} 行目が正しい CSV ではありません（引用符が閉じられていないなど）",
  ],
  tooManyRows: ["it has more than {limit} rows", "行数超过 {limit} 行", "行数が {limit} 行を超えています"],
  tooManyColumns: [
    "it has more than {limit} columns",
    "列数超过 {limit} 列",
    "列数が {limit} 列を超えています",
  ],
  tooManyCells: [
    "it has more than {limit} cells",
    "单元格数超过 {limit} 个",
    "セル数が {limit} 個を超えています",
  ],
  cellTooLong: [
    "the cell in row {row}, column {column} has more than {limit} characters",
    "第 {row} 行第 {column} 列的单元格超过 {limit} 个字符",
    "{row} 行 {column} 列目のセルが {limit} 文字を超えています",
  ],
  inflatedTooLarge: [
    "its uncompressed content is larger than {limit} MiB",
    "解压后超过 {limit} MiB",
    "展開後のサイズが {limit} MiB を超えています",
  ],
  inflatesTooMuch: [
    "its uncompressed content is more than {limit} times its size; save it again with a spreadsheet program",
    "解压后超过自身大小的 {limit} 倍；请用表格软件重新保存",
    "展開後のサイズが元の {limit} 倍を超えています。表計算ソフトで保存し直してください",
  ],
  tooMuchText: [
    "its cells contain more than {limit} million characters in total",
    "单元格内容合计超过 {limit} 百万个字符",
    "セルの文字数の合計が {limit} 百万文字を超えています",
  ],
  rowTooLong: [
    "line {line} has more than {limit} characters",
    "第 {line} 行超过 {limit} 个字符",
    "{line} 行目が {limit} 文字を超えています",
  ],
  duplicateTitle: [
    'the columns "{first}" and "{second}" both stand for {field}',
    "“{first}”与“{second}”两列都对应 {field}",
    "「{first}」列と「{second}」列がどちらも {field} を表しています",
  ],
  noTitle: [
    "no column heading matches a field; use the headings of the template",
    "没有列标题与字段相符，请使用模板中的标题",
    "フィールドに一致する列見出しがありません。テンプレートの見出しを使ってください",
  ],
  emptyFile: [
    "The file has no rows, or its format is wrong. Start from the template.",
    "文件中没有数据行，或格式有误。请使用模板填写。",
    "ファイルにデータ行がないか、形式が正しくありません。テンプレートを使用してください。",
  ],
  fileOverflowed: [
    "The file would be larger than the limit of {limit} MiB. Filter the list or leave out columns.",
    "文件将超过 {limit} MiB 的上限，请筛选列表或去掉部分列。",
    "ファイルが上限の {limit} MiB を超えます。一覧を絞り込むか、列を減らしてください。",
  ],
  noImport: ["this list cannot be imported", "此列表不支持导入", "この一覧はインポートに対応していません"],
  noExport: [
    "This list cannot be exported as a table.",
    "此列表不能导出为表格。",
    "この一覧は表としてエクスポートできません。",
  ],
  noFilePassword: [
    "This export contains secrets and is always encrypted. Set a file encryption password in your profile, then export again.",
    "此导出包含密文，必须加密。请先在个人信息中设置文件加密密码，再重新导出。",
    "このエクスポートにはシークレットが含まれるため、必ず暗号化されます。プロフィールでファイル暗号化パスワードを設定してから、もう一度エクスポートしてください。",
  ],
  tooManyExports: [
    "Too many exports are running. Try again in a minute.",
    "正在进行的导出过多，请一分钟后重试。",
    "実行中のエクスポートが多すぎます。1 分後にもう一度お試しください。",
  ],
  exportedAll: ["Export all", "导出全部", "すべてエクスポート"],
  exportedSelected: ["Export only selected items", "仅导出选中项", "選択した項目のみエクスポート"],
  exportedFiltered: [
    "Export filtered: {filters}",
    "导出筛选结果：{filters}",
    "絞り込み結果をエクスポート：{filters}",
  ],
});
