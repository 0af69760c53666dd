import { UploadOutlined } from "@ant-design/icons";
import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { omitUndefined } from "../omit-undefined.ts";
import "./file-drop.css";

interface FileDropProps {
  /** The call to choose a file, and how else to hand one over. */
  readonly children: ReactNode;
  /** What is said about files below, such as their size. */
  readonly hint?: ReactNode;
  /** Files offered by the browser's dialog, for example `.csv,.xlsx`. */
  readonly accept?: string;
  /** A file is being worked on: no further one is taken. */
  readonly busy?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A place that takes a file: by the browser's dialog, by keyboard, or dropped onto it. */
export function FileDrop({ children, hint, accept, busy = false, onFiles }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const list = [...(files ?? [])];
    // The same file can be chosen again after it was corrected.
    if (input.current !== null) input.current.value = "";
    if (list.length > 0 && !busy) onFiles(list);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <label
      className={`file-drop ${over ? "is-over" : ""} ${busy ? "is-busy" : ""}`}
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <UploadOutlined aria-hidden />
      <span>{children}</span>
      <input
        ref={input}
        id={id}
        type="file"
        disabled={busy}
        {...omitUndefined({ accept })}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => take(event.target.files)}
      />
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
    </label>
  );
}
