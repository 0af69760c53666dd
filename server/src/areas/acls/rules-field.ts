import { isRuleAddress } from "../../engine/access/index.ts";
import { FieldError } from "../../engine/errors.ts";
import { unlabelled } from "../../engine/i18n/index.ts";
import { isObject } from "../../engine/json.ts";
import { addressEntry, type Field, json, list, nested } from "../../engine/resource/index.ts";
import { ruleText } from "./rule-texts.ts";
import { hoursOf } from "./time-periods.ts";

const address = addressEntry({ accepts: isRuleAddress, refused: ruleText.addressInvalid });

const plain = json({ label: unlabelled });

/** Hours of one day of the week: `{id, value}`. */
const period: Field = {
  ...plain,
  type: "field",
  options: { label: unlabelled, required: true },
  parse: (input, at) => {
    const isDay =
      isObject(input) &&
      Number.isInteger(input.id) &&
      Number(input.id) >= 0 &&
      Number(input.id) <= 6 &&
      typeof input.value === "string" &&
      hoursOf(input.value) !== null;
    if (!isDay) throw new FieldError([ruleText.periodInvalid]);
    return plain.parse?.(input, at);
  },
};

/** Where and when a rule fits. Contract: docs/contract/acls.md, "From where and when". */
export const rulesField = nested({
  label: ruleText.rule,
  required: true,
  children: {
    ip_group: list({
      label: ruleText.addresses,
      help: ruleText.addressesHelp,
      default: ["*"],
      child: address,
      maxItems: 1_000,
    }),
    time_period: list({ label: ruleText.periods, default: [], child: period, maxItems: 7 }),
  },
});
