import type { ExerciseTemplate } from '#contract/training/exercises.ts'
import { type MailContent, noticeMailOf } from '#server/mail/templates.ts'

type Exercise = {
  subject: string
  paragraphs: readonly string[]
  button: string
  /** What a person could have noticed, which the page says that the link leads to. */
  signs: readonly string[]
}

/** Each has signs of what real mails of this server never do. None asks for a password, a code or money. */
export const EXERCISES: Record<ExerciseTemplate, Exercise> = {
  document: {
    subject: 'Salaries_2026_confidential.pdf was shared with you',
    paragraphs: [
      'A colleague shared the file "Salaries_2026_confidential.pdf" with you.',
      'It can be opened for two hours and is then deleted. Please do not forward this mail.',
    ],
    button: 'Open the file',
    signs: [
      'It names a file. The server does not know names of files, so its mails cannot contain one.',
      'It makes you curious, and hurries you: two hours, then it is gone.',
      'It says "a colleague", and not who.',
    ],
  },
  password: {
    subject: 'Your password expires today',
    paragraphs: [
      'Your password expires at the end of this day. Confirm it now to keep your files.',
      'Accounts that are not confirmed are deleted overnight.',
    ],
    button: 'Keep my password',
    signs: [
      'Passwords do not expire here, and nobody asks you to confirm one.',
      'It threatens you: what is not done today is lost.',
      'It came without anything that you had done. Links to change a password come when you ask for them.',
    ],
  },
  invoice: {
    subject: 'Unpaid invoice: second reminder',
    paragraphs: [
      'The invoice 40-2210 of your department is still unpaid. Look at it and release it today.',
      'If you are not responsible, open it anyway and forward it, so that no fee is due.',
    ],
    button: 'Look at the invoice',
    signs: [
      'It is about something that you never ordered, and asks you to open it anyway.',
      'It hurries you, and threatens with a fee.',
      'It names nobody: no supplier, no person, no order.',
    ],
  },
}

export function exerciseMail(template: ExerciseTemplate, url: string): MailContent {
  const { subject, paragraphs, button } = EXERCISES[template]
  return { ...noticeMailOf({ subject, paragraphs: [...paragraphs], button, url }), isBulk: true }
}
