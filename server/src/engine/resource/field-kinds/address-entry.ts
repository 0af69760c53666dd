import { isAddressEntry } from "../../access/address-rules.ts";
import { FieldError } from "../../errors.ts";
import { unlabelled, withParameters } from "../../i18n/messages.ts";
import { text as messages } from "../../i18n/texts.ts";
import { type TextOptions, text } from "./text.ts";

/** What an entry may be, and what else may be said of it. */
interface AddressEntryOptions extends Partial<Pick<TextOptions, "label" | "maxLength">> {
  /** Default: `*`, an address, a network or a range. */
  readonly accepts?: (entry: string) => boolean;
  /** Why another one is refused, with the parameter `entry`. */
  readonly refused?: typeof messages.notAddressEntry;
}

/** One entry of a list of addresses. */
export const addressEntry = ({
  label = unlabelled,
  maxLength = 1024,
  accepts = isAddressEntry,
  refused = messages.notAddressEntry,
}: AddressEntryOptions = {}) =>
  text({
    label,
    required: true,
    maxLength,
    check: (entry) => {
      if (!accepts(entry)) throw new FieldError([withParameters(refused, { entry })]);
      return entry;
    },
  });
