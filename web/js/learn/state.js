// What the page knows of learning, and how reports change it.

/**
 * @typedef {import("../protocol.js").LearnGeneration} LearnGeneration
 * @typedef {import("../protocol.js").LearnReport} LearnReport
 * @typedef {import("../protocol.js").Message} Message
 */

/** The game that is looked at; `fault`: why it cannot be learnt. @typedef {Extract<LearnReport, { report: "watched" }>} LearnSubject */
/**
 * `list`: what was learnt of all games, when it was asked last; `shown`: the game that is played to be looked at; `fault`:
 * what went wrong last; `unread`: why the generations cannot be read; `running`: the learner at work.
 * @typedef {object} LearningState
 * @property {Extract<LearnReport, { report: "list" }> | null} list
 * @property {LearnSubject | null} subject
 * @property {import("../protocol.js").LearningView | null} running
 * @property {Message | null} fault
 * @property {LearnGeneration[]} generations
 * @property {number | null} inUse
 * @property {Message | null} unread
 * @property {Extract<LearnReport, { report: "moved" }> | null} shown
 */

/** @type {LearningState} */
export const NOT_LEARNING = { list: null, subject: null, running: null, fault: null, generations: [], inUse: null, unread: null, shown: null };

/**
 * @param {LearningState} state
 * @param {LearnReport} report
 * @returns {LearningState}
 */
export function onLearning(state, report) {
  switch (report.report) {
    case "list":
      return { ...state, list: report };
    case "watched": {
      // Looked at again, a game shows what it did until it hears more: nothing goes away under a hand.
      const { list, generations, inUse } = state;
      const known = state.subject?.game === report.game ? { generations, inUse } : {};
      return { ...NOT_LEARNING, list, subject: report, ...known };
    }
    case "status":
      return { ...state, running: report.running, fault: report.fault };
    case "history":
      return { ...state, generations: report.generations, inUse: report.in_use, unread: report.fault };
    case "moved":
      return { ...state, shown: report };
  }
}
