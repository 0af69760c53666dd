import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  sourcePeople: "登录来源",
} satisfies Texts<typeof en.titles>;

export default {
  sources: {
    open: "角色、用户组与关联",
    title: "{{source}}：角色、用户组与关联",
    unknown: "此地址中的登录来源不存在。",
    tab: { rules: "角色与用户组", links: "已关联用户" },
    rules: {
      hint: "每次登录时都会应用规则。规则不再适用时，其授予的内容会被收回；管理员授予的保留不变。",
      none: "没有规则时，新用户只有默认角色，不加入用户组。添加规则后，可根据 {{source}} 返回的信息授予角色和用户组。",
      create: "新建规则",
      edit: "编辑规则",
      saved: "规则已保存，下次登录时生效。",
      gives: "授予",
      system: "系统角色",
      organizationRole: "组织角色",
      group: "用户组",
      example: "例如 groups",
    },
    links: {
      hint: "关联记录 {{source}} 的人员对应哪个用户。解除后，该用户可关联到其他人员。",
      none: "用户首次通过 {{source}} 登录后会显示在这里。",
      label: "已关联用户",
    },
    unlink: {
      action: "解除关联",
      title: "解除 {{name}} 的关联？",
      body: "用户会保留，规则授予的角色和用户组将被收回。下次登录时，将按设置重新关联或新建用户。",
      ownBody:
        "除非管理员允许按用户名关联，否则您将无法再通过 {{source}} 登录。由其授予的角色和用户组将被收回。",
      done: "已解除 {{name}} 的关联",
      ownDone: "已解除与 {{source}} 的关联",
      one: "解除与 {{source}} 的关联",
    },
    card: {
      title: "已关联的登录来源",
      ownHint: "您可以通过以下系统登录。",
      since: "关联时间",
      managed: "您通过此来源登录，需由管理员解除。",
    },
    trial: {
      open: "预览登录",
      title: "预览通过 {{source}} 的登录",
      hint: "按已保存的设置和规则显示登录结果，不会更改任何内容，也不会登录任何用户。",
      claims: "声明（JSON）",
      claimsHelp: "粘贴 ID 令牌或用户信息响应中的声明。",
      answer: "服务端响应（JSON）",
      answerHelp: "服务端返回的用户和属性。",
      attributesHelp: "服务器接受密码时返回的属性：Filter-Id、Class，厂商属性写作 Vendor-9-1。",
      username: "用户名",
      usernameHelp: "将向目录查询此人员的信息。",
      ask: "查看",
      enter: "将以已关联的用户 {{name}} 登录。",
      link: "将关联到现有用户 {{name}} 并登录。",
      create: "将创建新用户 {{name}}。",
      refuse: "无法登录。",
      changes: "字段",
      gains: "获得",
      losses: "失去",
      attributes: "属性",
      nothing: "无",
      change: "{{field}}：{{before}} → {{after}}",
    },
  },
} satisfies Texts<typeof en.default>;
