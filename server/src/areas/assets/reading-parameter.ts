import type { RequestContext } from "../../engine/access/index.ts";
import { BadRequest } from "../../engine/errors.ts";
import { catalogue, withParameters } from "../../engine/i18n/index.ts";
import type { Hooks } from "../../engine/resource/index.ts";

const text = catalogue("assets.reading", {
  notForWrites: [
    "{name}=1 applies to read requests only. Remove it to write.",
    "{name}=1 仅适用于读取请求，写入时请去掉该参数。",
    "{name}=1 は読み取りリクエスト専用です。書き込むときは外してください。",
  ],
});

/** A parameter of the query that shows objects in another form, when they are read. */
export interface ReadingParameter {
  /** Whether the caller asks for the other form. */
  readonly isSet: (context: RequestContext) => boolean;
  /** Hooks of the resource that refuse the parameter on writes: a log is to report objects as they are. */
  readonly hooks: Required<Pick<Hooks, "prepare" | "beforeDelete">>;
}

/** The parameter `name`, set by `1` or `true`. */
export function readingParameter(name: string): ReadingParameter {
  const isSet = ({ query }: RequestContext): boolean =>
    ["1", "true"].includes(query.get(name)?.toLowerCase() ?? "");
  const refuse = (context: RequestContext): void => {
    if (isSet(context)) throw new BadRequest("error", withParameters(text.notForWrites, { name }));
  };
  return {
    isSet,
    hooks: {
      prepare: ({ context, input }) => {
        refuse(context);
        return { ...input };
      },
      beforeDelete: refuse,
    },
  };
}
