import kit from "../../kit/texts/ja.ts";
import terminal from "../texts/ja.ts";

export default { ...kit, ...terminal };
