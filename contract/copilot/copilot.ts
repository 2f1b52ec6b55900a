export const COPILOT_LIMITS = {
  /** Maximum length of a question, in characters. */
  questionCharacters: 400,
  /** Passages of an answer. */
  passages: 5,
} as const

/** A piece of the documentation, as the build writes it for the server. */
export type Passage = {
  /** Page of this installation where it is read, with its heading: `/documentation/share-files#by-link` or `/dashboard/help#upload`. */
  address: string
  title: string
  /** Heading that it stands below; empty before the first one. */
  heading: string
  text: string
}

/** A passage of an answer. `likeness`: cosine of its meaning and that of the question, 0 to 1. */
export type FoundPassage = Passage & { likeness: number }

/** `isActive`: questions are answered by meaning. `problem`: what the operator can do where they never are; null while the documentation is read. */
export type CopilotState = { isActive: boolean; problem: string | null }

/** Best first. Empty where nothing in the documentation is about the question. */
export type CopilotAnswer = { passages: FoundPassage[] }
