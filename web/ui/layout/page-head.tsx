import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Heading, Text } from './text.tsx'

type PageHeadProps = {
  title: string
  /** What the page is for, in a sentence or two. */
  lead?: ReactNode
  /** One line of facts about what is shown, such as how many there are. */
  facts?: ReactNode
  /** What people do here most: one button, or several in a row of their own. */
  children?: ReactNode
}

/** The top of a page. */
export function PageHead({ title, lead, facts, children }: PageHeadProps) {
  return (
    <div className={clsx('flex flex-wrap justify-between gap-3', lead ? 'items-start' : 'items-center')}>
      <div>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <Heading as="h1" look="page">
            {title}
          </Heading>
          {/* Facts may be a component that knows nothing yet. */}
          {facts && (
            <Text tone="soft" className="empty:hidden">
              {facts}
            </Text>
          )}
        </div>
        {lead && (
          <Text tone="soft" className="mt-1 max-w-prose">
            {lead}
          </Text>
        )}
      </div>
      {children}
    </div>
  )
}
