import { CloseCircleFilled, InfoCircleOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";

interface OutcomeProps {
  readonly title: string;
  readonly body?: string;
  readonly isFailure?: boolean;
  /** What can be done next. */
  readonly children: ReactNode;
}

/** Says why there is nothing else on the page. */
export function Outcome({ title, body, isFailure = false, children }: OutcomeProps) {
  return (
    <div className="luna-outcome" role={isFailure ? "alert" : "status"}>
      <span className={isFailure ? "luna-outcome-bad" : "luna-outcome-mark"} aria-hidden="true">
        {isFailure ? <CloseCircleFilled /> : <InfoCircleOutlined />}
      </span>
      <h1>{title}</h1>
      {body === undefined ? null : <p>{body}</p>}
      {children}
    </div>
  );
}
