import { catalogue, type Language, type Message, translations } from "../../engine/i18n/messages.ts";
import type { RunnerError } from "./messages.ts";

/** Why a job ended that its target did not end. */
export const endings = catalogue("runnerControl", {
  died: [
    "The process that reached this target ended unexpectedly.",
    "访问该目标的进程意外终止。",
    "この接続先に接続していたプロセスが予期せず終了しました。",
  ],
  late: [
    "No answer within {seconds:second|seconds}.",
    "{seconds} 秒内没有响应。",
    "{seconds} 秒以内に応答がありませんでした。",
  ],
  stopped: ["Stopped.", "已停止。", "停止しました。"],
  tooMuch: [
    "The target sent a longer answer than can be kept.",
    "目标返回的内容过长，无法保存。",
    "接続先の応答が長すぎるため、保存できません。",
  ],
});

/** A failure for people: in the language of the execution, and in each. */
export function errorOf(code: string, message: Message, language: Language): Required<RunnerError> {
  const shown = translations(message);
  return { code, text: shown[language], translations: shown };
}
