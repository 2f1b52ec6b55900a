import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { typeOver } from '../type-over.ts'
import type { Placed } from './placed-findings.ts'
import type { Grammar } from './use-grammar.ts'

export type FindingCursor = ReturnType<typeof useFindingCursor>

/** Which finding somebody looks at, in the field of the text and in the list next to it. */
export function useFindingCursor({ checked: { text, findings } }: Grammar) {
  const field = useRef<HTMLTextAreaElement>(null)
  const behind = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<{ id: string; isShown: boolean } | null>(null)
  const at = findings.findIndex(({ id }) => id === active?.id)

  // The place of a finding is known once it is drawn.
  useEffect(() => {
    const mark = active?.isShown === true && behind.current?.querySelector<HTMLElement>('[data-active]')
    if (!mark || !field.current) return
    field.current.scrollTop = Math.max(0, mark.offsetTop - field.current.clientHeight / 3)
    field.current.scrollIntoView({ block: 'nearest' })
  }, [active])

  function show(finding: Placed): void {
    if (field.current?.value === text) field.current.setSelectionRange(finding.from, finding.to)
    setActive({ id: finding.id, isShown: true })
  }

  /** Leads to the finding after the one that is looked at, or after the caret; from the last one to the first. */
  function go(direction: 1 | -1): void {
    const caret = field.current?.selectionStart ?? 0
    const after = findings.findIndex(({ from }) => from >= caret)
    const begin = after < 0 ? findings.length : after
    const target = at >= 0 ? at + direction : direction === 1 ? begin : begin - 1
    const finding = findings[(target + findings.length) % findings.length]
    if (finding) show(finding)
  }

  function replace(finding: Placed, replacement: string): void {
    if (field.current?.value === text) typeOver(field.current, finding, replacement)
  }

  return {
    field,
    behind,
    active: findings[at],
    show,
    go,
    replace,
    /** The finding that is looked at once another one is gone: the next, or the one before. */
    leave: (finding: Placed): Placed | undefined => {
      const index = findings.indexOf(finding)
      const next = findings[index + 1] ?? findings[index - 1]
      setActive(next ? { id: next.id, isShown: false } : null)
      return next
    },
    onSelect: () => {
      const caret = field.current?.selectionStart ?? -1
      const touched = findings.find(({ from, to }) => from <= caret && caret <= to)
      if (touched && touched.id !== active?.id) setActive({ id: touched.id, isShown: false })
    },
    onScroll: () => {
      if (behind.current && field.current) behind.current.scrollTop = field.current.scrollTop
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'F8' || findings.length === 0) return
      event.preventDefault()
      go(event.shiftKey ? -1 : 1)
    },
  }
}
