import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Heading, Text } from './text.tsx'

type PageHeadProps = {
  title: string
  /** What the page is for, in a sentence or two. */
  lead?: ReactNode
  /** What people do here most: one button, or several in a row of their own. */
  children?: ReactNode
}

/** The top of a page. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className={clsx('flex flex-wrap justify-between gap-3', lead ? 'items-start' : 'items-center')}>
      <div>
        <Heading as="h1" look="page">
          {title}
        </Heading>
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
