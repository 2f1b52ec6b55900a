import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { isTyping, usePageKeys } from '#web/lib/keys.ts'
import { DOCKING, useMedia } from '#web/lib/media.ts'
import { list as text } from '#web/messages/list.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { DockedPanel } from '#web/ui/overlay/docked-panel.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'

const words = text.panel

/** Rows before and after the open one, where there are any. */
export type RowSteps = { previous?: (() => void) | undefined; next?: (() => void) | undefined }

type Props = {
  title: string
  /** Undefined: nothing is open. */
  children: ReactNode | undefined
  steps?: RowSteps
  onClose: () => void
}

/** Everything about one row: a column next to its list where there is room (`WithPanel`), a sheet over it elsewhere. */
export function RowPanel({ title, children, steps = {}, onClose }: Props) {
  const hasRoom = useMedia(DOCKING)
  const isOpen = children !== undefined
  usePageKeys((event) => {
    // What had the focus may have gone with what it did.
    if (event.key === 'Escape' && isOpen && hasRoom && event.target === document.body) onClose()
    const step = { j: steps.next, k: steps.previous }[event.key]
    if (!isOpen || !hasRoom || !step || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    event.preventDefault()
    step()
  })
  if (hasRoom && isOpen)
    return (
      <Docked title={title} steps={steps} onClose={onClose}>
        {children}
      </Docked>
    )
  return (
    <Sheet isOpen={isOpen && !hasRoom} onClose={onClose} title={title}>
      {children}
    </Sheet>
  )
}

/** Takes the focus when it opens, and gives it back when it closes. */
function Docked({ title, steps = {}, onClose, children }: Props) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <DockedPanel
      ref={panel}
      label={title}
      title={title}
      onClose={onClose}
      onLeave={onClose}
      actions={
        (steps.previous || steps.next) && (
          <>
            <IconButton
              size="sm"
              label={words.previous}
              aria-keyshortcuts="K"
              disabled={!steps.previous}
              focusableWhenDisabled
              onClick={steps.previous}
            >
              <ChevronUp size={16} aria-hidden="true" />
            </IconButton>
            <IconButton
              size="sm"
              label={words.next}
              aria-keyshortcuts="J"
              disabled={!steps.next}
              focusableWhenDisabled
              onClick={steps.next}
            >
              <ChevronDown size={16} aria-hidden="true" />
            </IconButton>
          </>
        )
      }
    >
      {children}
    </DockedPanel>
  )
}

/** A list, and the panel of its open row next to it. */
export function WithPanel({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">{children}</div>
      {panel}
    </div>
  )
}

type Opened<Row> = {
  openId: string | null
  /** Id of the row that was opened last, where the page may be drawn later than that: two quick steps are two. */
  idNow?: () => string | null
  rowId: (row: Row) => string
  onOpen: (row: Row) => void
}

/** Returns the steps from the row with this id. */
export function stepsFrom<Row>(
  rows: readonly Row[],
  { openId, idNow = () => openId, rowId, onOpen }: Opened<Row>,
): RowSteps {
  const placeOf = (id: string | null) => rows.findIndex((row) => rowId(row) === id)
  const at = placeOf(openId)
  if (at === -1) return {}
  const step = (by: 1 | -1) => () => {
    const row = rows[placeOf(idNow()) + by]
    if (row) onOpen(row)
  }
  return { previous: rows[at - 1] && step(-1), next: rows[at + 1] && step(1) }
}
