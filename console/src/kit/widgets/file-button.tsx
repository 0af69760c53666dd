import { UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef } from "react";
import { labelled } from "../metadata/labelled.ts";
import { omitUndefined } from "../omit-undefined.ts";

interface FileButtonProps {
  readonly text: string;
  /** What the file is for; with the text, the accessible name. */
  readonly label: string;
  readonly accept?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly id?: string | undefined;
  readonly onFile: (file: File) => void;
}

/** A button that lets a file be chosen; the same file can be chosen again. */
export function FileButton({ text, label, accept, disabled, id, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={labelled(label, text)}
        {...omitUndefined({ accept })}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
      <Button
        {...omitUndefined({ id })}
        icon={<UploadOutlined aria-hidden />}
        disabled={disabled === true}
        aria-label={labelled(label, text)}
        onClick={() => input.current?.click()}
      >
        {text}
      </Button>
    </>
  );
}
