import { createStore } from '../remote/store.ts'

/**
 * Characters of the password that was typed in this tab last and was right; null while none was. The server never sees the password of a
 * vault, so only here can it be compared with the rule of an organisation. The password itself is not kept.
 */
export const passwordLength = createStore<number | null>(null)

/** Code points, so that one emoji counts as one character. */
export const charactersOf = (text: string): number => Array.from(text).length

export const notePassword = (password: string): void => passwordLength.write(charactersOf(password))
