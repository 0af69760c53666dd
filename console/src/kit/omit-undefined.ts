/** The same properties without those that are undefined, for components whose options may not be undefined. */
type Defined<Properties> = { [Name in keyof Properties]?: Exclude<Properties[Name], undefined> };

/**
 * Leaves out what is undefined.
 *
 * @param properties properties, some of which may be undefined
 */
export function omitUndefined<Properties extends object>(properties: Properties): Defined<Properties> {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined),
  ) as Defined<Properties>;
}
