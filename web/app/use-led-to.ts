import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** What takes the focus when an address leads to it. @param hash such as `#password` */
export function useLedTo<Element extends HTMLElement>(hash: string) {
  const target = useRef<Element>(null)
  const location = useLocation()
  useEffect(() => {
    if (location.hash !== hash) return
    target.current?.scrollIntoView({ block: 'center' })
    target.current?.focus({ preventScroll: true })
  }, [location, hash])
  return target
}
