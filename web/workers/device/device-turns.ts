let turn: Promise<unknown> = Promise.resolve()

/** Work on the lists of this device, one after the other. @param after is part of the turn, but nobody waits for it. */
export function inTurn<T>(work: () => Promise<T>, after: () => Promise<unknown> = async () => undefined): Promise<T> {
  const mine = turn.then(work)
  turn = mine.then(after).catch(() => undefined)
  return mine
}

/** A browser that refuses to store anything costs speed, and nothing else. */
export async function onDevice<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
