import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, type Query } from "../../../kit/api/client.ts";
import { toast } from "../../../kit/feedback.ts";
import { useTreeChosen } from "../../../kit/tree/tree-chosen.ts";
import "../../../kit/tree/item-tree.css";
import "./commands.css";

/** A storage as the server's tree reports it (docs/contract/commands.md, section 3). */
export interface StorageNode {
  readonly id: string;
  /** With the number of commands that meet the query. */
  readonly name: string;
  readonly pId: string;
  /** False where it cannot be reached. */
  readonly valid?: boolean;
}

/** The storages, with how many commands in them meet a query. */
export function useStorages(query: Query) {
  const url = "/api/v1/terminal/command-storages/tree/";
  return useQuery({
    queryKey: ["list", url, query],
    queryFn: ({ signal }) => api<readonly StorageNode[]>(url, { query, signal }),
    select: (nodes) => nodes.filter(({ pId }) => pId !== ""),
    placeholderData: (before) => before,
  });
}

interface StorageTreeProps {
  readonly storages: readonly StorageNode[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** The storages to choose from, beside the list of what is in them. */
export function StorageTree({ storages, selected, onSelect }: StorageTreeProps) {
  const { t } = useTranslation("commands");
  const onChosen = useTreeChosen();
  return (
    <section className="tree-panel" aria-label={t("storages")}>
      <div className="tree-head">
        <span className="tree-name">{t("storages")}</span>
      </div>
      <div className="storage-list">
        {storages.map(({ id, name, valid }) => (
          <button
            key={id}
            type="button"
            aria-current={id === selected}
            className={valid === false ? "is-invalid" : ""}
            onClick={() => {
              if (valid === false) {
                toast("error", t("invalid"));
                return;
              }
              onSelect(id);
              onChosen?.();
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </section>
  );
}
