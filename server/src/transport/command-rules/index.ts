export { CommandDecider, type CommandDecision, type LineReading } from "./command-decider.ts";
export { type CommandAction, type CommandGroup, type CommandRule, inOrder } from "./command-rule.ts";
export { groupPattern, linesOf, longestLine, mostLines } from "./group-pattern.ts";
