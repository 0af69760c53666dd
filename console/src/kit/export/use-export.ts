import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Query } from "../api/client.ts";
import { cacheSelection } from "../api/resources.ts";
import { confirmed } from "../confirm/confirmation.ts";
import { failureText, toast } from "../feedback.ts";
import { type DownloadedFile, fetchFile, saveFile } from "../transfer/download.ts";
import { type FileFormat, formatBytes } from "../transfer/file-format.ts";
import { type ExportPlan, type ExportRange, exportQuery } from "./export-plan.ts";

/** What is exported: a list as it was when the dialog was opened. */
export interface ExportedList {
  readonly url: string;
  /** Filters, search, dates, order and fixed query. */
  readonly query: Query;
  readonly filtered: boolean;
  /** Keys of the selected rows. */
  readonly keys: readonly (string | number)[];
  /** How many rows match, once that is known. */
  readonly count: number | undefined;
  /** Whether a range of dates counts. */
  readonly dated: boolean;
}

interface Exporting {
  readonly plan: ExportPlan;
  readonly source: ExportedList;
  readonly range: ExportRange | undefined;
  readonly format: FileFormat;
  /** Called when the file was handed over. */
  readonly onDone: () => void;
}

/** Receives the file of an export and hands it over; it can be stopped. */
export function useExport({ plan, source, range, format, onDone }: Exporting) {
  const { t } = useTranslation(["transfer", "common"]);
  const [received, setReceived] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string>();
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);
  const busy = received !== undefined;

  const fetchChosen = async (signal: AbortSignal): Promise<DownloadedFile> => {
    const spm = range === "selected" ? await cacheSelection(source.keys) : undefined;
    return fetchFile(plan.url ?? source.url, `export.${format}`, {
      query: exportQuery(source.query, format, spm),
      signal,
      onProgress: setReceived,
    });
  };
  const start = async () => {
    if (busy || range === undefined) return;
    const controller = new AbortController();
    run.current = controller;
    setProblem(undefined);
    setNote(undefined);
    setReceived(0);
    try {
      const file = await confirmed(() => fetchChosen(controller.signal));
      if (file === undefined) return;
      // A text instead of rows says why there are none, for example that a file password has to be set first.
      if (file.type === "text/plain") return setNote(await file.content.text());
      saveFile(file.name, file.content);
      toast("success", t("export.done", { name: file.name, size: formatBytes(file.content.size) }));
      onDone();
    } catch (error) {
      if (!controller.signal.aborted) setProblem(failureText(error));
    } finally {
      setReceived(undefined);
    }
  };
  return { busy, received, problem, note, start: () => void start(), stop: () => run.current?.abort() };
}
