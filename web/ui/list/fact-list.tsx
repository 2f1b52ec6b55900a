import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  facts: readonly (readonly [name: string, fact: ReactNode])[]
  /** In a panel: smaller lines, with less room for the names. */
  isNarrow?: boolean
}
const WIDE = 'grid gap-x-4 py-2.5 sm:grid-cols-[9rem_1fr]'
const NARROW = 'grid grid-cols-[6.5rem_1fr] gap-x-3 py-1.5'

/** Short facts, one per hairline row: a name and a sentence. */
export function FactList({ facts, isNarrow = false }: Props) {
  return (
    <dl className={clsx('divide-y divide-line border-line', isNarrow ? 'border-t' : 'border-y')}>
      {facts.map(([name, sentence]) => (
        <div key={name} className={isNarrow ? NARROW : WIDE}>
          <dt className="text-sm font-semibold">{name}</dt>
          <dd className="min-w-0 text-sm wrap-anywhere text-ink-2">{sentence}</dd>
        </div>
      ))}
    </dl>
  )
}
