const THRESHOLD_PX = 6
/** So near to the edge of the board, it scrolls. */
const EDGE_PX = 48
const SCROLL_PX = 14

type Drag = {
  card: HTMLElement
  /** What scrolls sideways below the card. */
  board: HTMLElement | null
  /** @param target the id of the drop target that the card was let go over */
  onDrop: (target: string) => void
}

/**
 * Lets a card follow the pointer from where it was pressed until it is let go; Escape puts it back. The target below the pointer is marked by
 * `data-drop-over`. Pointer events instead of those of dragging, which touch does not send.
 */
export function beginCardDrag(press: PointerEvent, { card, board, onDrop }: Drag): void {
  const { pointerId, clientX: fromX, clientY: fromY } = press
  const fromScroll = board?.scrollLeft ?? 0
  let isDragging = false
  let over: HTMLElement | null = null
  const mark = (target: HTMLElement | null) => {
    if (target === over) return
    over?.removeAttribute('data-drop-over')
    target?.setAttribute('data-drop-over', '')
    over = target
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    const [x, y] = [event.clientX - fromX, event.clientY - fromY]
    if (!isDragging && Math.hypot(x, y) < THRESHOLD_PX) return
    isDragging = true
    card.setAttribute('data-dragged', '')
    if (board) scrollAtEdge(board, event.clientX)
    card.style.translate = `${x + (board?.scrollLeft ?? 0) - fromScroll}px ${y}px`
    mark(targetAt(event))
  }
  const end = (event: PointerEvent | KeyboardEvent) => {
    if (event instanceof PointerEvent && event.pointerId !== pointerId) return
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return
    const target = event.type === 'pointerup' && isDragging ? over?.dataset['dropId'] : undefined
    if (isDragging) swallowClick()
    mark(null)
    card.removeAttribute('data-dragged')
    card.style.translate = ''
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    removeEventListener('keydown', end, true)
    if (target !== undefined) onDrop(target)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
  addEventListener('keydown', end, true)
}

/** The card itself lets the pointer through while it is dragged. */
function targetAt({ clientX, clientY }: PointerEvent): HTMLElement | null {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-drop-id]') ?? null
}

function scrollAtEdge(board: HTMLElement, x: number): void {
  const { left, right } = board.getBoundingClientRect()
  if (x > right - EDGE_PX) board.scrollLeft += SCROLL_PX
  if (x < left + EDGE_PX) board.scrollLeft -= SCROLL_PX
}

/** Letting go is not a press of what is below. */
function swallowClick(): void {
  const swallow = (click: Event) => {
    click.preventDefault()
    click.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, true))
}
