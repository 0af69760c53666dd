import { MoreOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { highlight } from "./highlight.ts";
import type { PaletteGroup, PaletteOption } from "./palette-option.ts";

interface HighlightedProps {
  readonly text: string;
  readonly looked: string;
}

function Highlighted({ text, looked }: HighlightedProps) {
  return highlight(text, looked).map(({ text: piece, hit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
    hit ? <mark key={index}>{piece}</mark> : <span key={index}>{piece}</span>,
  );
}

interface OptionsProps {
  readonly id: string;
  readonly options: readonly PaletteOption[];
  readonly active: number;
  /** The words that are marked. */
  readonly looked: string;
  /** Heading in place of the groups: the options are the acts on one object. */
  readonly heading?: string;
  readonly onActive: (index: number) => void;
  readonly onChoose: (option: PaletteOption, second: boolean) => void;
  readonly onMore: (option: PaletteOption) => void;
}

function OptionRow({ option, index, ...props }: OptionsProps & { option: PaletteOption; index: number }) {
  const { t } = useTranslation("palette");
  const isActive = index === props.active;
  const [act, ...more] = option.acts;
  const isActShown = act !== undefined && props.heading === undefined;
  const actName = isActShown ? t(`act.${act.name}`) : "";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is, in the input
    <div
      id={`${props.id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={[option.title, option.mark ?? "", option.hint, actName].filter(Boolean).join(", ")}
      className={isActive ? "palette-option is-active" : "palette-option"}
      onPointerMove={() => props.onActive(index)}
      onClick={(event) => props.onChoose(option, event.ctrlKey || event.metaKey)}
    >
      <span className="palette-title">
        <Highlighted text={option.title} looked={props.looked} />
      </span>
      {option.mark === undefined ? null : <span className="palette-mark">{option.mark}</span>}
      <span className="palette-hint">
        <Highlighted text={option.hint} looked={props.looked} />
      </span>
      {isActShown ? <span className="palette-act">{actName}</span> : null}
      {more.length === 0 ? null : (
        <span
          className="palette-more"
          aria-hidden="true"
          title={t("more", { name: option.title })}
          onClick={(event) => {
            event.stopPropagation();
            props.onMore(option);
          }}
        >
          <MoreOutlined />
        </span>
      )}
    </div>
  );
}

/** What can be chosen, in groups. */
export function PaletteOptions(props: OptionsProps) {
  const { t } = useTranslation("palette");
  const { id, options, heading } = props;
  const groups = [...new Set(options.map(({ group }) => group))];
  const title = (group: PaletteGroup) => heading ?? t(`group.${group}`);
  return (
    <div id={id} className="palette-options" role="listbox" aria-label={t("results")} tabIndex={-1}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
        <div role="group" aria-labelledby={`${id}-${group}`} key={group}>
          <p id={`${id}-${group}`} className="palette-heading">
            {title(group)}
          </p>
          {options.map((option, index) =>
            option.group === group ? (
              <OptionRow key={option.key} {...props} option={option} index={index} />
            ) : null,
          )}
        </div>
      ))}
    </div>
  );
}
