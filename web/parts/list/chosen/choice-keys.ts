import type { KeyboardEvent } from 'react'
import { isTyping } from '#web/lib/keys.ts'
import type { Chosen } from './use-chosen.ts'

/** Keys within a list: Escape chooses nothing, and Ctrl+A all rows that are shown. Those of a dialog over the page are not meant. */
export function choiceKeys<Row>({ rows, setAll }: Chosen<Row>) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.defaultPrevented || !isInside || isTyping(event.nativeEvent)) return
    if (event.key === 'Escape' && rows.length > 0) {
      event.preventDefault()
      setAll(false)
    }
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      setAll(true)
    }
  }
}
