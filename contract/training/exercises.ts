/** Mails of phishing exercises. */
export const EXERCISE_TEMPLATES = ['document', 'password', 'invoice'] as const
export type ExerciseTemplate = (typeof EXERCISE_TEMPLATES)[number]
