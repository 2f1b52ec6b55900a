import type { ReactNode } from 'react'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** One part of the page, under its title. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <div>
        <Heading>{title}</Heading>
        {note !== undefined && (
          <Text tone="soft" className="mt-0.5 tabular-nums">
            {note}
          </Text>
        )}
      </div>
      {children}
    </section>
  )
}

export function Nothing({ children }: { children: string }) {
  return (
    <Card className="p-4">
      <Text tone="soft">{children}</Text>
    </Card>
  )
}
