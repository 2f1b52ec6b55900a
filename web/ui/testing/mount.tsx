import '../../tokens.css'
import { type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'

type Mounted = { show: (node: ReactNode) => void; unmount: () => void }

/** Shows controls in a page like the app's until the test ends. */
export function mount(node: ReactNode): Mounted {
  const box = document.createElement('div')
  box.id = 'root'
  document.body.append(box)
  const root = createRoot(box)
  let isMounted = true
  const show = (next: ReactNode) => flushSync(() => root.render(<main id="main">{next}</main>))
  const unmount = () => {
    if (isMounted) root.unmount()
    isMounted = false
    box.remove()
  }
  onTestFinished(unmount)
  show(node)
  return { show, unmount }
}

/** A screen of this width until the test ends. */
export async function screenWidth(width: number): Promise<void> {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(width, 800)
}

/** Presses keys, in the words of user-event: `{ArrowDown}`, `{Shift>}{End}{/Shift}`, or letters. */
export async function keys(...presses: string[]): Promise<void> {
  for (const press of presses) await userEvent.keyboard(press)
}

export const button = (name: string) => page.getByRole('button', { name, exact: true })

/** What the focus is on, by its name or its words. */
export function focused(): string {
  const element = document.activeElement
  if (!element || element === document.body) return 'the page'
  return element.getAttribute('aria-label') ?? element.textContent
}
