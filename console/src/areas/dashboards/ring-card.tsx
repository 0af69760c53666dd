import { useTranslation } from "react-i18next";
import { Ring, shareOf } from "../../kit/charts/ring.tsx";
import { labelled, listed } from "../../kit/metadata/labelled.ts";
import { FigureNumber, FigureText, type FigureTileProps, numberText } from "./figure.tsx";
import { FigureCard, type FigureState } from "./figure-card.tsx";
import { numberIn } from "./index-figures.ts";

/** A figure by its name in the answer. */
export interface NamedFigure extends Omit<FigureTileProps, "value"> {
  readonly name: string;
}

/** Props of {@link RingCard}. */
export interface RingCardProps {
  readonly title: string;
  readonly figures: FigureState;
  /** What stands beside the ring. */
  readonly beside: readonly NamedFigure[];
  readonly part: string;
  readonly whole: string;
  /** What the part is, below its number. */
  readonly partLabel: string;
  readonly tone?: 1 | 2 | 3 | 4;
}

/** Characters that the ring has room for at full size. */
const ROOM = 5;

/** Figures of one thing, and the share of a part in the whole as a ring. */
export function RingCard({ title, figures, beside, part, whole, partLabel, tone = 1 }: RingCardProps) {
  const { t } = useTranslation("dashboards");
  return (
    <FigureCard title={title} figures={figures}>
      {(found) => {
        const [of, all] = [numberIn(found, part), numberIn(found, whole)];
        const percent = Math.round(shareOf(of ?? 0, all ?? 0) * 100);
        return (
          <div className="ring-card">
            <div>
              {beside.map(({ name, ...figure }) => (
                <FigureText key={name} {...figure} value={numberIn(found, name)} />
              ))}
            </div>
            <div className="ring-side">
              <Ring
                label={labelled(partLabel, listed([numberText(of), t("proportion", { percent })]))}
                part={of ?? 0}
                whole={all ?? 0}
                tone={tone}
              >
                <FigureNumber
                  className={numberText(of).length > ROOM ? "count-number is-long" : "count-number"}
                  label={partLabel}
                  value={of}
                  link={beside.find(({ name }) => name === part)?.link}
                />
              </Ring>
              <p className="count-label">
                {partLabel}
                <br />
                <span className="numeric">{t("proportion", { percent })}</span>
              </p>
            </div>
          </div>
        );
      }}
    </FigureCard>
  );
}
