import { DownOutlined, RightOutlined } from "@ant-design/icons";
import { Button } from "antd";

interface HostToggleProps {
  readonly name: string;
  readonly isOpen: boolean;
  /** Id of what it opens. */
  readonly controls: string;
  readonly disabled?: boolean;
  readonly onToggle: () => void;
}

/** The name of a host, which opens and closes what it said. */
export function HostToggle({ name, isOpen, controls, disabled = false, onToggle }: HostToggleProps) {
  return (
    <Button
      type="text"
      icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      aria-expanded={isOpen}
      aria-controls={controls}
      disabled={disabled}
      onClick={onToggle}
    >
      {name}
    </Button>
  );
}
