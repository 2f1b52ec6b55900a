import { Heading, Text } from '../layout/text.tsx'
import { RuledRow } from './ruled-row.tsx'

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
