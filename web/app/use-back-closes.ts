import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'

type Cover = {
  /** Names it among all that may cover a page. */
  name: string
  isOpen: boolean
  onClose: () => void
  /** What the address says meanwhile, such as `preview=<id>`; without it the address stays as it is. */
  query?: { name: string; value: string }
}

/**
 * While something covers the page, it is an entry of the browser's history, so that Back closes it instead of leaving the page. Closing it
 * otherwise takes the entry away again.
 * @returns `forget`, before closing it by going to another page: that page replaces the entry. `isWanted`: Forward or a reload came to the
 * entry, and what covers the page is not open.
 */
export function useBackCloses({ name, isOpen, onClose, query }: Cover): { forget: () => void; isWanted: boolean } {
  const location = useLocation()
  const navigate = useNavigate()
  const isBack = useNavigationType() === NavigationType.Pop
  const isEntered = coverIn(location.state) === name
  /** The entry of this page that covers it, as long as it is ours to take away. */
  const isOurs = useRef(false)
  const value = query?.value

  const follow = useEffectEvent((mayCover: boolean, told: string | undefined) => {
    const search = query && told !== undefined ? searchWith(location.search, query.name, told) : location.search
    const to = { pathname: location.pathname, search, hash: location.hash }
    const state = { ...stateOf(location.state), [KEY]: name }
    if (mayCover) {
      // After a reload, and by Forward, the entry is there before what it shows.
      const hasEntry = isOurs.current || isEntered
      isOurs.current = true
      if (hasEntry && to.search === location.search) return
      // At once: the router would wait until the page has nothing else to draw, and Back may come before.
      void navigate(to, { replace: hasEntry, state, preventScrollReset: true, flushSync: true })
    } else if (isOurs.current) {
      isOurs.current = false
      if (isEntered) void navigate(-1)
    }
  })
  useEffect(() => follow(isOpen, value), [isOpen, value])

  const entered = useRef(location.key)
  const leave = useEffectEvent((key: string) => {
    if (entered.current === key) return
    entered.current = key
    if (!isOpen || isEntered || !isBack || !isOurs.current) return
    isOurs.current = false
    onClose()
  })
  useEffect(() => leave(location.key), [location.key])

  return {
    forget: () => {
      isOurs.current = false
    },
    isWanted: !isOpen && isEntered && isBack,
  }
}

const KEY = 'cover'

const stateOf = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}

const coverIn = (state: unknown): unknown => stateOf(state)[KEY]

function searchWith(search: string, name: string, value: string): string {
  const parameters = new URLSearchParams(search)
  parameters.set(name, value)
  return `?${parameters.toString()}`
}
