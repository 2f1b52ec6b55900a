import { use } from 'react'
import { common } from '#web/messages/common.ts'
import { InForm } from './in-form.ts'

type Rule = (value: string, values: Record<string, unknown>) => string | null
export type TextLimit = {
  /** Maximum number of characters. A form says what is too long and keeps it; elsewhere the browser takes no more, and cuts what is pasted. */
  maxLength?: number | undefined
  validate?: Rule | undefined
}

/** Sentence for a text that is longer than may be; null: it fits. A browser that cuts what is pasted would lose its end without a word. */
export const lengthProblem = (text: string, most: number): string | null =>
  text.length > most ? common.tooLong(text.length, most) : null

/** Returns the rule of a field with its limit, and the limit that its control is given. Spaces around a text do not count. */
export function useTextLimit({ maxLength, validate }: TextLimit): TextLimit {
  const isInForm = use(InForm)
  if (maxLength === undefined || !isInForm) return { maxLength, validate }
  return {
    validate: (value, values) => lengthProblem(value.trim(), maxLength) ?? validate?.(value, values) ?? null,
  }
}
