import type { CallerContext } from "../../access/context.ts";
import { isObject } from "../../json.ts";
import type { Resource } from "../resource.ts";

/**
 * Looks up in one go what many inputs refer to, so that parsing them need not ask for each. Inside `withMemory`. What
 * is wrong with an input is left for parsing to say.
 */
export async function lookUpTargets(
  resource: Resource,
  context: CallerContext,
  items: readonly unknown[],
): Promise<void> {
  for (const { name, field } of resource.fields) {
    if (field.lookUp === undefined || field.options.readOnly === true) continue;
    const inputs = items.flatMap((item) => (isObject(item) && Object.hasOwn(item, name) ? [item[name]] : []));
    if (inputs.length > 0) await field.lookUp(inputs, context);
  }
}
