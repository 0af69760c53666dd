import type { Document, Element } from "@xmldom/xmldom";
import { elementsBelow, parseStrictXml, plainTextOf, XmlRefused } from "../../engine/strict-xml.ts";
import { ProviderError } from "./provider-error.ts";

/** What somebody else has sent and is not to be believed; names the check that failed. */
export const untrusted = (check: string): ProviderError => new ProviderError("untrusted", check);

/** @throws ProviderError for what is refused */
function read<T>(reading: () => T): T {
  try {
    return reading();
  } catch (error) {
    throw error instanceof XmlRefused ? untrusted(error.message) : error;
  }
}

/**
 * Reads XML of somebody else, without document types and bounded; `most` is for what only administrators choose.
 * @throws ProviderError for what is no XML
 */
export const parseXml = (text: string, most?: number): Document => read(() => parseStrictXml(text, most));

/** The elements right below one. */
export const elementsOf = elementsBelow;

/** The text of an element that holds nothing else: a comment in it, or an element, is refused. */
export const textOf = (element: Element): string => read(() => plainTextOf(element));
