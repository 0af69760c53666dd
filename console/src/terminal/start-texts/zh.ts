import kit from "../../kit/texts/zh.ts";
import terminal from "../texts/zh.ts";

export default { ...kit, ...terminal };
