import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

/** A tree beside a list; on a narrow screen the tree folds away. */
export function TreeAndList({ tree, children }: { readonly tree: ReactNode; readonly children: ReactNode }) {
  const { t } = useTranslation(["kit", "common"]);
  const [open, setOpen] = useState(false);
  if (tree === null) return <>{children}</>;
  return (
    <div className={`tree-and-list ${open ? "is-open" : ""}`}>
      <Button className="tree-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("tree.toggle")}
      </Button>
      <div className="tree-side">{tree}</div>
      <div className="list-side">{children}</div>
    </div>
  );
}
