import { type RefObject, useState } from 'react'
import { createStore, useStore } from '#web/lib/remote/store.ts'
import { useSettled } from './use-settled.ts'

/** How often somebody asked to see the transfers; the panel opens when it changes. */
const panelRequests = createStore(0)

/** Opens the transfers panel from elsewhere, as from a toast. */
export function openPanel(): void {
  panelRequests.write(panelRequests.read() + 1)
}

/** Long enough to see how it ended; then the panel is one line and makes room for the list. */
const SETTLE_MS = 4000

type Choice = 'open' | 'collapsed'

/**
 * Whether the panel is one line: when nothing has run for a while, unless the person chose otherwise. It opens again for what is new; not
 * for a download beside an upload that failed, nor for one that is tried again by itself.
 * @param batch number of the newest uploads; 0 while there are none
 */
export function useCollapsed(
  isQuiet: boolean,
  batch: number,
  box: RefObject<Element | null>,
): { isCollapsed: boolean; choose: (choice: Choice) => void } {
  const isSettled = useSettled(isQuiet, SETTLE_MS, box)
  // What the person chose holds until the next batch.
  const [choice, choose] = useState<Choice | null>(null)
  const [settled, setSettled] = useState({ isSettled, batch })
  if (settled.isSettled !== isSettled) {
    setSettled({ isSettled, batch })
    const isNew = batch === 0 || batch !== settled.batch
    // Where it was opened by hand it stays open.
    if (!isSettled && (isNew || choice === 'open')) choose(null)
    else if (!isSettled) choose('collapsed')
  }
  const requests = useStore(panelRequests)
  const [answered, setAnswered] = useState(requests)
  if (answered !== requests) {
    setAnswered(requests)
    choose('open')
  }
  return { isCollapsed: choice === null ? isSettled : choice === 'collapsed', choose }
}
