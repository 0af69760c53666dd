import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  jobCreate: "新建作业",
  jobUpdate: "编辑作业",
  jobDetail: "作业",
  jobExecutionDetail: "作业执行",
  adhocCreate: "新建命令模板",
  adhocUpdate: "编辑命令模板",
  adhocDetail: "命令模板",
  playbookCreate: "新建剧本",
  playbookUpdate: "编辑剧本",
  playbookDetail: "剧本",
  taskDetail: "系统任务",
  quickJob: "快捷命令",
  jobs: "作业",
  jobTemplates: "作业模板",
  jobExecutions: "执行历史",
  tasks: "系统任务",
  taskLog: "任务日志",
  myTasks: "我的任务",
} satisfies Texts<typeof en.titles>;

export default {
  tasks: {
    list: "任务",
    basic: "基本信息",
    executions: "执行记录",
    clean: "保留期限",
    description: "描述",
    queue: "队列",
    successOfAll: "成功 / 总数",
    output: "日志",
    again: "再次运行",
    stop: "停止",
    stopTitle: "停止此次执行？",
    stopBody: "“{{task}}”将就此中止，已完成的部分会保留。",
    stopSent: "正在停止…",
    noTasks: "还没有任务。测试一个资产后，对应的任务会显示在这里。",
    noExecutions: "此任务尚未执行过。",
    noneOfMine: "您还没有发起过任务。例如测试资产后，会显示在这里。",
    health: {
      green: "正常",
      yellow: "近期有失败",
      red: "失败",
      greenHint: "最近五次执行均未失败",
      yellowHint: "最近五次执行中有失败，但最近一次成功",
      redHint: "最近一次执行失败",
    },
    follow: {
      connecting: "正在连接",
      following: "实时",
      ended: "已结束",
      lost: "连接已断开，正在重新连接",
      "signed-out": "已退出登录，请重新登录",
    },
  },
} satisfies Texts<typeof en.default>;
