import "./status-bar.css";

interface StatusAction {
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

interface StatusBarProps {
  readonly tone: "error" | "info";
  readonly text: string;
  readonly action?: StatusAction;
  readonly second?: StatusAction;
}

/** One line of news that lies over the page without moving it, with what to do about it. */
export function StatusBar({ tone, text, action, second }: StatusBarProps) {
  return (
    <div className={`status-bar status-bar-${tone}`} role={tone === "error" ? "alert" : "status"}>
      <span className="status-bar-text">{text}</span>
      {[action, second].map((item) =>
        item === undefined ? null : (
          <button
            key={item.label}
            type="button"
            className="status-bar-action"
            disabled={item.disabled === true}
            onClick={item.onClick}
          >
            {item.label}
          </button>
        ),
      )}
    </div>
  );
}
