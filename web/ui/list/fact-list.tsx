import type { ReactNode } from 'react'

/** Short facts, one per hairline row: a name and a sentence. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, fact: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {facts.map(([name, sentence]) => (
        <div key={name} className="grid gap-x-4 py-2.5 sm:grid-cols-[9rem_1fr]">
          <dt className="text-sm font-semibold">{name}</dt>
          <dd className="min-w-0 text-sm wrap-anywhere text-ink-2">{sentence}</dd>
        </div>
      ))}
    </dl>
  )
}
