import type { Permission, Role } from '../permissions.ts'

export const COPILOT_LIMITS = {
  /** Maximum length of a question, in characters. */
  questionCharacters: 400,
  /** Passages of an answer. */
  passages: 5,
  /** Pages and settings that are shown, the nearest of those that a person may see. */
  shownPlaces: 3,
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

/** A page or a setting of the app. `says`: questions and names by which people look for it; its meaning is the one that is nearest. */
export type Place = {
  address: string
  title: string
  says: readonly string[]
  /** Permission to see it; null: everybody who is signed in. */
  permission: Permission | null
  role: Role | null
  isOfOperator: boolean
  /** Only for people who may open the admin panel. */
  opensAdmin: boolean
}

/** A place of an answer. Whether a person may see it is decided where it is shown; the server refuses in any case. */
export type FoundPlace = Omit<Place, 'says'> & { likeness: number }

/** `isActive`: questions are answered by meaning. `problem`: what the operator can do where they never are; null while the documentation is read. */
export type CopilotState = { isActive: boolean; problem: string | null }

/** The language model that would write an answer. `keepsTexts`: its organisation keeps what is asked, for who manages growth. */
export type CopilotWriter = { provider: string; model: string; keepsTexts: boolean }

/**
 * Passages and places, best first; none where nothing in the documentation, or no page, is about the question. `writer` null: an answer has quotes
 * only.
 */
export type CopilotAnswer = { passages: FoundPassage[]; places: FoundPlace[]; writer: CopilotWriter | null }

/** A sentence of a model, with the numbers of the passages that it names, from 1. */
export type WrittenSentence = { text: string; sources: number[] }

/** News while a model writes. `passages` comes first: what it was given. `left_out`: sentences that named none of them. */
export type AnswerNews =
  | { kind: 'passages'; passages: FoundPassage[] }
  | ({ kind: 'sentence' } & WrittenSentence)
  | { kind: 'done'; left_out: number }
  | { kind: 'failed'; code: string; message: string }
