import type { BrowserContext } from '@playwright/test'

/**
 * Playwright fills a field over WebDriver BiDi by setting its value from a script of the page, which React does not take for typing.
 * The browser's own command does what a keyboard does.
 */
export async function typeAsPeopleDo(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, '__pw_bidiInsertText', {
      get: () => (text: string) => void document.execCommand('insertText', false, text),
      set: () => undefined,
    })
  })
}
