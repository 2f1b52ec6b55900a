import { type RefObject, useState } from 'react'
import { useStore } from '#web/lib/remote/store.ts'
import { panelRequests } from './open-panel.ts'
import { useSettled } from './use-settled.ts'

/** Long enough to see how it ended; then the panel is one line and makes room for the list. */
const SETTLE_MS = 4000

type Choice = 'open' | 'collapsed'

/** Whether the panel is one line: when nothing has run for a while, unless the person chose otherwise. */
export function useCollapsed(
  isQuiet: boolean,
  box: RefObject<Element | null>,
): { isCollapsed: boolean; choose: (choice: Choice) => void } {
  const isSettled = useSettled(isQuiet, SETTLE_MS, box)
  // What the person chose holds until the next batch.
  const [choice, choose] = useState<Choice | null>(null)
  const [wasSettled, setWasSettled] = useState(isSettled)
  if (wasSettled !== isSettled) {
    setWasSettled(isSettled)
    if (!isSettled) choose(null)
  }
  const requests = useStore(panelRequests)
  const [answered, setAnswered] = useState(requests)
  if (answered !== requests) {
    setAnswered(requests)
    choose('open')
  }
  return { isCollapsed: choice === null ? isSettled : choice === 'collapsed', choose }
}
