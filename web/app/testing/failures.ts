import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'

/** A call that the server answers with an error of its own. */
export const failing = async (): Promise<never> => {
  throw new Error('the server answered 500')
}
/** A call whose answer is still awaited. */
export const pending = () => new Promise<never>(() => undefined)
/** The sentence for a failing call. */
export const OUR_SIDE = 'Something went wrong on our side. Nothing was lost; try again.'

const onPage = () => [...document.querySelectorAll('[role=dialog][data-type]:not([data-ending-style])')]
const wordsOf = (toast: Element) =>
  [...toast.querySelectorAll('h2, p')].map(({ textContent }) => textContent).join(' / ')

/** Title and sentence of each toast that is shown, newest first. */
export const toasts = (): string[] => onPage().map(wordsOf)

/** Waits for a toast with exactly these words, and takes it away. */
export async function expectToast(title: string, sentence?: string): Promise<void> {
  const words = sentence === undefined ? title : `${title} / ${sentence}`
  await expect.poll(toasts).toContain(words)
  const toast = onPage().find((one) => wordsOf(one) === words)
  const close = toast?.querySelector('[aria-label="Dismiss notification"]')
  if (!close) throw new Error(`no toast says ${words}`)
  await userEvent.click(close)
  await expect.poll(toasts).not.toContain(words)
}
