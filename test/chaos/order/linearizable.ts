/** What a client asked of one of a few names, and what it heard. `put` gives a name a value, whatever it held. */
export type Asked =
  | { do: 'put'; name: string; value: string }
  | { do: 'read'; name: string }
  | { do: 'delete'; name: string }
  | { do: 'move'; from: string; to: string }

/** `undefined`: nothing was heard, so that it may have happened, at any later time, or not. */
export type Heard = { value: string | undefined } | { isDone: boolean } | undefined

export type Operation = { asked: Asked; heard: Heard; begunAt: number; endedAt: number }

type State = ReadonlyMap<string, string>

/** What names hold after an operation; undefined when it could not have been answered so. */
function apply(state: State, { asked, heard }: Operation): State | undefined {
  if (asked.do === 'read') {
    const isRight = !heard || ('value' in heard && heard.value === state.get(asked.name))
    return isRight ? state : undefined
  }
  const next = new Map(state)
  let isDone = true
  if (asked.do === 'put') next.set(asked.name, asked.value)
  if (asked.do === 'delete') isDone = next.delete(asked.name)
  if (asked.do === 'move') {
    const value = state.get(asked.from)
    isDone = value !== undefined && !state.has(asked.to)
    if (isDone) next.delete(asked.from)
    if (isDone && value !== undefined) next.set(asked.to, value)
  }
  const isRight = !heard || ('isDone' in heard && heard.isDone === isDone)
  return isRight ? (isDone ? next : state) : undefined
}

/**
 * Whether there is an order of these operations, each at a moment between its question and its answer, in which one store that does one thing at a time would
 * have given the same answers. Wing and Gong's search, with Lowe's memory of what was tried.
 */
export function isLinearizable(operations: readonly Operation[]): boolean {
  const history = operations.toSorted((a, b) => a.begunAt - b.begunAt)
  const tried = new Set<string>()
  const search = (done: bigint, state: State): boolean => {
    const left = history.filter((_, index) => !(done & (1n << BigInt(index))))
    // What nobody heard of need not have happened.
    if (left.every(({ heard }) => !heard)) return true
    const key = `${done} ${JSON.stringify([...state].toSorted(([a], [b]) => a.localeCompare(b)))}`
    if (tried.has(key)) return false
    tried.add(key)
    const firstEnd = Math.min(...left.map(({ heard, endedAt }) => (heard ? endedAt : Infinity)))
    return history.some((one, index) => {
      const bit = 1n << BigInt(index)
      if (done & bit || one.begunAt > firstEnd) return false
      const next = apply(state, one)
      return next !== undefined && search(done | bit, next)
    })
  }
  return search(0n, new Map())
}
