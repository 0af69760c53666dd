import type { FieldInputProps } from "../kit/field-kinds/field-kind.ts";
import { TransferInput } from "../kit/widgets/transfer-input.tsx";

const PEOPLE = {
  url: "/api/gallery/people/",
  label: (person: Readonly<Record<string, unknown>>) => `${String(person.name)}(${String(person.username)})`,
};

/** A transfer between the gallery's people. */
export function PeopleTransfer(props: FieldInputProps) {
  return <TransferInput {...props} related={props.related ?? PEOPLE} />;
}
