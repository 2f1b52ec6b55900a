/** Of courses that an organisation writes itself. */
export const COURSE_LIMITS = {
  titleCharacters: 150,
  summaryCharacters: 500,
  minutes: 600,
  lessons: 20,
  bodyCharacters: 20_000,
  questions: 30,
  questionCharacters: 500,
  choices: 6,
  choiceCharacters: 300,
  whyCharacters: 500,
} as const

type DraftChoice = { text: string; isRight: boolean; why: string }
export type DraftQuestion = { text: string; choices: DraftChoice[] }
export type DraftLesson = { title: string; body: string }
/** A course as it is written: parts of it may be empty. */
export type CourseDraft = {
  title: string
  summary: string
  minutes: number
  lessons: DraftLesson[]
  questions: DraftQuestion[]
}

const isText = (text: string): boolean => text.trim() !== ''

/** Whether people can learn it: a lesson with text, and questions with one right answer and a reason for each answer. */
export function isWhole({ lessons, questions }: Pick<CourseDraft, 'lessons' | 'questions'>): boolean {
  return (
    lessons.length > 0 &&
    lessons.every(({ title, body }) => isText(title) && isText(body)) &&
    questions.length > 0 &&
    questions.every(
      ({ text, choices }) =>
        isText(text) &&
        choices.length >= 2 &&
        choices.every((choice) => isText(choice.text) && isText(choice.why)) &&
        new Set(choices.map((choice) => choice.text.trim())).size === choices.length &&
        choices.filter(({ isRight }) => isRight).length === 1,
    )
  )
}
