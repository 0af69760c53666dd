import type { CommandRule } from "../../transport/command-rules/index.ts";
import type { CommandReview, CommandVerdict } from "../ports.ts";

/** A rule that has people decide about a command. */
export const reviewRule = (content: string): CommandRule => ({
  id: "review",
  name: "Ask first",
  priority: 50,
  action: "review",
  reviewers: ["tom"],
  onlyReadable: false,
  groups: [{ id: content, name: content, type: "command", content, ignoreCase: true }],
});

/** One question about a command. */
interface Asked {
  readonly command: string;
  state: "open" | "canceled" | CommandVerdict["state"];
  settle(verdict: CommandVerdict): void;
}

/** People who are asked about commands, and decide what a test has them decide. */
export class MemoryReviews {
  readonly asked: Asked[] = [];
  /** What asking fails with. */
  failure: Error | null = null;
  #seen = new Set<() => void>();

  async open(command: string): Promise<CommandReview> {
    if (this.failure !== null) throw this.failure;
    let settle: Asked["settle"] = () => undefined;
    const verdict = new Promise<CommandVerdict>((resolve) => {
      settle = resolve;
    });
    const asked: Asked = { command, state: "open", settle };
    this.asked.push(asked);
    for (const seen of this.#seen) seen();
    return {
      assignees: ["Tom(tom)"],
      page: "https://site.example/ticket",
      wait: (signal) => {
        const left = new Promise<null>((resolve) => {
          if (signal.aborted) resolve(null);
          signal.addEventListener("abort", () => resolve(null), { once: true });
        });
        return Promise.race([left, verdict]);
      },
      cancel: async () => {
        asked.state = "canceled";
      },
    };
  }

  /** The nth question, once it is asked; the first is 0. */
  async question(at: number): Promise<Asked> {
    for (;;) {
      const asked = this.asked[at];
      if (asked !== undefined) return asked;
      await new Promise<void>((resolve) => {
        const seen = () => {
          this.#seen.delete(seen);
          resolve();
        };
        this.#seen.add(seen);
      });
    }
  }

  /** Decides the nth question, once it is asked. */
  async decide(at: number, state: CommandVerdict["state"]): Promise<void> {
    const asked = await this.question(at);
    asked.state = state;
    asked.settle({ state, by: "Tom(tom)" });
  }
}
