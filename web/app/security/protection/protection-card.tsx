import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

const ROW_PX = 56

type Props<T> = {
  title: string
  lead: string
  action: ReactNode
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** One way into the account: what it is, what there is of it, and what can be done about it. */
export function ProtectionCard<T>({ title, lead, action, query, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query
  return (
    <CardSection aria-label={title}>
      <div className="flex flex-wrap items-start justify-between gap-3 p-4">
        <div className="min-w-0 flex-1 basis-72">
          <Heading>{title}</Heading>
          <Text tone="soft" className="mt-0.5 max-w-prose">
            {lead}
          </Text>
        </div>
        {action}
      </div>
      {data ? (
        children(data)
      ) : error ? (
        <div className="px-4 pb-4">
          <Notice
            tone="error"
            action={
              <Button variant="outline" isBusy={isFetching} onClick={() => void refetch()}>
                {m.security.retry}
              </Button>
            }
          >
            {m.files.because(m.protection.failed, sentenceFor(error))}
          </Notice>
        </div>
      ) : (
        <SkeletonRows label={m.protection.loading} rows={1} rowHeight={ROW_PX} />
      )}
    </CardSection>
  )
}
