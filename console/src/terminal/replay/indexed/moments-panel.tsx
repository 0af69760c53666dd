import { CloseOutlined } from "@ant-design/icons";
import { Alert, Button, Empty, Input, type InputRef, Spin } from "antd";
import { type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../../kit/feedback.ts";
import { formatClock } from "../timeline.ts";
import type { ReplayMark } from "./replay-api.ts";
import { useReplaySearch } from "./use-replay-search.ts";

/** Props of the panel. */
export interface MomentsPanelProps {
  sessionId: string;
  opening: string;
  marks: readonly ReplayMark[];
  input: Ref<InputRef>;
  onSeek(seconds: number): void;
  onClose(): void;
}

/** Finds moments of a recording: by what was shown, or in the list of what happened. */
export function MomentsPanel({ sessionId, opening, marks, input, onSeek, onClose }: MomentsPanelProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const [text, setText] = useState("");
  const search = useReplaySearch(sessionId, opening, text);
  return (
    <aside className="luna-moments" aria-label={t("replay.find")}>
      <div className="luna-moments-head">
        <Input.Search
          ref={input}
          allowClear
          autoFocus
          maxLength={200}
          placeholder={t("replay.findHint")}
          aria-label={t("replay.find")}
          onSearch={(value) => setText(value.trim())}
        />
        <Button type="text" icon={<CloseOutlined />} aria-label={t("common:close")} onClick={onClose} />
      </div>
      {text === "" ? (
        <Moments
          moments={marks.map((mark) => ({ ...mark, kind: t(`replay.marks.${mark.kind}`) }))}
          empty={t("replay.noMarks")}
          onSeek={onSeek}
        />
      ) : (
        <>
          {search.error !== null && (
            <Alert
              type="error"
              showIcon
              title={failureText(search.error)}
              action={
                <Button size="small" onClick={search.retry}>
                  {t("common:retry")}
                </Button>
              }
            />
          )}
          {search.hits.length > 0 || search.isDone ? (
            <Moments moments={search.hits} empty={t("replay.noHits")} onSeek={onSeek} />
          ) : null}
          {search.isSearching && <Spin className="luna-moments-spin" />}
          {search.more !== undefined && <Button onClick={search.more}>{t("replay.moreHits")}</Button>}
        </>
      )}
    </aside>
  );
}

interface Moment {
  readonly id: string;
  readonly time: number;
  readonly text: string;
  readonly kind?: string;
}

function Moments(props: { moments: readonly Moment[]; empty: string; onSeek(seconds: number): void }) {
  if (props.moments.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={props.empty} />;
  }
  return (
    <ol className="luna-moments-list">
      {props.moments.map(({ id, time, text, kind }) => (
        <li key={id}>
          <button type="button" onClick={() => props.onSeek(time)}>
            <span className="luna-clock">{formatClock(time)}</span>
            {kind !== undefined && <span className="luna-moments-kind">{kind}</span>}
            <bdi className="luna-moments-text">{text}</bdi>
          </button>
        </li>
      ))}
    </ol>
  );
}
