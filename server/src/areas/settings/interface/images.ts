import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { FieldError, NotFound } from "../../../engine/errors.ts";
import type { RouteAnswer } from "../../../engine/http/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import type { Field, FieldOptions } from "../../../engine/resource/index.ts";
import "../tables.ts";
import { readImage } from "./read-image.ts";
import { interfaceText as text } from "./texts.ts";

/** The pictures of the installation's look. */
export const imageNames = ["logo_index", "logo_logout", "favicon", "login_image"] as const;

/** The pictures an installation may have of its own: those of its look, and those that are settings. */
export type ImageName = (typeof imageNames)[number] | "oauth2_logo";

/** A picture that was sent and may be shown. */
export interface NewImage {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly extension: string;
}

/** Largest picture, in bytes. */
export const largestImage = 1_048_576;

/** Largest width and height, in pixels: a small file can be a picture no browser has the memory for. */
const mostPixels = 4_096;

const folder = "/media/xpack/interface/";

/** A picture out of a form; undefined for a text, which is the address of the one there is. @throws FieldError */
async function parseImage(input: unknown): Promise<NewImage | undefined> {
  if (typeof input === "string") return undefined;
  if (!(input instanceof Blob)) throw new FieldError([text.noImage]);
  const tooLarge = new FieldError([withParameters(text.imageTooLarge, { limit: mostPixels })]);
  if (input.size > largestImage) throw tooLarge;
  const bytes = Buffer.from(await input.arrayBuffer());
  const image = readImage(bytes);
  if (image === null) throw new FieldError([text.noImage]);
  if (Math.max(image.width, image.height) > mostPixels) throw tooLarge;
  return { bytes, contentType: image.contentType, extension: image.extension };
}

/** A picture that is sent, and answered as its address. */
export const imageField = (options: FieldOptions): Field => ({
  type: "image upload",
  options,
  parse: parseImage,
});

/** Keeps a picture in place of the one of that name, and answers its address. */
export async function saveImage(db: Kysely<Database>, name: ImageName, image: NewImage): Promise<string> {
  const { bytes, contentType, extension } = image;
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const row = { content_type: contentType, digest, bytes };
  await db
    .insertInto("interface_images")
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
  return `${folder}${name}-${digest}.${extension}`;
}

/** Whether an address is that of a picture kept here. */
export const isOwnImage = (path: string): boolean => path.startsWith(folder);

/**
 * A picture by its address, as an answer that browsers keep.
 * @throws NotFound where another one, or none, is kept by now
 */
export async function imageAnswer(db: Kysely<Database>, path: string): Promise<RouteAnswer> {
  const [, name = "", digest = ""] =
    /^([a-z0-9_]+)-([0-9a-f]{16})\.(?:png|jpg|gif|ico)$/.exec(path.slice(folder.length)) ?? [];
  const image = await db
    .selectFrom("interface_images")
    .select(["bytes", "content_type"])
    .where("name", "=", name)
    .where("digest", "=", digest)
    .executeTakeFirst();
  if (image === undefined) throw new NotFound();
  return {
    body: image.bytes,
    type: image.content_type,
    headers: {
      "cache-control": "public, max-age=31536000, immutable",
      // Opened by itself it is a picture and nothing else.
      "content-security-policy": "default-src 'none'; sandbox",
    },
  };
}

/** Takes pictures away. */
export async function removeImages(db: Kysely<Database>, names: readonly ImageName[]): Promise<void> {
  await db.deleteFrom("interface_images").where("name", "in", names).execute();
}
