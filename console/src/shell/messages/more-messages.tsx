import { Button } from "antd";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

interface MoreMessagesProps {
  readonly isLoading: boolean;
  /** The last attempt failed: the next one is asked for by hand. */
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

/** Stands at the end of what is loaded and loads more when it comes into sight. */
export function MoreMessages({ isLoading, hasFailed, onMore }: MoreMessagesProps) {
  const { t } = useTranslation("messages");
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (element === null || isLoading || hasFailed) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) onMore();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLoading, hasFailed, onMore]);
  return (
    <div ref={container} className="message-more">
      <Button type="text" size="small" loading={isLoading} onClick={onMore}>
        {t("loadMore")}
      </Button>
    </div>
  );
}
