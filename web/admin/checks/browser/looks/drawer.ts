import { until } from '../until.ts'
import { isShown, nameOf } from './shown.ts'

const MOVING_MS = 5000
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select, textarea'

const drawerOf = (page: Document): HTMLElement | null =>
  page.querySelector<HTMLElement>('[role=dialog]:not([data-closed]):not([data-type])')

/** MOB-04: the sidebar opens over the page, keeps the keyboard, and is closed by Escape, which gives it back. Opens and closes it. */
export async function drawerProblems(
  page: Document,
  { KeyboardEvent }: Pick<typeof globalThis, 'KeyboardEvent'>,
): Promise<string[]> {
  const beside = [...page.querySelectorAll('aside')].some(isShown)
  if (beside) return ['the sidebar stands beside the page']
  const opener = page.querySelector<HTMLElement>('header button[aria-expanded]')
  if (!opener || !isShown(opener)) return ['nothing opens the sidebar']
  opener.focus()
  opener.click()
  const isOpen = (): boolean => drawerOf(page) !== null
  if (!(await comesAbout(isOpen))) return ['the sidebar does not open']
  const wrong: string[] = []
  const hasFocus = (): boolean => drawerOf(page)?.contains(page.activeElement) ?? false
  if (!(await comesAbout(hasFocus))) wrong.push('the keyboard stays behind the sidebar')
  if (!drawerOf(page)?.querySelector('nav a[href]')) wrong.push('the sidebar has no links')
  const outside = reachedOutside(page)
  if (outside) wrong.push(`the keyboard leaves the open sidebar for ${nameOf(outside)}`)
  const keyboardAt = page.activeElement ?? page.body
  keyboardAt.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
  )
  if (!(await comesAbout(() => !isOpen()))) return [...wrong, 'Escape does not close the sidebar']
  if (!(await comesAbout(() => page.activeElement === opener)))
    wrong.push('the keyboard is lost when the sidebar closes')
  return wrong
}

/** What is behind the drawer and takes the keyboard all the same. */
function reachedOutside(page: Document): Element | undefined {
  const drawer = drawerOf(page)
  return [...page.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    (element) => !drawer?.contains(element) && element.tabIndex >= 0 && isShown(element),
  )
}

const comesAbout = (isSo: () => boolean): Promise<boolean> =>
  until(isSo, MOVING_MS, 'it did not come about').then(
    () => true,
    () => false,
  )
