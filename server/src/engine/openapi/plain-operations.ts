import type { RequestContext } from "../access/context.ts";
import { type RouteDeclaration, routeFields } from "../http/routes.ts";
import { describeInputFields } from "../resource/operations/describe.ts";
import { jsonContent } from "./components.ts";
import { objectSchema } from "./field-schema.ts";
import { identifier, type Operation, operationOf } from "./operation.ts";

/** The operations of a route that is no resource's. */
export function plainOperations(
  route: Omit<RouteDeclaration, "handle">,
  context: RequestContext,
): Operation[] {
  const words = route.path.replace(/^\/api\/(v1\/)?/, "").split("/");
  return route.methods.map((method) => {
    const own = routeFields(route.fields?.[method], context);
    const fields = own === undefined ? undefined : describeInputFields(own, context);
    const read = fields === undefined ? {} : objectSchema(fields, "read");
    const { produces } = route;
    return operationOf(route.path, method, {
      id: identifier(method.toLowerCase(), "at", route.path.slice("/api/".length)),
      tag: route.path.startsWith("/api/v1/") ? (words[0] ?? "") : "documents",
      summary:
        (route.title ?? "") === "" ? words.filter((word) => word !== "").join(" ") : String(route.title),
      access: route.access,
      ...(route.connectionToken === undefined ? {} : { connectionToken: route.connectionToken }),
      ...(method === "GET" || method === "DELETE"
        ? {}
        : { body: fields === undefined ? {} : objectSchema(fields, "write", method === "PATCH") }),
      success: {
        status: "200",
        content: produces === undefined ? jsonContent(read) : { [produces]: { schema: {} } },
      },
    });
  });
}
