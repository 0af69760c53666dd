import { catalogue } from "../../../../engine/i18n/index.ts";

/** What the menu says. */
export const menuText = catalogue("gateway.menu", {
  welcome: ["Welcome to {title}, {name}", "{name}，欢迎使用 {title}", "{name} さん、{title} へようこそ"],
  helpHeading: ["Commands:", "命令：", "コマンド："],
  helpSearch: [
    "text: search name, address and comment; a single match is connected right away",
    "文本：搜索名称、地址和备注，仅有一个结果时直接连接",
    "文字列：名前・アドレス・備考を検索（1 件だけなら接続）",
  ],
  helpSlash: [
    "/text: search without connecting; //text: search within the results",
    "/文本：仅搜索不连接；//文本：在当前结果中搜索",
    "/文字列：検索のみ、//文字列：表示中の結果から検索",
  ],
  helpNumber: [
    "number: connect to the asset with this ID in the list",
    "数字：连接列表中该 ID 的资产",
    "番号：一覧のその ID のアセットに接続",
  ],
  helpAssets: ["p: all assets", "p：所有资产", "p：すべてのアセット"],
  helpFavorites: ["f: favorites", "f：收藏的资产", "f：お気に入り"],
  helpTree: [
    "g: node tree; g and a number: assets of that node",
    "g：节点树；g 加数字：该节点的资产",
    "g：ノードツリー、g と番号：そのノードのアセット",
  ],
  helpKinds: [
    "h: hosts; d: databases; k: Kubernetes",
    "h：主机；d：数据库；k：Kubernetes",
    "h：ホスト、d：データベース、k：Kubernetes",
  ],
  helpPages: [
    "Enter or n: next page; b: previous page",
    "回车或 n：下一页；b：上一页",
    "Enter または n：次のページ、b：前のページ",
  ],
  helpRefresh: ["r: refresh", "r：刷新", "r：更新"],
  helpLanguage: ["s: switch language", "s：切换语言", "s：言語の切り替え"],
  helpHelp: ["?: show this help", "?：显示帮助", "?：このヘルプ"],
  helpLeave: ["q: quit", "q：退出", "q：終了"],
  pageLine: [
    "Page {page} of {pages}, {total:asset|assets}. Enter: next page, b: previous page, ID or text: connect.",
    "第 {page}/{pages} 页，共 {total} 个资产。回车：下一页，b：上一页，输入 ID 或文本进行连接。",
    "{page}/{pages} ページ、全 {total} 件のアセット。Enter：次、b：前、ID または文字列：接続。",
  ],
  onlyPageLine: [
    "{total:asset|assets}. ID or text: connect.",
    "共 {total} 个资产。输入 ID 或文本进行连接。",
    "全 {total} 件のアセット。ID または文字列：接続。",
  ],
  nothing: [
    "No assets here are available to you.",
    "此处没有您可使用的资产。",
    "ここには利用可能なアセットがありません。",
  ],
  nothingFound: [
    "No asset matches: {text}",
    "没有符合条件的资产：{text}",
    "該当するアセットがありません：{text}",
  ],
  noFavorites: [
    "You have no favorites yet. Mark assets as favorites in the console.",
    "您还没有收藏资产，可在控制台中收藏。",
    "お気に入りはまだありません。コンソールでアセットをお気に入りに登録できます。",
  ],
  noNodes: ["You have no nodes.", "没有节点。", "ノードがありません。"],
  noSuchNode: [
    "No node has this number. Type g to show the tree.",
    "没有该编号的节点，输入 g 查看节点树。",
    "この番号のノードはありません。g でツリーを表示します。",
  ],
  treeHelp: [
    "Type g and a number to list the assets of a node.",
    "输入 g 加数字查看节点的资产。",
    "g と番号でノードのアセットを表示します。",
  ],
  refreshed: ["Refreshed.", "已刷新。", "更新しました。"],
  goodbye: ["Goodbye.", "再见。", "さようなら。"],
});
