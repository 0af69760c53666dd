import { catalogue } from "../i18n/messages.ts";

/** Texts about files of rows. */
export const text = catalogue("tabular", {
  parseError: [
    "The file cannot be read: {reason}",
    "无法读取文件：{reason}",
    "ファイルを読み取れません：{reason}",
  ],
  notWorkbook: [
    "it is not an Excel workbook (.xlsx)",
    "它不是 Excel 工作簿（.xlsx）",
    "Excel ブック（.xlsx）ではありません",
  ],
  protectedWorkbook: [
    "the workbook is protected by a password; save it without one",
    "工作簿设有密码，请取消密码后另存",
    "ブックがパスワードで保護されています。パスワードなしで保存し直してください",
  ],
  unknownEncoding: [
    "its characters are in no encoding known here; save it as UTF-8",
    "无法识别其字符编码，请另存为 UTF-8",
    "文字コードを判別できません。UTF-8 で保存し直してください",
  ],
  brokenCsv: [
    "line {line} is not valid CSV, for example because a quotation mark is never closed",
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
    "unpacked it is larger than {limit} MiB",
    "解压后超过 {limit} MiB",
    "展開後のサイズが {limit} MiB を超えています",
  ],
  inflatesTooMuch: [
    "unpacked it is more than {limit} times its size, which no spreadsheet is; save it again with a spreadsheet program",
    "解压后超过自身大小的 {limit} 倍，不像是电子表格；请用表格软件重新保存",
    "展開すると元のサイズの {limit} 倍を超え、通常の表計算ファイルではありません。表計算ソフトで保存し直してください",
  ],
  tooMuchText: [
    "its cells have more than {limit} million characters",
    "单元格内容合计超过 {limit} 百万个字符",
    "セルの文字数の合計が {limit} 百万文字を超えています",
  ],
  rowTooLong: [
    "line {line} has more than {limit} characters",
    "第 {line} 行超过 {limit} 个字符",
    "{line} 行目が {limit} 文字を超えています",
  ],
  duplicateTitle: [
    "two columns are titled “{first}” and “{second}”, which both stand for {field}",
    "“{first}”与“{second}”两列都对应 {field}",
    "「{first}」列と「{second}」列がどちらも {field} を表しています",
  ],
  noTitle: [
    "no title in its first row is the name of a field",
    "首行中没有任何标题与字段名称相符",
    "1 行目にフィールド名と一致する見出しがありません",
  ],
  emptyFile: [
    "There are no rows in the file, or its format is wrong. Start from the template.",
    "文件中没有数据行，或格式有误。请使用模板填写。",
    "ファイルにデータ行がないか、形式が正しくありません。テンプレートを使用してください。",
  ],
  fileOverflowed: [
    "The file is larger than the limit of {limit} MiB. Split it, or leave out columns.",
    "文件超过 {limit} MiB 的上限，请拆分文件或去掉部分列。",
    "ファイルが上限の {limit} MiB を超えています。分割するか、列を減らしてください。",
  ],
  noImport: [
    "this address does not support imports",
    "此地址不支持导入",
    "このアドレスはインポートに対応していません",
  ],
  noExport: [
    "What this address answers cannot be exported as a table.",
    "此地址的内容无法导出为表格。",
    "このアドレスの内容は表としてエクスポートできません。",
  ],
  noFilePassword: [
    "This export holds sensitive data and is only handed out encrypted. Set a file encryption password in your personal information first, then export again.",
    "此导出包含敏感数据，仅以加密方式提供。请先在个人信息中设置文件加密密码，再重新导出。",
    "このエクスポートには機密データが含まれるため、暗号化した形でのみ提供されます。先に個人情報でファイル暗号化パスワードを設定してから、もう一度エクスポートしてください。",
  ],
  tooManyExports: [
    "Too many exports are under way. Try again in a minute.",
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
