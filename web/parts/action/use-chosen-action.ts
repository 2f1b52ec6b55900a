import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** State of the history that names the action which the palette chose. An address cannot carry it: no link begins anything. */
export const choosing = (action: string): { action: string } => ({ action })

/**
 * Does what the palette was asked for, once for each choice: a page hands over what its own button does.
 * @param id as the room of the page declares it. @param isReady whether the page can do it yet
 */
export function useChosenAction(id: string, act: () => void, isReady = true): void {
  const { pathname, search, hash, state } = useLocation() as { [Key in 'pathname' | 'search' | 'hash']: string } & {
    state: unknown
  }
  const navigate = useNavigate()
  const isChosen = isReady && actionIn(state) === id
  const begin = useEffectEvent(() => {
    // First of all: a reload does nothing again.
    void navigate({ pathname, search, hash }, { replace: true, state: null })
    act()
  })
  useEffect(() => {
    if (isChosen) begin()
  }, [isChosen])
}

const actionIn = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'action' in state ? state.action : undefined
