import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  endpointCreate: "新建端点",
  endpointUpdate: "编辑端点",
  endpointRuleCreate: "新建端点规则",
  endpointRuleUpdate: "编辑端点规则",
} satisfies Texts<typeof en.titles>;

export default {
  endpoints: {
    basic: "基本信息",
    other: "其他",
    endpoint: "端点",
    endpoints: "端点",
    rules: "端点规则",
    help: "端点是客户端程序连接的主机和端口，例如位于其他地点的入口。没有规则匹配时使用默认端点。",
    ruleHelp:
      "资产 IP 匹配的第一条规则决定其客户端使用的端点。带有 endpoint 标签的资产使用标签值所指名称的端点。",
    rulesEmpty: "没有规则时，所有客户端都连接默认端点。",
    atSite: "站点地址",
    defaultHost: "默认端点始终使用站点地址。",
    ports: "端口",
    portHelp: "0 表示此处不提供。",
    databasePorts: "数据库端口",
    comma: "、",
    reach: {
      title: "生效",
      used: "是",
      inactive: "否：已禁用",
      no_endpoint: "否：未指定端点",
      no_ports: "否：端点未提供任何端口",
      covered: "从不：{{names}} 先匹配",
    },
    try: {
      open: "测试地址",
      title: "资产会使用哪个端点？",
      address: "资产的 IP 或主机名",
      protocol: "协议",
      ask: "测试",
      byRule: "由规则 {{rule}} 选择。",
      byDefault: "没有规则匹配，使用默认端点。",
      unknown: "无法解析此名称，只考虑适用于所有资产的规则。",
      notOffered: "该端点不提供此协议。",
      labels: "此处不考虑资产的标签。",
    },
  },
} satisfies Texts<typeof en.default>;
