import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/** Has the browser ask before the page is left while something would be lost. */
export function useLeaveGuard(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', guard)
    return () => removeEventListener('beforeunload', guard)
  }, [wouldLose])
}

/** For `navigate`, where the person has said already that what is not saved may go. */
export const MAY_LOSE = { state: { mayLose: true } } as const

/**
 * The same, also before another page of the app, such as by Back, which the browser does not ask about.
 * @returns `isAsked` while somebody is about to go: `leave` goes, `stay` does not.
 */
export function useStayGuard(wouldLose: boolean): { isAsked: boolean; leave: () => void; stay: () => void } {
  useLeaveGuard(wouldLose)
  const blocker = useBlocker(
    ({ nextLocation: { state } }) => wouldLose && (state as { mayLose?: boolean } | null)?.mayLose !== true,
  )
  // A question that was answered closes as well.
  const isLeaving = useRef(false)
  const leave = () => {
    isLeaving.current = blocker.state === 'blocked'
    blocker.proceed?.()
  }
  const stay = () => {
    if (!isLeaving.current) blocker.reset?.()
    isLeaving.current = false
  }
  return { isAsked: blocker.state === 'blocked', leave, stay }
}
