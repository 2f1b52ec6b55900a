type Turn = {
  /** Resolves when every turn taken before has ended, or after a time in which a request either is answered or never will be. */
  comes: Promise<void>
  /** @returns whether nobody waits for a turn any more. */
  end: () => boolean
}

type Queue = { length: number; last: Promise<void>; takenAtMs: number }

const LONGEST_WAIT_MS = 30_000

const queues = new WeakMap<object, Queue>()

/**
 * Changes reach the server in the order in which the person made them: a file that is deleted right after it was restored would
 * otherwise be restored last.
 *
 * @param owner of the queue. @returns a place in it, taken at once.
 */
export function takeTurn(owner: object): Turn {
  const queue = queues.get(owner) ?? { length: 0, last: Promise.resolve(), takenAtMs: 0 }
  queues.set(owner, queue)
  const comes = Promise.race([queue.last, new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))])
  let isOver = () => {}
  queue.last = new Promise((resolve) => {
    isOver = resolve
  })
  queue.length += 1
  queue.takenAtMs = Date.now()
  const end = () => {
    queue.length -= 1
    isOver()
    return queue.length === 0
  }
  return { comes, end }
}

/** Whether a change is on its way: what is read from the server now may be from before it. */
export function isChanging(owner: object): boolean {
  const queue = queues.get(owner)
  return queue !== undefined && queue.length > 0 && Date.now() - queue.takenAtMs < LONGEST_WAIT_MS
}
