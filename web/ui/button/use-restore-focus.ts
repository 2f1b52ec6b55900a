import { type RefObject, useEffect, useEffectEvent } from 'react'

const ROW = '[role=row], li'
const CONTROL = 'button:not(:disabled), a[href], input'
/** A menu or dialog that the last row's control opened may stay for its closing animation. */
const CLOSING_MS = 1000

type Last = { control: Element; list: Element; place: number; headings: readonly HTMLElement[] }

/**
 * Keeps the focus when the control that has it goes with its row: by itself it would fall to the page, and people who use the
 * keyboard would start again at the top. What held the row now there gets it; when the whole list went, the section around it or the nearest heading.
 *
 * @param toPlace gives the focus to the row at a place; without it its first control gets it.
 */
export function useRestoreFocus(box: RefObject<HTMLElement | null>, toPlace?: (place: number) => void): void {
  const focusPlace = useEffectEvent((list: Element, place: number) => {
    if (toPlace) toPlace(place)
    else controlAt(list, place)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    let last: Last | undefined

    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = lastOf(element, target)
    }
    const left = ({ relatedTarget }: FocusEvent) => {
      // Into nothing, and not because the control went: the person pressed beside everything.
      const before = last
      if (relatedTarget === null)
        queueMicrotask(() => last === before && before?.control.isConnected && (last = undefined))
    }
    const lost = () => {
      if (!last || last.control.isConnected || document.activeElement !== document.body) return
      const { list, place, headings } = last
      last = undefined
      if (list.isConnected) focusPlace(list, place)
      if (document.activeElement === document.body) focusFirst(headings)
    }
    const observer = new MutationObserver(lost)
    observer.observe(element, { childList: true, subtree: true })
    // Menus and dialogs are children of the page.
    observer.observe(document.body, { childList: true })
    element.addEventListener('focusin', note)
    element.addEventListener('focusout', left)
    return () => {
      element.removeEventListener('focusin', note)
      element.removeEventListener('focusout', left)
      lost()
      setTimeout(() => observer.disconnect(), CLOSING_MS)
    }
  }, [box])
}

function lastOf(box: HTMLElement, control: Element): Last {
  const row = control.closest(ROW)
  const list = row?.parentElement ?? box
  return { control, list, place: row ? placeOf(row) : 0, headings: headingsFor(box) }
}

/** Of a list that shows a part of its rows only, the rows say their place; the first is its header. */
function placeOf(row: Element): number {
  const index = row.ariaRowIndex
  return index ? Number(index) - 2 : [...(row.parentElement?.children ?? [])].indexOf(row)
}

function controlAt(list: Element, place: number): HTMLElement | null | undefined {
  const row = list.children[place] ?? list.lastElementChild
  return row?.querySelector<HTMLElement>(CONTROL)
}

function headingsFor(box: Element): HTMLElement[] {
  const headings = [
    // A list that is made to take the focus itself.
    box.closest<HTMLElement>('section[tabindex="-1"]'),
    // A list within a row of another.
    box.closest('li')?.querySelector<HTMLElement>('h2, h3'),
    box.closest('section')?.querySelector<HTMLElement>('h2, h3'),
    document.querySelector<HTMLElement>('main h1'),
  ]
  return headings.filter((heading) => heading instanceof HTMLElement)
}

function focusFirst(headings: readonly HTMLElement[]): void {
  const heading = headings.find(({ isConnected }) => isConnected)
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
