import { Heading, Text } from '../layout/text.tsx'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A row between hairlines. */
export function RuledRow({ className, ...row }: ComponentProps<'div'>) {
  return <div className={clsx('border-t border-line py-5', className)} {...row} />
}

/** Names with a text each, in two columns between hairlines. */
export function RuledColumns({ rows }: { rows: readonly (readonly [name: string, text: string])[] }) {
  return (
    <div className="mt-6 grid gap-x-14 md:grid-cols-2">
      {rows.map(([name, text]) => (
        <RuledRow key={name}>
          <Heading as="h3" look="siteCell">
            {name}
          </Heading>
          <Text tone="soft" size="base" className="mt-1">
            {text}
          </Text>
        </RuledRow>
      ))}
    </div>
  )
}

/** Names and values between hairlines. `code` marks stand around what is typed. */
export function DefinitionRows({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 py-2.5 sm:grid-cols-[10rem_1fr]">
          <dt className="text-ink-3">{name}</dt>
          <dd className="font-mono text-[0.8125rem]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
