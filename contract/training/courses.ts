/** Of the right answers, in percent. */
export const PASS_PERCENT = 80
export const TRIES_A_DAY = 5
/** Persons that one assignment names. */
export const MOST_ASSIGNED = 1000
/** A course is due within so many days. */
export const MOST_DAYS = 730

type Lesson = { title: string; /** As `readLesson` takes it. */ body: string }

/** One answer of a question, with why it is right or not, which is shown to who chose it. */
type Choice = { text: string; isRight: boolean; why: string }
type Question = { text: string; choices: readonly Choice[] }

/** A course as the server keeps it. Which answers are right leaves the server only after they were given. */
export type Course = {
  id: string
  title: string
  summary: string
  /** How long the lessons take to read. */
  minutes: number
  /** Grows when what it teaches changes. A completion keeps the version that it was made with. */
  version: number
  lessons: readonly Lesson[]
  questions: readonly Question[]
}

/** @returns how many answers have to be right. */
export const neededOf = (questions: number): number => Math.ceil((questions * PASS_PERCENT) / 100)
