import kit from "../../kit/texts/en.ts";
import terminal from "../texts/en.ts";

export default { ...kit, ...terminal };
